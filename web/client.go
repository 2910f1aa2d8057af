package web

import (
	"cmp"
	"fmt"
	"net/http"
	"net/netip"
	"net/url"
	"slices"
	"strings"
	"time"

	"github.com/labstack/echo/v4"
	"golang.org/x/time/rate"

	"github.com/clawatlas/clawatlas/results/recent"
	"github.com/clawatlas/clawatlas/views/ui"
)

// ParseProxy parses a trusted proxy: an IP address, a range such as 10.0.0.0/8, "loopback" or
// "private".
func ParseProxy(s string) ([]netip.Prefix, error) {
	switch s {
	case "loopback":
		return prefixes("127.0.0.0/8", "::1/128"), nil
	case "private":
		return prefixes("10.0.0.0/8", "172.16.0.0/12", "192.168.0.0/16", "fc00::/7"), nil
	}
	if a, err := netip.ParseAddr(s); err == nil {
		a = a.Unmap().WithZone("")
		return []netip.Prefix{netip.PrefixFrom(a, a.BitLen())}, nil
	}
	p, err := netip.ParsePrefix(s)
	if err != nil {
		return nil, fmt.Errorf("%q is neither an address, nor a range such as 10.0.0.0/8, nor loopback or private", s)
	}
	if a := p.Addr(); a.Is4In6() && p.Bits() >= 96 {
		p = netip.PrefixFrom(a.Unmap(), p.Bits()-96)
	}
	return []netip.Prefix{p.Masked()}, nil
}

func prefixes(list ...string) []netip.Prefix {
	out := make([]netip.Prefix, len(list))
	for i, s := range list {
		out[i] = netip.MustParsePrefix(s)
	}
	return out
}

type clients struct{ proxies []netip.Prefix }

func (x clients) trusts(a netip.Addr) bool {
	return slices.ContainsFunc(x.proxies, func(p netip.Prefix) bool { return p.Contains(a) })
}

// address returns the client's IP address: the peer or, behind trusted proxies, the last address in
// the headers that is not a trusted proxy. If X-Forwarded-For and Forwarded disagree, one may be
// forged and it returns the peer.
func (x clients) address(req *http.Request) netip.Addr {
	peer := addressOf(req.RemoteAddr)
	old, new := req.Header.Values("X-Forwarded-For"), req.Header.Values("Forwarded")
	a, b := x.fromRight(peer, entries(old)), x.fromRight(peer, forwarded(new, "for"))
	switch {
	case len(new) == 0 || a == b:
		return a
	case len(old) == 0:
		return b
	}
	return peer
}

// fromRight walks back through a list of forwarded addresses, from the last to the first, and stops
// at the first address that is not trusted or that precedes an invalid one.
func (x clients) fromRight(at netip.Addr, list []string) netip.Addr {
	for i := len(list) - 1; i >= 0 && x.trusts(at); i-- {
		next := addressOf(list[i])
		if !next.IsValid() {
			return at
		}
		at = next
	}
	return at
}

func entries(lines []string) []string {
	if len(lines) == 0 {
		return nil
	}
	return strings.Split(strings.Join(lines, ","), ",")
}

// forwarded returns the value of one parameter from each element of a Forwarded header (RFC 7239),
// or "" for elements without it.
func forwarded(lines []string, name string) []string {
	list := entries(lines)
	for i, element := range list {
		list[i] = ""
		for _, pair := range strings.Split(element, ";") {
			key, value, _ := strings.Cut(strings.TrimSpace(pair), "=")
			if strings.EqualFold(key, name) {
				list[i] = strings.Trim(value, `"`)
			}
		}
	}
	return list
}

// Origin returns the site's scheme and host from the request or the headers of a trusted proxy; ""
// if they are missing or invalid.
func (x clients) Origin(req *http.Request) string {
	scheme, host := "http", req.Host
	if req.TLS != nil {
		scheme = "https"
	}
	if x.trusts(addressOf(req.RemoteAddr)) {
		if s := strings.ToLower(proxyValue(req.Header, "Proto")); s == "http" || s == "https" {
			scheme = s
		}
		host = cmp.Or(proxyValue(req.Header, "Host"), host)
	}
	u, err := url.Parse(scheme + "://" + host)
	if err != nil || host == "" || u.Host != host || len(host) > hostLongest {
		return ""
	}
	return u.String()
}

const hostLongest = 253 + len(":65535")

// proxyValue returns the value of X-Forwarded-Proto or X-Forwarded-Host, or of the same parameter
// of Forwarded; "" if they disagree.
func proxyValue(h http.Header, name string) string {
	last := func(list []string) string {
		if len(list) == 0 {
			return ""
		}
		return strings.TrimSpace(list[len(list)-1])
	}
	old, new := last(entries(h.Values("X-Forwarded-"+name))), last(forwarded(h.Values("Forwarded"), name))
	if old != "" && new != "" && !strings.EqualFold(old, new) {
		return ""
	}
	return cmp.Or(old, new)
}

// addressOf parses an IP address with or without port or brackets.
func addressOf(s string) netip.Addr {
	s = strings.TrimSpace(s)
	if p, err := netip.ParseAddrPort(s); err == nil {
		return p.Addr().Unmap().WithZone("")
	}
	a, err := netip.ParseAddr(strings.TrimSuffix(strings.TrimPrefix(s, "["), "]"))
	if err != nil {
		return netip.Addr{}
	}
	return a.Unmap().WithZone("")
}

// bucketsKept is the maximum number of clients tracked by the rate limit. The least recently seen
// client is dropped first.
const bucketsKept = 20_000

type buckets struct {
	rate  rate.Limit // requests per second
	burst int
	kept  *recent.Cache[*rate.Limiter]
}

func newBuckets(perSecond float64) *buckets {
	return &buckets{rate: rate.Limit(perSecond), burst: max(1, int(perSecond*4)), kept: recent.New[*rate.Limiter](bucketsKept)}
}

// bucketOf returns the range that counts as one client: an IPv4 address or an IPv6 /64 prefix.
func bucketOf(a netip.Addr) netip.Prefix {
	bits := 64
	if a.Is4() {
		bits = 32
	}
	p, err := a.Prefix(bits)
	if err != nil {
		return netip.Prefix{}
	}
	return p
}

// take counts a request and returns how long the client must wait; 0 if it is within the rate
// limit.
func (b *buckets) take(a netip.Addr, now time.Time) time.Duration {
	of := bucketOf(a).String()
	b.kept.Put(of, rate.NewLimiter(b.rate, b.burst), 1) // keeps an existing limiter
	limiter, _ := b.kept.Get(of)
	r := limiter.ReserveN(now, 1)
	wait := r.DelayFrom(now)
	if wait > 0 {
		r.CancelAt(now)
	}
	return wait
}

func (p *process) limiter(perSecond float64) echo.MiddlewareFunc {
	b := newBuckets(perSecond)
	return func(next echo.HandlerFunc) echo.HandlerFunc {
		return func(c echo.Context) error {
			if perSecond > 0 {
				if wait := b.take(p.clients.address(c.Request()), time.Now()); wait > 0 {
					return tooMany{wait}
				}
			}
			return next(c)
		}
	}
}

// ParseBaseURL parses the public URL of the site. It rejects URLs with a path, because the site's
// links begin at the root.
func ParseBaseURL(s string) (string, error) {
	u, err := url.Parse(s)
	if err != nil {
		return "", fmt.Errorf("%q is not a URL: %w", s, err)
	}
	u.Scheme, u.Host = strings.ToLower(u.Scheme), strings.ToLower(u.Host)
	bare := url.URL{Scheme: u.Scheme, Host: u.Host}
	switch {
	case u.Scheme != "http" && u.Scheme != "https" || u.Hostname() == "":
		return "", fmt.Errorf("%q does not begin with http:// or https:// and a host", s)
	case strings.TrimSuffix(u.String(), "/") != bare.String():
		return "", fmt.Errorf("%q must be only scheme, host and port, because the site is served at the root", s)
	}
	return bare.String(), nil
}

const originKey = "origin"

func (s *Server) withRequest(next echo.HandlerFunc) echo.HandlerFunc {
	return func(c echo.Context) error {
		c.Set(originKey, s.Origin(c))
		return next(c)
	}
}

// Origin returns the configured base URL or else the origin of the request; "" for a static export.
func (s *Server) Origin(c echo.Context) string {
	switch {
	case s.cfg.BaseURL != "":
		return s.cfg.BaseURL
	case s.Frame.Static:
		return ""
	}
	return s.clients.Origin(c.Request())
}

func requestOf(c echo.Context) ui.Request {
	var p ui.Request
	p.Origin, _ = c.Get(originKey).(string)
	if a, ok := c.Get(askedKey).(*asked); ok {
		p.Query = a.values
	}
	return p
}
