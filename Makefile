# Every target sets up what it needs from a bare Python: `make demo`.
PYTHON ?= python3
VENV = .venv
DB = smashup.db
PORT = 8001

READY := $(VENV)/.ready
BIN := $(VENV)/bin
SMASHUP := $(BIN)/smashup --db $(DB)

.PHONY: help demo serve test full bench live check docs lock clean
.DEFAULT_GOAL := help

help: ## say what can be made
	@awk -F ':.*## ' '/^[a-z]+:.*## /{printf "make %-6s %s\n", $$1, $$2}' $(firstword $(MAKEFILE_LIST))

# Anew when a dependency or the lock changes. The marker comes last: a broken set-up is done again.
$(READY): pyproject.toml requirements-dev.lock
	@$(PYTHON) -c 'import sys; sys.version_info >= (3, 11) or sys.exit( \
	    "smashup-kb needs Python 3.11 or newer, this is %d.%d: make PYTHON=/path/to/python3" % sys.version_info[:2])'
	$(PYTHON) -m venv --clear $(VENV)
	$(BIN)/python -m pip install -qq --require-hashes --requirement requirements-dev.lock
	$(BIN)/python -m pip install -qq --no-build-isolation --no-deps --editable .
	@touch $@

demo: $(READY) ## build the knowledge base from revisions/ and ask it three things
	$(SMASHUP) build revisions
	$(SMASHUP) card "Chief Auditor"
	$(SMASHUP) ruling "Can a Smudged Carbon copy another Smudged Carbon?" --limit 1
	$(SMASHUP) diff "Setting the Table" first 2026-03-20

serve: $(READY) ## open the knowledge base as a web site
	test -e $(DB) || $(SMASHUP) build revisions
	$(SMASHUP) serve --port $(PORT)

test: $(READY) ## run the tests
	$(BIN)/python -m pytest

full: $(READY) ## run what multiplies: every page at every size, each attack in each format (half an hour)
	$(BIN)/python -m pytest -m full

bench: $(READY) ## run the benchmarks: ratios, measured on this machine
	$(BIN)/python -m pytest -m benchmark tests/benchmarks

live: $(READY) ## compare with a real MediaWiki, set up on loopback (installs Debian's packages)
	$(BIN)/python -m pytest -m live tests/live

check: $(READY) ## lint, format and types
	$(BIN)/ruff check
	$(BIN)/ruff format --check
	$(BIN)/mypy

docs: $(READY) ## write the outputs in README.md and docs/ anew
	SMASHUP_UPDATE_README=1 $(BIN)/python -m pytest --quiet tests/test_readme.py

lock: ## write requirements-dev.lock anew, for every Python and machine that we support
	$(PYTHON) -m venv --clear build/lock
	build/lock/bin/python -m pip install -qq uv
	build/lock/bin/uv pip compile --quiet --universal --python-version 3.11 --generate-hashes --no-annotate \
	    --upgrade --custom-compile-command "make lock" --extra dev --output-file requirements-dev.lock pyproject.toml

clean: ## remove what was made here, the demo's database too
	rm -rf $(VENV) build dist $(DB) $(DB)-shm $(DB)-wal $(DB).index .pytest_cache .mypy_cache .ruff_cache .hypothesis
	find . -name __pycache__ -not -path './.git/*' -prune -exec rm -rf {} +
