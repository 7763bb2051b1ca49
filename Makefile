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
.PHONY: help run test lint contract monitoring fuzz clients check-clients format audit bench chaos soak kernel cases lock upgrade image image-check sbom chart chart-lint chart-values chart-snapshots chart-apiserver clean

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

monitoring: $(VENV)/.stamp-dev ## check alerts and dashboard against Prometheus and the running service (needs promtool)
	@$(BIN)/python -m scripts.check_monitoring

fuzz: $(VENV)/.stamp-dev ## schemathesis against the running service (ARGS="--examples 1000 --seed 7", or --seconds 3600)
	@$(BIN)/python -m scripts.fuzz $(ARGS)

clients: $(VENV)/.stamp-dev ## generate the clients into build/clients (ARGS="python go"; docs/clients.md has what each needs)
	@$(BIN)/python scripts/check_clients.py --generate $(ARGS)

check-clients: $(VENV)/.stamp-dev ## generate them, check them strictly, and ask a live service the vectors (ARGS as above)
	@$(BIN)/python scripts/check_clients.py $(ARGS)

audit: $(VENV)/.stamp-audit ## look the locked packages up among known vulnerabilities (needs an advisory service)
	$(BIN)/pip-audit --strict --disable-pip --require-hashes --requirement requirements.lock $(ARGS)

bench: $(VENV)/.stamp-bench ## measure the generator against its peers, match records, then the service over HTTP
	$(BIN)/python -m bench.generator
	$(BIN)/python -m bench.records
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
	$(call compile,requirements-dev.lock,--extra dev --extra otel --constraint requirements.lock)
	$(call compile,requirements-otel.lock,--extra otel --constraint requirements-dev.lock)
	$(call compile,requirements-bench.lock,--extra bench --constraint requirements-dev.lock)
	$(call compile,requirements-audit.lock,--extra audit --constraint requirements-dev.lock)
	$(call compile,clients/python/requirements.lock,--extra check --constraint requirements-dev.lock,clients/python/)

upgrade: ## rewrite the lock files with the newest versions allowed
	$(MAKE) lock LOCK_FLAGS=--upgrade

image: ## build the container image
	docker build --tag portes-referee \
		--build-arg VERSION=$$(sed -n 's/^__version__ = "\(.*\)"$$/\1/p' service/__init__.py) \
		--build-arg REVISION=$$(git rev-parse HEAD) $(ARGS) .

image-check: $(VENV)/.stamp-dev ## build the Dockerfile in an empty Debian, without an engine, and prove what came of it (needs root and debootstrap)
	@$(BIN)/python -m scripts.image_check $(ARGS)

sbom: $(VENV)/.stamp-venv ## write build/sbom.cdx.json: what requirements.lock installs here, in CycloneDX
	@rm -rf build/runtime && mkdir -p build && $(BIN)/python -m venv --without-pip build/runtime
	@$(PIP) --python build/runtime/bin/python install --quiet --require-hashes --requirement requirements.lock
	@build/runtime/bin/python scripts/sbom.py > build/sbom.cdx.json
	@echo build/sbom.cdx.json

chart: chart-lint ## lint the chart with Helm, render it in many ways, and hold that to Kubernetes' rules (needs Go)
	@$(BIN)/python -m pytest tests/chart tests/ops/test_chart.py $(ARGS)

chart-lint: $(VENV)/.stamp-dev build/helm build/podsecurity build/crds
	build/helm lint --strict helm
	build/helm lint --strict helm --values helm/values-prod.yaml

chart-values: $(VENV)/.stamp-dev ## write the settings, and the table of the values, into the chart
	@$(BIN)/python -m scripts.chart_values

chart-snapshots: $(VENV)/.stamp-dev build/helm ## write tests/chart/snapshots anew; read the difference before committing it
	@$(BIN)/python -m tests.chart.rendering

chart-apiserver: $(VENV)/.stamp-dev build/helm build/crds build/apiserver ## install, upgrade and roll back the chart on a real API server (needs Go; builds Kubernetes' own programs first)
	@$(BIN)/python -m tests.chart.on_apiserver

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

build/helm build/podsecurity: build/%: tests/chart/tools/go.sum $(wildcard tests/chart/tools/*/*.go)
	@command -v go >/dev/null || { echo "Go is needed to build Helm and what checks its manifests"; exit 1; }
	cd tests/chart/tools && go build -trimpath -ldflags "-s -w" -o ../../../$@ $(if $(filter build/helm,$@),helm.sh/helm/v4/cmd/helm,./podsecurity)

# The definitions of what is no part of Kubernetes itself, as their projects release them.
build/crds: tests/chart/crds/go.sum
	rm -rf $@.part && mkdir -p $@.part
	cd tests/chart/crds && go mod download && for file in \
		$$(go list -m -f '{{.Dir}}' sigs.k8s.io/gateway-api)/config/crd/standard/*_httproutes.yaml \
		$$(go list -m -f '{{.Dir}}' github.com/prometheus-operator/prometheus-operator)/example/prometheus-operator-crd/*_servicemonitors.yaml \
		$$(go list -m -f '{{.Dir}}' github.com/prometheus-operator/prometheus-operator)/example/prometheus-operator-crd/*_prometheusrules.yaml; \
	do install -m 644 $$file ../../../$@.part || exit; done
	rm -rf $@ && mv $@.part $@

# Kubernetes tells its version only if that is put in; Helm compares it with what the chart needs.
build/apiserver: tests/chart/apiserver/go.sum
	@command -v go >/dev/null || { echo "Go is needed to build the API server"; exit 1; }
	rm -rf $@.part && mkdir -p $@.part
	cd tests/chart/apiserver && go build -trimpath -ldflags "-s -w" -o ../../../$@.part/ go.etcd.io/etcd/server/v3 && go build -trimpath -o ../../../$@.part/ \
		-ldflags "-s -w -X k8s.io/component-base/version.gitVersion=$$(go list -m -f '{{.Version}}' k8s.io/kubernetes)" \
		k8s.io/kubernetes/cmd/kube-apiserver k8s.io/kubernetes/cmd/kube-controller-manager
	rm -rf $@ && mv $@.part $@

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

$(VENV)/.stamp-audit: requirements-audit.lock $(VENV)/.stamp-dev
	$(PIP) install --quiet --require-hashes --requirement requirements-audit.lock
	@touch $@
