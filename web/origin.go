package web

import (
	"fmt"
	"net/url"
	"strings"

	"github.com/labstack/echo/v4"

	"github.com/clawatlas/clawatlas/views/ui"
)

// ParseBaseURL reads what a site is called from outside, such as
// https://atlas.example: scheme and host, and a port if it is not the usual one.
// A path is refused, because the links of the site begin at its root.
func ParseBaseURL(s string) (string, error) {
	u, err := url.Parse(s)
	if err != nil {
		return "", fmt.Errorf("%q is no address: %w", s, err)
	}
	u.Scheme, u.Host = strings.ToLower(u.Scheme), strings.ToLower(u.Host)
	bare := url.URL{Scheme: u.Scheme, Host: u.Host}
	switch {
	case u.Scheme != "http" && u.Scheme != "https" || u.Hostname() == "":
		return "", fmt.Errorf("%q does not begin with http:// or https:// and a host", s)
	case strings.TrimSuffix(u.String(), "/") != bare.String():
		return "", fmt.Errorf("%q has more than scheme, host and port; the site's links begin at its root", s)
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
	case s.base != "":
		return s.base
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
