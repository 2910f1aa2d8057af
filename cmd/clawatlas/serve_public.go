package main

import (
	"fmt"
	"net"
	"net/http"
	"net/netip"
	"net/url"
	"os"
	"strings"
	"time"

	"github.com/clawatlas/clawatlas/web"
)

// publicFlags configure the site's public URL, caches and limits.
type publicFlags struct {
	BaseURL              baseURL       `name:"base-url" env:"CLAWATLAS_BASE_URL" help:"Public URL of the site, such as https://atlas.example; by default, the scheme and host of each request." placeholder:"URL"`
	Public               bool          `env:"CLAWATLAS_PUBLIC" help:"Serve everyone on a loopback address. Without this or --base-url, a loopback address answers only to localhost, and scripts of other sites cannot read data."`
	SameOrigin           bool          `env:"CLAWATLAS_SAME_ORIGIN" help:"Prevent scripts of other sites from reading the API, tables, records and pictures. Use it for a private site."`
	Limit                float64       `default:"20" env:"CLAWATLAS_LIMIT" help:"Requests per second from one client (an IPv4 address or an IPv6 /64) to the API, search and comparisons; 0 means no limit." placeholder:"N"`
	TrustedProxy         []proxy       `env:"CLAWATLAS_TRUSTED_PROXY" help:"Proxy whose X-Forwarded-For or Forwarded is trusted: an address, a range, loopback or private. Repeatable." placeholder:"CIDR"`
	Downloads            string        `env:"CLAWATLAS_DOWNLOADS" help:"Folder with the downloads that the site offers: the published database, and its runs, trials, checks and steps as Parquet." placeholder:"DIR"`
	MetricsAddr          string        `env:"CLAWATLAS_METRICS_ADDR" help:"Address that serves /metrics for Prometheus; without it, there are no metrics." placeholder:"HOST:PORT"`
	SMaxAge              time.Duration `name:"s-maxage" default:"1m" env:"CLAWATLAS_S_MAXAGE" help:"How long shared caches may serve a page without revalidating it (default 1m); 0 means never." placeholder:"TIME"`
	RunSMaxAge           time.Duration `name:"run-s-maxage" default:"10m" env:"CLAWATLAS_RUN_S_MAXAGE" help:"The same for a run's own pages and records (default 10m). A run that is taken down may remain visible that long." placeholder:"TIME"`
	StaleWhileRevalidate time.Duration `default:"0s" env:"CLAWATLAS_STALE_WHILE_REVALIDATE" help:"How much longer caches, including browsers, may serve a stale page while they revalidate it." placeholder:"TIME"`
}

// proxy is the value of --trusted-proxy: the address ranges of trusted proxies.
type proxy []netip.Prefix

func (p *proxy) UnmarshalText(text []byte) (err error) {
	*p, err = web.ParseProxy(string(text))
	return err
}

// baseURL is the value of --base-url.
type baseURL string

func (u *baseURL) UnmarshalText(text []byte) error {
	s, err := web.ParseBaseURL(string(text))
	*u = baseURL(s)
	return err
}

// Validate rejects invalid durations and limits.
func (f *publicFlags) Validate() error {
	if f.SMaxAge < 0 || f.RunSMaxAge < 0 || f.StaleWhileRevalidate < 0 || !(f.Limit >= 0) {
		return fmt.Errorf("--limit, --s-maxage, --run-s-maxage and --stale-while-revalidate cannot be negative")
	}
	return nil
}

func (f *publicFlags) config() web.Config {
	cfg := web.Config{BaseURL: string(f.BaseURL), SameOrigin: f.SameOrigin, Limit: f.Limit, Metrics: web.NewMetrics(), ATIF: writeATIF,
		Keeping: web.Keeping{SMaxAge: f.SMaxAge, RunSMaxAge: f.RunSMaxAge, StaleWhileRevalidate: f.StaleWhileRevalidate}}
	if f.Downloads != "" {
		cfg.Downloads = os.DirFS(f.Downloads)
	}
	for _, p := range f.TrustedProxy {
		cfg.Proxies = append(cfg.Proxies, p...)
	}
	return cfg
}

// private reports whether the site is reachable only from this machine: it listens on a loopback
// address, and neither --base-url nor --public is set.
func (f *publicFlags) private(at net.Addr) bool {
	tcp, ok := at.(*net.TCPAddr)
	return ok && tcp.IP.IsLoopback() && f.BaseURL == "" && !f.Public
}

// thisMachine reports whether a lower-case host name is a loopback name.
func thisMachine(host string) bool { return host == "localhost" || net.ParseIP(host).IsLoopback() }

// onlyLocal rejects requests for host names other than those of this machine. Otherwise a foreign
// page could reach the site through a domain that resolves to the loopback address.
func onlyLocal(site http.Handler) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		u := url.URL{Host: r.Host}
		if !thisMachine(strings.ToLower(u.Hostname())) {
			http.Error(w, "this site is only available as localhost; --base-url or --public serves it under other names", http.StatusMisdirectedRequest)
			return
		}
		site.ServeHTTP(w, r)
	})
}

func hostPort(flag, addr string) (host, port string, err error) {
	if host, port, err = net.SplitHostPort(addr); err == nil {
		_, err = net.LookupPort("tcp", port)
	}
	if err != nil {
		err = usageError(fmt.Sprintf("%s %q is not HOST:PORT, such as 127.0.0.1:8080", flag, addr))
	}
	return host, port, err
}

func listen(flag, addr string) (net.Listener, error) {
	if _, _, err := hostPort(flag, addr); err != nil {
		return nil, err
	}
	ln, err := net.Listen("tcp", addr)
	if err != nil {
		return nil, fmt.Errorf("%s: %w", flag, err)
	}
	return ln, nil
}

// serveMetrics serves the metrics on a separate address, if one is set, until stop is called.
func (f *publicFlags) serveMetrics(m *web.Metrics) (stop func(), err error) {
	if f.MetricsAddr == "" {
		return func() {}, nil
	}
	ln, err := listen("--metrics-addr", f.MetricsAddr)
	if err != nil {
		return nil, err
	}
	srv := web.NewHTTPServer(f.MetricsAddr, m.Handler())
	go func() { _ = srv.Serve(ln) }() // the site works without metrics
	return func() { srv.Close() }, nil
}
