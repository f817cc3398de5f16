"""`python -m populate.commands`: the command line without its entry point."""

from populate.commands.app import main

__all__: list[str] = []

if __name__ == "__main__":
    main()
