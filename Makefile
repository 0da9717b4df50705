# The one door for every chore. Each target sets up what it needs in .venv, and only what is missing.
PYTHON ?= python3
JOBS ?= 2
VENV := .venv
BIN := $(VENV)/bin
NATIVE := $(shell find native -name '*.cpp' -o -name '*.h')
STUBS := src/rearview/_core
# What takes long shows how far it is.
STEP := $(PYTHON) tools/run_step.py
PIP_INSTALL := $(BIN)/python -m pip install --verbose

.PHONY: help setup solve test soundness lint format stubs docs bench profile results strength \
  sanitize tidy dist checkdist clean

help:  ## list the targets
	@grep -hE '^[a-z]+:.*## ' $(MAKEFILE_LIST) | sed -E 's/:.*## /\t/' | expand -t 12

setup: $(VENV)/installed  ## make .venv and build the package into it

$(VENV)/tools:
	@$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 10) and "rearview needs Python 3.10 or later: make PYTHON=...")'
	@$(STEP) 'making $(VENV)' $(PYTHON) -m venv $(VENV)
	@$(STEP) 'installing build tools' $(PIP_INSTALL) 'scikit-build-core>=0.10' 'nanobind>=2.4' 'cmake>=3.26' ninja
	@touch $@

$(VENV)/installed: $(VENV)/tools pyproject.toml CMakeLists.txt $(NATIVE)
	@$(STEP) 'building rearview' $(PIP_INSTALL) --no-build-isolation \
	  --config-settings=cmake.define.REARVIEW_DEVELOPER=ON --editable '.[dev]'
	@touch $@

solve: setup  ## solve a bundled XSokoban level and show the solution
	$(BIN)/rearview solve xsokoban:1

test: setup  ## run the tests
	$(BIN)/python -m pytest -q -n $(JOBS) tests

soundness: setup  ## run the whole of the soundness suite (many minutes)
	$(BIN)/python -m pytest -q -n $(JOBS) -m soundness tests

lint: setup  ## check style, types and stubs
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .
	$(BIN)/mypy
	$(BIN)/clang-format --dry-run --Werror $(NATIVE)
	$(BIN)/python -m nanobind.stubgen -q -r -m rearview._core -O $(VENV)
	diff -ru $(STUBS) $(VENV)/_core

format: setup  ## put all sources into the project's style
	$(BIN)/ruff check --fix .
	$(BIN)/ruff format .
	$(BIN)/clang-format -i $(NATIVE)

stubs: setup  ## write the type stubs of the native module anew
	$(BIN)/python -m nanobind.stubgen -q -r -m rearview._core -O $(dir $(STUBS))

docs: setup  ## build the documentation site into build/docs
	$(BIN)/sphinx-build --quiet --fail-on-warning --builder html docs build/docs

bench: setup  ## measure the speed of the core
	$(BIN)/python benchmarks/expansion_speed.py

PROFILED := build/profiled
profile: setup  ## say where the time of a search goes (needs perf)
	@$(STEP) 'building with symbols' $(PIP_INSTALL) --no-build-isolation --no-deps --upgrade \
	  --target $(PROFILED) --config-settings=build-dir=build/profile \
	  --config-settings=cmake.build-type=RelWithDebInfo --config-settings=install.strip=false \
	  --config-settings=cmake.define.CMAKE_CXX_FLAGS_RELWITHDEBINFO="-O3 -DNDEBUG -g" .
	PYTHONPATH=$(PROFILED):$(SITE_PACKAGES) $(BIN)/python -S benchmarks/search_profile.py

results: setup  ## write docs/results.md anew from the data in docs/results
	$(BIN)/rearview experiment results -o docs/results

STRENGTH := build/strength
SETS := xsokoban microban microban2 grigr sasquatch1
# In a folder, with further options, for a folder that keeps the page.
define measure_strength
	$(BIN)/python benchmarks/known_solutions.py $(1)
	cd $(1) && $(abspath $(BIN))/rearview experiment strength --jobs $(JOBS) -o . $(2) \
	  $(SETS:%=--levels %.sok)
	mkdir -p $(3) && cp $(1)/strength.md $(1)/strength.csv $(3)
endef

strength: setup  ## measure what is solved in how much time, and write docs/strength.md (20 minutes)
	$(call measure_strength,$(STRENGTH),,docs)

# The same with a model that is trained with another seed: `make strength-1`.
strength-%: setup
	mkdir -p $(STRENGTH)-$*
	$(BIN)/rearview train --levels microban --seed $* -o $(STRENGTH)-$*/model.json
	$(call measure_strength,$(STRENGTH)-$*,--seeds $* --model model.json,docs/strength-seed-$*)

# The same for level files that are not bundled, in a folder: the smallest sets first, as whatever ends it may
# come early. What is done is kept, and the same command goes on.
MORE := sokhard holland sven-odd
strength-more: setup
	@test -n '$(FOLDER)' || { echo 'where are the levels? make strength-more FOLDER=...'; exit 2; }
	mkdir -p $(STRENGTH)-more docs/strength-more
	cd $(FOLDER) && $(abspath $(BIN))/rearview experiment strength --jobs $(JOBS) \
	  -o $(abspath $(STRENGTH)-more) $(MORE:%=--levels %.xsb)
	cp $(STRENGTH)-more/strength.md $(STRENGTH)-more/strength.csv docs/strength-more

SANITIZED := build/sanitized
NATIVE_TESTS := $(addprefix tests/integration/test_,beam.py board.py detectors.py distance.py expander.py \
  features.py golden_trees.py look_back.py lurd.py optimal.py optimise.py perft.py persistence.py \
  planner.py push_bound.py search_tree.py soundness.py train.py variation.py) \
  tests/unit/levels/test_level_fuzz.py
SITE_PACKAGES = $(shell $(BIN)/python -c 'import sysconfig; print(sysconfig.get_path("purelib"))')
# -S leaves out the editable install, so that the sanitized build on PYTHONPATH is the one imported.
sanitize: setup  ## run native-heavy tests under AddressSanitizer and UndefinedBehaviorSanitizer
	@$(STEP) 'building with sanitizers' $(PIP_INSTALL) --no-build-isolation --no-deps --upgrade \
	  --target $(SANITIZED) --config-settings=cmake.define.REARVIEW_SANITIZE=ON \
	  --config-settings=build-dir=build/sanitize .
	PYTHONPATH=$(SANITIZED):$(SITE_PACKAGES) ASAN_OPTIONS=detect_leaks=0 \
	  LD_PRELOAD="$$(g++ -print-file-name=libasan.so) $$(g++ -print-file-name=libstdc++.so)" \
	  $(BIN)/python -S -m pytest -q -p no:cacheprovider $(NATIVE_TESTS)

# clang-tidy reads how each file is compiled; nothing is built.
tidy: setup  ## look for likely bugs in the native code with clang-tidy (minutes)
	$(BIN)/python -m pip install --quiet clang-tidy==23.1.4
	PATH=$(abspath $(BIN)):$$PATH cmake -S . -B build/tidy -G Ninja --log-level=ERROR \
	  -DCMAKE_EXPORT_COMPILE_COMMANDS=ON -DPython_EXECUTABLE=$(abspath $(BIN))/python
	find native/src -name '*.cpp' | PATH=$(abspath $(BIN)):$$PATH \
	  xargs -n 4 -P $(JOBS) clang-tidy --quiet -p build/tidy

# The wheel is built from the sdist, which proves that nothing is missing there.
dist: $(VENV)/tools  ## build the sdist, and from it a wheel for this machine, into dist/
	$(BIN)/python -m pip install --quiet build
	rm -rf dist
	$(BIN)/python -m build --outdir dist

CHECKED := build/checkdist
checkdist:  ## install the wheel in dist/ for PYTHON on its own, and run the tests of the sdist on it
	rm -rf $(CHECKED) && mkdir -p $(CHECKED)
	tar -xzf dist/rearview-*.tar.gz -C $(CHECKED) --strip-components=1
	$(PYTHON) -m venv $(CHECKED)/.venv
	$(CHECKED)/.venv/bin/python -m pip install --quiet --only-binary rearview --find-links dist \
	  'rearview[test]'
	cd $(CHECKED) && .venv/bin/python -m pytest -q -n $(JOBS) tests

clean:  ## remove everything that was built
	rm -rf $(VENV) build dist src/rearview/_core*.so .pytest_cache .mypy_cache .ruff_cache .hypothesis
	find . -name __pycache__ -prune -exec rm -rf {} +
