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

// ParseProxy reads which addresses are proxies: an address, a range such as
// 10.0.0.0/8, or one of the words loopback and private.
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

// clients finds out where requests come from.
type clients struct{ proxies []netip.Prefix }

func (x clients) trusts(a netip.Addr) bool {
	return slices.ContainsFunc(x.proxies, func(p netip.Prefix) bool { return p.Contains(a) })
}

// address is where a request comes from: the other end of the connection or,
// if that is a trusted proxy, the last address before the trusted ones that the
// proxies have written down. Where X-Forwarded-For and Forwarded name two
// different ones, the proxy has let one of them pass as it came, and neither
// is believed.
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

// fromRight goes back from the nearest proxy as long as what it meets is
// trusted. What is no address ends the way.
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

// entries are the elements of a header that is a list.
func entries(lines []string) []string {
	if len(lines) == 0 {
		return nil
	}
	return strings.Split(strings.Join(lines, ","), ",")
}

// forwarded are the values of one name in a Forwarded header (RFC 7239); an
// element that has none is empty.
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

// Origin is what the reader of a request calls the site, such as
// https://atlas.example: what the request itself says or, if it comes from a
// trusted proxy, what that has written down. It is empty if nobody says it.
func (x clients) Origin(req *http.Request) string {
	scheme, host := "http", req.Host
	if req.TLS != nil {
		scheme = "https"
	}
	if x.trusts(addressOf(req.RemoteAddr)) {
		if s := strings.ToLower(told(req.Header, "Proto")); s == "http" || s == "https" {
			scheme = s
		}
		host = cmp.Or(told(req.Header, "Host"), host)
	}
	u, err := url.Parse(scheme + "://" + host)
	if err != nil || host == "" || u.Host != host || len(host) > hostLongest {
		return ""
	}
	return u.String()
}

// hostLongest is the length of the longest name of a host, with a port.
const hostLongest = 253 + len(":65535")

// told is what the nearest proxy says of a request, in X-Forwarded-Proto or
// X-Forwarded-Host or in Forwarded; empty where the two name different things.
func told(h http.Header, name string) string {
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

// addressOf reads an address with or without a port or brackets. One of IPv4
// that is written as IPv6 is that of IPv4.
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

// bucketsKept bounds how many readers the limit remembers, so that addresses without number
// do not fill the memory. The one heard of least recently is forgotten and begins anew.
const bucketsKept = 20_000

// buckets bound the requests of each reader.
type buckets struct {
	rate  rate.Limit // a second
	burst int
	kept  *recent.Cache[*rate.Limiter]
}

func newBuckets(perSecond float64) *buckets {
	return &buckets{rate: rate.Limit(perSecond), burst: max(1, int(perSecond*4)), kept: recent.New[*rate.Limiter](bucketsKept)}
}

// bucketOf is the range of addresses that count as one reader: an address of IPv4, or the 64
// bits of IPv6 within which one customer may choose. Unknown addresses share one.
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

// take counts a request; it returns how long the reader has to wait if it is one too many.
func (b *buckets) take(a netip.Addr, now time.Time) time.Duration {
	of := bucketOf(a).String()
	b.kept.Put(of, rate.NewLimiter(b.rate, b.burst), 1) // unless there is one
	limiter, _ := b.kept.Get(of)
	r := limiter.ReserveN(now, 1)
	wait := r.DelayFrom(now)
	if wait > 0 {
		r.CancelAt(now)
	}
	return wait
}

// limiter bounds requests by address.
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

// ParseBaseURL reads what a site is called from outside, such as
// https://atlas.example: scheme and host, and a port if it is not the usual one.
// A path is refused, because the links of the site begin at its root.
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

// placed keeps with a request under what name the site is asked.
func (s *Server) placed(next echo.HandlerFunc) echo.HandlerFunc {
	return func(c echo.Context) error {
		c.Set(originKey, s.Origin(c))
		return next(c)
	}
}

// Origin is what the site is called: as its operator says or, without that, as
// the reader of the request has found it. Files may be served under any name.
func (s *Server) Origin(c echo.Context) string {
	switch {
	case s.cfg.BaseURL != "":
		return s.cfg.BaseURL
	case s.Frame.Static:
		return ""
	}
	return s.clients.Origin(c.Request())
}

// placeOf is where the page of a request stands.
func placeOf(c echo.Context) ui.Place {
	var p ui.Place
	p.Origin, _ = c.Get(originKey).(string)
	if a, ok := c.Get(askedKey).(*asked); ok {
		p.Query = a.values
	}
	return p
}
