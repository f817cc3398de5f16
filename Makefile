# Everything runs from virtual environments made here from pyproject.toml: `make demo` and `make test` are all a fresh
# machine needs. `make help` lists the targets.

PYTHON ?= python3
WORKERS ?= 2

VENV := .venv
VENV_OLDEST := .venv-oldest
VENV_PEER := .venv-peer
VENV_ROBOTS := .venv-robots
VENV_NEWTON := .venv-newton
VENV_ENGINES := .venv-engines
VENV_GENESIS_USD := .venv-genesis-usd
VENV_CHECKERS := .venv-checkers
CACHE := .cache
DEMO := build/demo
NEWTON := $(CACHE)/newton-1.8.0
ROBOT_ASSETS := $(CACHE)/robots

BIN := $(VENV)/bin
READY := $(VENV)/ready
PEER_READY := $(VENV_PEER)/ready
ROBOTS_READY := $(VENV_ROBOTS)/ready $(ROBOT_ASSETS)/ready
NEWTON_READY := $(VENV_NEWTON)/ready $(NEWTON)/ready

# What the parity tests and the benchmarks compare with: an interpreter that has the reference producer, and the folder
# the newton wheel was unpacked into.
PEER_ENVIRONMENT := PEER_PYTHON=$(CURDIR)/$(VENV_PEER)/bin/python NEWTON_ASSETS=$(CURDIR)/$(NEWTON)

# What the support table of newton is held against: an interpreter that has it.
NEWTON_ENVIRONMENT := NEWTON_PYTHON=$(CURDIR)/$(VENV_NEWTON)/bin/python

# What robots are made with: an interpreter that has the converters, and the folder with the models.
ROBOTS_ENVIRONMENT := ROBOTS_PYTHON=$(CURDIR)/$(VENV_ROBOTS)/bin/python ROBOT_ASSETS=$(CURDIR)/$(ROBOT_ASSETS)

# Within the arguments of a call.
comma := ,

# A virtual environment: $(call create_environment,FOLDER,WHAT TO INSTALL)
define create_environment
	$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11) and "Python 3.11 or newer is needed: make PYTHON=python3.12 ...")'
	$(PYTHON) -m venv --clear $(1)
	$(1)/bin/python -m pip install --quiet --upgrade 'pip>=25.1'
	$(1)/bin/python -m pip install --quiet $(2)
	touch $(1)/ready
endef

# What rules are held against: an interpreter that has the checkers others ship, and one that has Newton.
CHECKERS_ENVIRONMENT := CHECKERS_PYTHON=$(CURDIR)/$(VENV_CHECKERS)/bin/python NEWTON_PYTHON=$(CURDIR)/$(VENV_NEWTON)/bin/python

.DEFAULT_GOAL := help
.DELETE_ON_ERROR:
.PHONY: engines engines-robots articulations newton help demo test test-fast test-oldest check format parity bench bench-dynamics bench-engines bench-gate bench-store build clean distclean

help: ## List the targets
	@awk -F ':.*## ' '/^[a-z-]+:.*## / { printf "  %-12s %s\n", $$1, $$2 }' $(MAKEFILE_LIST)

demo: $(READY) ## Populate the sample gripper and show what is in the file
	@mkdir -p $(DEMO)
	$(BIN)/arrowstage populate demo/gripper.usda $(DEMO)/gripper.arrow
	$(BIN)/arrowstage info $(DEMO)/gripper.arrow --stage demo/gripper.usda
	$(BIN)/arrowstage show $(DEMO)/gripper.arrow PhysicsJoint
	$(BIN)/arrowstage show $(DEMO)/gripper.arrow /World/Gripper/Joints/LeftSlide
	@printf '\nWhat to try next:\n'
	@printf '  $(BIN)/arrowstage %-58s  %s\n' \
	    'show $(DEMO)/gripper.arrow PhysicsDriveAPI' 'the drives, one row per instance' \
	    'show $(DEMO)/gripper.arrow --json' 'every cell' \
	    'contract NewtonMimicAPI' 'what a column means, and when it is absent' \
	    'export $(DEMO)/gripper.arrow $(DEMO)/tables' 'a Parquet file per table' \
	    'populate YOUR.usd your.arrow' 'a stage of your own'

test: $(READY) ## Run every test (WORKERS=2 at a time)
	$(BIN)/pytest --numprocesses $(WORKERS)

test-fast: $(READY) ## Run the tests without building and installing distributions
	$(BIN)/pytest --numprocesses $(WORKERS) -m 'not slow'

test-oldest: $(VENV_OLDEST)/ready ## Run the tests on the lower bound of every dependency (usd-core 26.8)
	$(VENV_OLDEST)/bin/pytest --numprocesses $(WORKERS) -m 'not slow'

check: $(READY) ## Lint, formatting, types, layers, generated hints
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .
	$(BIN)/mypy
	$(BIN)/lint-imports
	$(BIN)/python -m columnar.typed.hints --check

format: $(READY) ## Format the code and mend what ruff can
	$(BIN)/ruff check --fix .
	$(BIN)/ruff format .

parity: $(READY) $(PEER_READY) $(NEWTON)/ready $(ROBOTS_READY) $(VENV_CHECKERS)/ready $(VENV_NEWTON)/ready ## Compare cells with the reference producer, readers with the composed one, descriptors with its engine, rules with shipped checkers, support tables with runtimes, our dynamics with MuJoCo (Linux x86-64, downloads 1.5 GB once)
	$(PEER_ENVIRONMENT) $(ROBOTS_ENVIRONMENT) $(BIN)/python -m tests.parity
	$(PEER_ENVIRONMENT) $(BIN)/python -m tests.parity.readers
	$(PEER_ENVIRONMENT) $(BIN)/python -m tests.parity_motion
	$(PEER_ENVIRONMENT) $(ROBOTS_ENVIRONMENT) $(BIN)/python -m tests.parity_native
	$(PEER_ENVIRONMENT) $(CHECKERS_ENVIRONMENT) $(BIN)/python -m tests.parity_rules
	$(PEER_ENVIRONMENT) $(NEWTON_ENVIRONMENT) $(BIN)/python -m tests.parity_support
	$(PEER_ENVIRONMENT) $(BIN)/python -m tests.parity_agreement

articulations: $(READY) $(PEER_READY) $(NEWTON)/ready ## Move every articulation of the samples, the newton wheel, and the robots `make parity` made
	$(PEER_ENVIRONMENT) $(BIN)/python -m tests.parity.articulations

engines: $(READY) $(VENV_ENGINES)/ready ## Judge pinocchio and Genesis by the formulas of tests.conformance (downloads 2 GB once, more where torch comes with CUDA)
	$(BIN)/python -m tests.conformance $(foreach engine,pinocchio genesis,$(engine)=$(CURDIR)/$(VENV_ENGINES)/bin/python)

# Robots that `make parity` made, in every engine; Genesis and Newton compile kernels for each.
engines-robots: $(READY) $(PEER_READY) $(VENV_ENGINES)/ready $(VENV_NEWTON)/ready ## Judge every engine by the robots `make parity` made (takes about an hour)
	$(BIN)/python -m tests.conformance --robots build/robots featherstone mujoco \
	    $(foreach engine,pinocchio genesis,$(engine)=$(CURDIR)/$(VENV_ENGINES)/bin/python) \
	    newton=$(CURDIR)/$(VENV_NEWTON)/bin/python ovphysx=$(CURDIR)/$(VENV_PEER)/bin/python

newton: $(NEWTON_READY) ## Hold models for Newton against those of its own importer (installs Newton once)
	$(VENV_NEWTON)/bin/python -m tests.newton_arrays $(NEWTON)

bench: $(READY) ## Time populate, save and open; against the reference producer too once `make parity` has installed it
	$(if $(wildcard $(PEER_READY)),$(PEER_ENVIRONMENT)) $(BIN)/python -m benchmarks

bench-dynamics: $(READY) ## Microseconds per state of forward dynamics, beside MuJoCo
	$(BIN)/python -m benchmarks.dynamics

bench-engines: $(READY) ## Time building models from a mapped file, beside each engine's own way, of the engines whose environments are there
	$(BIN)/python -m benchmarks.simulators

bench-gate: $(READY) $(PEER_READY) ## Fail if a ratio misses its gate (benchmarks/gates.toml; some: STAGES=flat-20000.usdc STEPS=populate-fastest)
	$(PEER_ENVIRONMENT) $(BIN)/python -m benchmarks --gate $(addprefix --stage ,$(STAGES)) $(addprefix --step ,$(STEPS))

bench-store: $(READY) ## How the store grows to a million rows, and what a live edit costs; fail if too much
	$(BIN)/python -m benchmarks.store_growth --gate
	$(BIN)/python -m benchmarks.live_edit --gate

build: $(READY) ## Build wheel and sdist into dist/
	$(BIN)/python -m build --no-isolation

clean: ## Remove what was built
	rm -rf build dist .pytest_cache .mypy_cache .ruff_cache .hypothesis .import_linter_cache .benchmarks
	find . -name .venv\* -prune -o -name __pycache__ -type d -print | xargs rm -rf

distclean: clean ## Remove the virtual environments and downloads too
	rm -rf $(VENV) $(VENV_OLDEST) $(VENV_PEER) $(VENV_ROBOTS) $(VENV_NEWTON) $(VENV_CHECKERS) $(VENV_ENGINES) $(VENV_GENESIS_USD) $(CACHE)

$(READY): pyproject.toml
	$(call create_environment,$(VENV),--editable . --group dev)

$(VENV_OLDEST)/ready: pyproject.toml
	$(call create_environment,$(VENV_OLDEST),--editable . --group dev --group oldest)

$(PEER_READY): pyproject.toml
	$(call create_environment,$(VENV_PEER),--group peer)

# Its importer makes convex hulls with scipy.
$(VENV_NEWTON)/ready: pyproject.toml
	$(call create_environment,$(VENV_NEWTON),--editable ".[newton]" newton-usd-schemas==0.6.0 'scipy>=1.11')

$(VENV_CHECKERS)/ready: pyproject.toml
	$(call create_environment,$(VENV_CHECKERS),--group checkers)

$(VENV_ENGINES)/ready: pyproject.toml
	$(call create_environment,$(VENV_ENGINES),--editable ".[genesis$(comma)pinocchio]")

# Genesis takes stages with an OpenUSD older than the one that this project needs.
$(VENV_GENESIS_USD)/ready: pyproject.toml
	$(call create_environment,$(VENV_GENESIS_USD),--group genesis-usd)

$(VENV_ROBOTS)/ready: pyproject.toml
	$(call create_environment,$(VENV_ROBOTS),--group robots)

# Only the wheel's USD files are wanted, so it is unpacked, not installed.
$(NEWTON)/ready: | $(READY)
	mkdir -p $(NEWTON)
	$(BIN)/python -m pip download --quiet --no-deps --dest $(CACHE) newton==1.8.0
	$(BIN)/python -m zipfile -e $(CACHE)/newton-1.8.0-py3-none-any.whl $(NEWTON)
	touch $@

$(ROBOT_ASSETS)/ready: tests/parity/robots.toml | $(READY)
	$(BIN)/python -m tests.parity.robot_assets $(ROBOT_ASSETS)
	touch $@
