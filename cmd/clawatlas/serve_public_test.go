package main

import (
	"net/http"
	"testing"

	"github.com/alecthomas/kong"

	"github.com/clawatlas/clawatlas/results/must"
)

// The counters have an address of their own, and the flags reach the site.
func TestMetricsAddress(t *testing.T) {
	addr := must.Get(freeAddr())(t)
	var c serveCmd
	parser := must.Get(kong.New(&c))(t)
	if _, err := parser.Parse([]string{"--metrics-addr", addr, "--trusted-proxy", "loopback", "--trusted-proxy", "192.0.2.0/24,2001:db8::/32", "--base-url", "https://Atlas.example/", "--same-origin"}); err != nil {
		t.Fatal(err)
	}
	cfg := c.config()
	if len(cfg.Proxies) != 4 || !cfg.SameOrigin || cfg.BaseURL != "https://atlas.example" || cfg.Keeping.SMaxAge == 0 || cfg.Keeping.RunSMaxAge == 0 || cfg.Keeping.StaleWhileRevalidate != 0 || cfg.Limit != 20 {
		t.Errorf("the site gets %+v", cfg)
	}
	stop := must.Get(c.serveMetrics(cfg.Metrics))(t)
	resp := must.Get(http.Get("http://" + addr + "/metrics"))(t)
	resp.Body.Close()
	if resp.StatusCode != http.StatusOK {
		t.Errorf("GET /metrics: %s", resp.Status)
	}
	stop()
	if _, err := http.Get("http://" + addr + "/metrics"); err == nil {
		t.Error("the address answers after the end")
	}
	must.Get(new(publicFlags).serveMetrics(cfg.Metrics))(t)()
}
