# Touchline. `make demo` and `make test` do all the set-up themselves; a second run does none of it again.
PYTHON ?= python3
VENV := .venv
BIN := $(VENV)/bin
STAMP := $(VENV)/.up-to-date

.PHONY: demo test test-no-color lint bench pictures clean

demo: $(STAMP)
	@$(BIN)/touchline demo

test: $(STAMP)
	@$(BIN)/python -m pytest -n auto --dist worksteal

test-no-color: $(STAMP)
	@NO_COLOR=1 $(BIN)/python -m pytest -n auto --dist worksteal -m screen tests/referee_tui

lint: $(STAMP)
	@$(BIN)/ruff check .
	@$(BIN)/ruff format --check .
	@$(BIN)/mypy
	@$(BIN)/lint-imports --no-cache

bench: $(STAMP)
	@$(BIN)/python benchmarks/run.py

pictures: $(STAMP)
	@$(BIN)/python benchmarks/make_pictures.py

# opencv-python needs libGL, which servers and slim images lack; the headless build of the same version has all
# that this project uses.
$(STAMP): requirements.lock pyproject.toml
	@command -v $(PYTHON) >/dev/null || { echo "Python 3.11 or newer is needed: $(PYTHON) was not found (PYTHON=... names another)." >&2; exit 2; }
	@$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11))' || { echo "Python 3.11 or newer is needed; $(PYTHON) is $$($(PYTHON) -V). PYTHON=python3.11 make ... names another." >&2; exit 2; }
	@echo "Setting up $(VENV) (once, about a minute) ..."
	@$(PYTHON) -m venv $(VENV)
	@$(BIN)/python -m pip install -qq --disable-pip-version-check --no-deps -r requirements.lock
	@! $(BIN)/python -c 'import cv2' 2>&1 | grep -q 'libGL' || { \
	  version=$$(sed -n 's/^opencv-python==\([0-9.]*\).*/\1/p' requirements.lock); \
	  echo "This system lacks libGL: using opencv-python-headless $$version in place of opencv-python."; \
	  $(BIN)/python -m pip uninstall -qq --yes --disable-pip-version-check opencv-python; \
	  $(BIN)/python -m pip install -qq --disable-pip-version-check --no-deps opencv-python-headless==$$version; }
	@$(BIN)/python -m pip install -qq --disable-pip-version-check --no-deps --no-build-isolation --editable .
	@touch $(STAMP)

clean:
	rm -rf $(VENV)
