"""Newton's models made from our columns, held against those that Newton's own importer makes of the stage."""
