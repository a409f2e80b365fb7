# Everything runs in .venv at the root of the repository. The Makefile creates it, keeps it in step
# with requirements/*.txt and pyproject.toml, and needs only make and Python 3.11 or newer. The web
# client is built with the machine's Node.js or, where there is none, with one put into .venv.
#
#   make play ARGS="--port 8080"   passes options on to the command
#   make test PYTHON=/path/python  builds .venv with that Python
#   make bench LOAD="--tables 200" passes options on to the load test, FAULTS= to that of make soak

PYTHON ?=
ARGS ?=
LOAD ?=
FAULTS ?=
GAME ?= attrition
EXTRAS ?=

VENV := .venv
BIN := $(VENV)/bin
INSTALL := sh scripts/install.sh $(VENV)
OFFLINE := 75
LOCK := $(BIN)/uv pip compile -q --universal --python-version 3.11 --generate-hashes \
	--no-emit-index-url --no-header --no-annotate
ATLAS := world-atlas@2.0.2

CLIENT := src/entente/server/static/index.html
TYPES := web/src/lib/generated
WEB := $(shell find web/src web/public -type f -not -path "$(TYPES)/*") web/index.html web/package.json web/svelte.config.js \
	web/tsconfig.json web/vite.config.ts $(wildcard src/entente/games/*/data/drawing.css) \
	src/entente/kernel/drawn_board.css
NPM := cd web && PATH="$(CURDIR)/$(VENV)/node:$$PATH" npm

INSTALLED := $(VENV)/.stamp-docs web/node_modules/.stamp chromium
QUICK_CHECKS := of-style of-imports of-texts of-client-types
TOGETHER = $(BIN)/python scripts/side_by_side.py "$(MAKE)"

# The tests and the servers they start read the same modules again and again.
unexport PYTHONDONTWRITEBYTECODE

# mkdocs-material prints an announcement about its future on every build; see docs/decisions/0001.
export NO_MKDOCS_2_WARNING := 1

.DEFAULT_GOAL := help
.PHONY: help play terminal client test quick check bench soak soak-games soak-faults soak-growth \
	soak-tests soak-compiled soak-ray package release extras docs boards screenshots lock clean chromium other-browsers \
	tests tests-in-browsers tests-of-server tests-of-games tests-of-the-rest \
	of-types of-client of-documentation $(QUICK_CHECKS)

help: ## list these targets
	@awk -F ':.*## ' '/^[a-z]+:.*## / { printf "  make %-11s  %s\n", $$1, $$2 }' $(MAKEFILE_LIST)

# Ctrl-C is how one leaves: no error. make, which hears it too, ends with it in any case; the shell
# waits with it until the program has ended.
INTERRUPTED = { status=$$?; [ $$status -eq 130 ] || exit $$status; }

play: $(VENV)/.stamp-run $(CLIENT) ## play in the browser: starts the server, prints its address
	@trap : INT; $(BIN)/entente serve $(ARGS) || $(INTERRUPTED)

terminal: $(VENV)/.stamp-run ## play in the terminal (GAME=diplomacy, ARGS="--lang fr" …)
	@trap : INT; $(BIN)/entente play $(GAME) $(ARGS) || $(INTERRUPTED)

client: $(CLIENT) ## build the web client

# Build the client and compile the server's modules while pip still fetches the rest. If the client
# does not build, the part `client` reports it.
test: ## everything that must hold: check, tests, documentation
	@$(MAKE) --no-print-directory -j 4 -k $(INSTALLED) client || \
		$(MAKE) --no-print-directory -j 4 $(INSTALLED)
	@$(TOGETHER) client $(TESTS) of-types $(QUICK_CHECKS:%client-types=client:%client-types) \
		client:of-client of-documentation

quick: $(VENV)/.stamp-dev ## while coding: style, types, and the tests that import what has changed
	@$(BIN)/python -m scripts.quick $(ARGS)

check: $(VENV)/.stamp-dev web/node_modules/.stamp $(TYPES)/server.ts ## style, types, import directions, both languages complete
	@$(TOGETHER) of-types $(QUICK_CHECKS)

# -- the parts of `make test` and `make check`, which run side by side

# Every process collects all tests of its part, so the parts are separate; the last one takes what no
# other folder names. A worker of xdist that dies ends the run, because its replacement may wait for
# work for ever. The browsers wait most, and come first; parts with one process fill the gaps; the
# server's tests, some of which wait too, share their work between three processes, and so keep both
# cores busy to the end.
PYTEST = $(BIN)/python -m pytest
FILLING = nice -n 3
LAST = nice -n 7
SHARED = --dist worksteal --max-worker-restart 0
GAMES = tests/games tests/kernel tests/rulebook
TESTS = $(if $(ARGS),client:tests,client:tests-in-browsers tests-of-server tests-of-games tests-of-the-rest)

tests:
	@$(PYTEST) -n 3 $(SHARED) $(ARGS)

tests-in-browsers:
	@$(PYTEST) tests/browser

tests-of-server:
	@$(LAST) $(PYTEST) -n 3 $(SHARED) tests/server

# Ten thousand short tests; none of them reads the log.
tests-of-games:
	@$(FILLING) $(PYTEST) -p no:logging $(GAMES)

tests-of-the-rest:
	@$(FILLING) $(PYTEST) $(addprefix --ignore ,tests/browser tests/server $(GAMES)) tests

of-style:
	@$(BIN)/ruff check -q .
	@$(BIN)/ruff format -q --check .

of-types:
	@$(FILLING) $(BIN)/python -m mypy

of-imports:
	@$(BIN)/lint-imports --no-logo

of-texts:
	@$(BIN)/python -m entente.kernel.text_check

of-client-types:
	@$(NPM) run --silent check

of-client:
	@$(NPM) run --silent test

of-documentation:
	@$(FILLING) $(BIN)/python -m mkdocs -q build --strict

# -- other things to run

bench: $(VENV)/.stamp-bench $(VENV)/.stamp-fast $(VENV)/.stamp-dev $(CLIENT) chromium ## measure the speed we claim
	@$(BIN)/python -m benchmarks.run $(ARGS)
	@$(BIN)/python -m benchmarks.environments
	@$(BIN)/python -m benchmarks.seven
	@$(BIN)/python -m benchmarks.load $(LOAD)
	@$(BIN)/python -m benchmarks.crowd
	@$(BIN)/python -m benchmarks.page

soak: soak-games soak-faults soak-growth soak-tests soak-compiled soak-ray ## the long test: hours, or a part of it: make soak-games …

soak-games: $(VENV)/.stamp-run
	@$(BIN)/python benchmarks/soak.py $(ARGS)

soak-faults: $(VENV)/.stamp-dev $(CLIENT)
	@$(BIN)/python -m benchmarks.faults $(FAULTS)

soak-growth: $(VENV)/.stamp-fast
	@$(BIN)/python -m benchmarks.growth

soak-tests: $(VENV)/.stamp-fast $(VENV)/.stamp-dev $(VENV)/.stamp-peers $(CLIENT) chromium other-browsers
	@ENTENTE_TEST_THOROUGH=1 $(PYTEST) -n 2 $(SHARED) -m "amount or one_database or soak" $(ARGS)

# Compiled: Numba is installed here, unlike in `make test`.
soak-compiled: $(VENV)/.stamp-fast $(VENV)/.stamp-dev
	@$(PYTEST) tests/games/diplomacy/batch

soak-ray: $(VENV)/.stamp-ray
	@$(PYTEST) tests/on_ray

package: $(VENV)/.stamp-package $(CLIENT) ## build a pure wheel, and one compiled for this machine, into dist
	@$(BIN)/python -m scripts.package $(ARGS)

release: $(VENV)/.stamp-package $(CLIENT) ## run the checklist of a release (ARGS=--full: with all tests)
	@$(BIN)/python -m scripts.release $(ARGS)

extras: $(VENV)/.stamp-run ## install optional features (EXTRAS=envs,fast …)
	@test -n "$(EXTRAS)" || { echo "name the extras, for example: make extras EXTRAS=envs,fast" >&2; exit 1; }
	@$(INSTALL) --no-build-isolation -e ".[$(EXTRAS)]"

docs: $(VENV)/.stamp-docs ## build the documentation into build/site
	@$(BIN)/python -m mkdocs -q build --strict
	@echo "open build/site/index.html"

boards: $(VENV)/.stamp-draw ## draw the maps again, from public-domain coastlines (needs npm)
	@mkdir -p build/atlas
	@cd build/atlas && rm -f *.tgz && npm pack --silent $(ATLAS) >/dev/null && tar xzf world-atlas-*.tgz
	@for game in attrition diplomacy pax turmoil; do \
		$(BIN)/python -m scripts.draw_$$game build/atlas/package/countries-50m.json || exit 1; \
	done

screenshots: $(VENV)/.stamp-dev $(CLIENT) chromium ## take the pictures of the documentation again
	@$(BIN)/python -m scripts.screenshots $(ARGS)

lock: $(VENV)/.stamp-uv ## renew requirements/*.txt (ARGS=--upgrade for the newest versions)
	@$(LOCK) $(ARGS) pyproject.toml --extra server requirements/dev.in -o requirements/dev.txt
	@$(LOCK) $(ARGS) pyproject.toml --extra server requirements/run.in -c requirements/dev.txt -o requirements/run.txt
	@$(LOCK) $(ARGS) pyproject.toml --extra server --extra redis --extra telemetry -c requirements/dev.txt -o requirements/image.txt
	@$(LOCK) $(ARGS) requirements/docs.in -c requirements/dev.txt -o requirements/docs.txt
	@$(LOCK) $(ARGS) requirements/bench.in -c requirements/dev.txt -o requirements/bench.txt
	@$(LOCK) $(ARGS) requirements/fast.in -c requirements/dev.txt -o requirements/fast.txt
	@$(LOCK) $(ARGS) requirements/draw.in -c requirements/dev.txt -c requirements/fast.txt -o requirements/draw.txt
	@$(LOCK) $(ARGS) requirements/ray.in -c requirements/dev.txt -c requirements/fast.txt -o requirements/ray.txt
	@$(LOCK) $(ARGS) requirements/peers.in -c requirements/dev.txt -c requirements/fast.txt -c requirements/ray.txt -o requirements/peers.txt
	@$(LOCK) $(ARGS) requirements/package.in -c requirements/dev.txt -o requirements/package.txt
	@$(LOCK) $(ARGS) requirements/node.in -o requirements/node.txt
	@$(LOCK) $(ARGS) requirements/uv.in -o requirements/uv.txt

clean: ## remove .venv and everything that was built
	@rm -rf $(VENV) web/node_modules web/.svelte-check $(TYPES) src/entente/server/static
	@rm -rf build dist .hypothesis .import_linter_cache .mypy_cache .pytest_cache .ruff_cache
	@find src tests benchmarks examples scripts -name __pycache__ -type d -prune -exec rm -rf {} + 2>/dev/null || true

# The environment is installed in layers; a layer is redone if its stamp is older than its sources.

$(VENV)/.stamp-venv:
	@python=$$(sh scripts/python.sh $(if $(PYTHON),"$(PYTHON)")) && \
		echo "creating $(VENV) with $$("$$python" --version) ($$python)" && \
		"$$python" -m venv $(VENV)
	@touch $@

# uv installs the rest; without it, pip does.
$(VENV)/.stamp-uv: $(VENV)/.stamp-venv requirements/uv.txt
	@$(INSTALL) --require-hashes -r requirements/uv.txt || \
		{ [ $$? -ne $(OFFLINE) ] && echo "going on without uv"; }
	@touch $@

$(VENV)/.stamp-run: $(VENV)/.stamp-uv requirements/run.txt pyproject.toml
	@echo "installing Entente"
	@$(INSTALL) --require-hashes -r requirements/run.txt
	@sh scripts/uninstall_former.sh $(VENV)
	@$(INSTALL) --no-deps --no-build-isolation -e .
	@touch $@

$(VENV)/.stamp-dev: $(VENV)/.stamp-run requirements/dev.txt
	@echo "installing what tests and checks need"
	@$(INSTALL) --require-hashes -r requirements/dev.txt
	@touch $@

$(VENV)/.stamp-docs: $(VENV)/.stamp-dev requirements/docs.txt
	@echo "installing what the documentation needs"
	@$(INSTALL) --require-hashes -r requirements/docs.txt
	@touch $@

$(VENV)/.stamp-bench: $(VENV)/.stamp-run requirements/bench.txt
	@echo "installing what the benchmarks compare with"
	@$(INSTALL) --require-hashes -r requirements/bench.txt
	@touch $@

$(VENV)/.stamp-fast: $(VENV)/.stamp-run requirements/fast.txt
	@echo "installing what compiles Diplomacy in batches"
	@$(INSTALL) --require-hashes -r requirements/fast.txt
	@touch $@

$(VENV)/.stamp-ray: $(VENV)/.stamp-dev requirements/ray.txt
	@echo "installing Ray"
	@$(INSTALL) --require-hashes -r requirements/ray.txt
	@touch $@

$(VENV)/.stamp-peers: $(VENV)/.stamp-dev requirements/peers.txt
	@echo "installing Stable-Baselines3 and torch"
	@$(INSTALL) --require-hashes -r requirements/peers.txt
	@touch $@

$(VENV)/.stamp-package: $(VENV)/.stamp-dev requirements/package.txt
	@echo "installing what compiling needs"
	@$(INSTALL) --require-hashes -r requirements/package.txt
	@touch $@

$(VENV)/.stamp-draw: $(VENV)/.stamp-run requirements/draw.txt
	@echo "installing what drawing the maps needs"
	@$(INSTALL) --require-hashes -r requirements/draw.txt
	@touch $@

# -- the web client and the browser that tests it

chromium:
	@sh scripts/chromium.sh

other-browsers:
	@sh scripts/other_browsers.sh

$(VENV)/.stamp-node: $(VENV)/.stamp-uv requirements/node.txt scripts/node.sh
	@sh scripts/node.sh $(VENV) || { \
		echo "installing Node.js into $(VENV)"; \
		rm -rf $(VENV)/node/wheel; \
		$(INSTALL) --require-hashes --target $(VENV)/node/wheel -r requirements/node.txt && \
		sh scripts/node.sh $(VENV) wheel; }
	@touch $@

web/node_modules/.stamp: $(VENV)/.stamp-node web/package-lock.json
	@echo "installing what the web client is built with"
	@sh scripts/needs_network.sh "packages of the web client" sh -c '$(NPM) ci --loglevel error --ignore-scripts --no-audit --no-fund'
	@touch $@

# The client's types of the server's frames. Most changes of the server do not touch them; then the
# client is not built again.
$(TYPES)/server.ts: $(TYPES)/.stamp ;

$(TYPES)/.stamp: $(VENV)/.stamp-run scripts/client_types.py $(shell find src/entente -name "*.py")
	@$(BIN)/python -m scripts.client_types $(TYPES)/server.ts
	@touch $@

$(CLIENT): web/node_modules/.stamp $(WEB) $(TYPES)/server.ts
	@echo "building the web client"
	@$(NPM) run --silent build -- --logLevel warn
	@touch $@
