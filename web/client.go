package web

import (
	"fmt"
	"net/http"
	"net/netip"
	"slices"
	"strings"
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
	if !x.trusts(peer) {
		return peer
	}
	old, new := req.Header.Values("X-Forwarded-For"), req.Header.Values("Forwarded")
	a, b := x.fromRight(peer, entries(old)), x.fromRight(peer, forwardedFor(new))
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

// forwardedFor are the clients of a Forwarded header (RFC 7239); an element
// that names none is empty.
func forwardedFor(lines []string) []string {
	list := entries(lines)
	for i, element := range list {
		list[i] = ""
		for _, pair := range strings.Split(element, ";") {
			name, value, _ := strings.Cut(strings.TrimSpace(pair), "=")
			if strings.EqualFold(name, "for") {
				list[i] = strings.Trim(value, `"`)
			}
		}
	}
	return list
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
