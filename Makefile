# Two commands do everything on a machine with Python 3.11, make and a network:
#   make run    the service on http://127.0.0.1:8080
#   make test   the whole suite
# Both install what they need once and again only when the lock files or the packaging change.

PYTHON ?= python3
VENV := .venv
BIN := $(VENV)/bin
PIP := $(BIN)/python -m pip --disable-pip-version-check --require-virtualenv
PACKAGING := pyproject.toml setup.py

# Passed on as they are; their defaults are the service's own (docs/operations.md).
export HOST PORT OPS_PORT

.DEFAULT_GOAL := help
.PHONY: help run test lint contract fuzz clients check-clients format bench chaos soak kernel cases lock upgrade image chart clean

help: ## list the targets
	@awk -F ':.*## ' '/^[a-z-]+:.*## / {printf "  %-13s %s\n", $$1, $$2}' $(MAKEFILE_LIST)

run: $(VENV)/.stamp-run ## install what is needed and serve on HOST:PORT (127.0.0.1:8080)
	@exec $(BIN)/python -m gunicorn --config python:service.gunicorn_conf service.wsgi:app

test: $(VENV)/.stamp-dev ## install what is needed and run the whole suite (ARGS="-k cube -x")
	@$(BIN)/python -m pytest $(ARGS)

lint: $(VENV)/.stamp-dev ## ruff, formatting, types and who may import whom
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .
	$(BIN)/mypy
	$(BIN)/lint-imports

format: $(VENV)/.stamp-dev ## rewrite the sources the way `make lint` wants them
	$(BIN)/ruff check --fix .
	$(BIN)/ruff format .

contract: $(VENV)/.stamp-dev contract/node_modules/.stamp build/oasdiff ## lint the contract, and compare it with the last released one (needs Node 20 and Go)
	@cd contract && node_modules/.bin/redocly lint --config redocly.yaml ../openapi.yaml
	@cd contract && node_modules/.bin/spectral lint --fail-severity hint ../openapi.yaml
	@$(BIN)/python scripts/check_compatibility.py build/oasdiff

fuzz: $(VENV)/.stamp-dev ## schemathesis against the running service (ARGS="--examples 1000 --seed 7", or --seconds 3600)
	@$(BIN)/python -m scripts.fuzz $(ARGS)

clients: $(VENV)/.stamp-dev ## generate the clients into build/clients (ARGS="python go"; docs/clients.md has what each needs)
	@$(BIN)/python scripts/check_clients.py --generate $(ARGS)

check-clients: $(VENV)/.stamp-dev ## generate them, check them strictly, and ask a live service the vectors (ARGS as above)
	@$(BIN)/python scripts/check_clients.py $(ARGS)

bench: $(VENV)/.stamp-bench ## measure the generator against its peers, then the service over HTTP
	$(BIN)/python -m bench.generator
	$(BIN)/python -m bench.http $(ARGS)

chaos: $(VENV)/.stamp-dev ## a steady load while workers, Redis, instances and other clients go wrong (ARGS="--seconds 30")
	@$(BIN)/python -m bench.chaos $(ARGS)

soak: $(VENV)/.stamp-dev ## half a million requests: do memory and file handles stay flat (ARGS="--requests 1000000")
	@$(BIN)/python -m bench.soak $(ARGS)

kernel: $(VENV)/.stamp-dev ## compile the kernel in place (needs a C compiler)
	$(BIN)/python scripts/compile_kernel.py

cases: $(VENV)/.stamp-dev ## replay the recorded cases
	$(BIN)/python scripts/check_cases.py $(ARGS)

lock: $(VENV)/.stamp-dev ## rewrite the lock files after a change of pyproject.toml
	$(call compile,requirements.lock)
	$(call compile,requirements-dev.lock,--extra dev --constraint requirements.lock)
	$(call compile,requirements-bench.lock,--extra bench --constraint requirements-dev.lock)
	$(call compile,clients/python/requirements.lock,--extra check --constraint requirements-dev.lock,clients/python/)

upgrade: ## rewrite the lock files with the newest versions allowed
	$(MAKE) lock LOCK_FLAGS=--upgrade

image: ## build the container image
	docker build --tag portes-referee .

chart: ## lint and render the chart, where helm is present
	@if command -v helm >/dev/null; \
	then helm lint --strict helm && helm template referee helm >/dev/null; \
	else echo "helm is not here: nothing checked"; fi

clean: ## remove everything that was installed or built
	rm -rf $(VENV) build dist contract/node_modules clients/*/node_modules *.egg-info .pytest_cache .mypy_cache .ruff_cache .hypothesis .import_linter_cache
	find . -name __pycache__ -prune -exec rm -rf {} +
	find . -name '*.so' -not -path './.git/*' -delete

# One lock for every platform and every Python from 3.11 on, with hashes and without the name of any
# registry: where packages come from is the business of the machine that installs.
compile = $(if $(PIP_INDEX_URL),UV_DEFAULT_INDEX=$(PIP_INDEX_URL)) $(BIN)/uv --quiet --native-tls pip compile \
	$(3)pyproject.toml $(2) --output-file $(1) --universal --python-version 3.11 --generate-hashes \
	--no-annotate --no-emit-index-url --no-emit-find-links --custom-compile-command "make lock" $(LOCK_FLAGS)

contract/node_modules/.stamp: contract/package-lock.json
	@command -v npm >/dev/null || { echo "Node 20 or newer with npm is needed to lint the contract"; exit 1; }
	cd contract && npm ci --silent
	@touch $@

build/oasdiff: contract/go.sum
	@command -v go >/dev/null || { echo "Go is needed to compare the contract with the released one"; exit 1; }
	cd contract && go build -o ../build/oasdiff github.com/oasdiff/oasdiff

# The environment is refreshed, not rebuilt, so that each target may find the other's.
$(VENV)/.stamp-venv:
	@$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11))' \
	|| { echo "Python 3.11 or newer is needed: make PYTHON=python3.11"; exit 1; }
	$(PYTHON) -m venv $(VENV)
	@touch $@

$(VENV)/.stamp-run: requirements.lock $(PACKAGING) | $(VENV)/.stamp-venv
	$(PIP) install --quiet --require-hashes --requirement requirements.lock
	$(PIP) install --quiet --no-deps --editable .
	@touch $@

$(VENV)/.stamp-dev: requirements-dev.lock $(VENV)/.stamp-run
	$(PIP) install --quiet --require-hashes --requirement requirements-dev.lock
	@touch $@

$(VENV)/.stamp-bench: requirements-bench.lock $(VENV)/.stamp-dev
	$(PIP) install --quiet --require-hashes --requirement requirements-bench.lock
	@touch $@
