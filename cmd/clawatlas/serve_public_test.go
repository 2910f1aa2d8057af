package main

import (
	"net/http"
	"testing"

	"github.com/alecthomas/kong"
)

// The counters have an address of their own, and the flags reach the site.
func TestMetricsAddress(t *testing.T) {
	addr, err := freeAddr()
	if err != nil {
		t.Fatal(err)
	}
	var c serveCmd
	parser, err := kong.New(&c)
	if err != nil {
		t.Fatal(err)
	}
	if _, err := parser.Parse([]string{"--metrics-addr", addr, "--trusted-proxy", "loopback", "--trusted-proxy", "192.0.2.0/24,2001:db8::/32", "--base-url", "https://Atlas.example/", "--same-origin"}); err != nil {
		t.Fatal(err)
	}
	cfg := c.config()
	if len(cfg.Proxies) != 4 || !cfg.SameOrigin || cfg.BaseURL != "https://atlas.example" || cfg.Keeping.SMaxAge == 0 || cfg.Keeping.RunSMaxAge == 0 || cfg.Keeping.StaleWhileRevalidate != 0 || cfg.Limit != 20 {
		t.Errorf("the site gets %+v", cfg)
	}
	stop, err := c.serveMetrics(cfg.Metrics)
	if err != nil {
		t.Fatal(err)
	}
	resp, err := http.Get("http://" + addr + "/metrics")
	if err != nil {
		t.Fatal(err)
	}
	resp.Body.Close()
	if resp.StatusCode != http.StatusOK {
		t.Errorf("GET /metrics: %s", resp.Status)
	}
	stop()
	if _, err := http.Get("http://" + addr + "/metrics"); err == nil {
		t.Error("the address answers after the end")
	}
	if stop, err = new(publicFlags).serveMetrics(cfg.Metrics); err != nil {
		t.Fatal(err)
	}
	stop()
}
