// Not code: the definitions that the Gateway API and the Prometheus operator release, which the
// chart's objects are held to. Nothing imports them, so `go mod tidy` would drop both.
module portes-referee/tests/chart/crds

go 1.26.0

require (
	github.com/prometheus-operator/prometheus-operator v0.85.0
	sigs.k8s.io/gateway-api v1.6.3
)
