package ui

import (
	"context"
	"net/url"
	"slices"
	"strings"

	"github.com/clawatlas/clawatlas/static"
)

// Request holds the data that page templates need from the HTTP request.
type Request struct {
	// Origin is the site's scheme and host, such as https://atlas.example; empty if unknown.
	Origin string
	// Query contains the query parameters, without default values and unknown parameters.
	Query url.Values
}

type requestKey struct{}

// At returns a context that carries the Request to the templates.
func At(ctx context.Context, p Request) context.Context {
	return context.WithValue(ctx, requestKey{}, p)
}

// quiet returns the parameters that do not change the canonical content, such as sorting and
// scrolling.
func quiet() []string {
	return []string{"sort", "dir", "columns", "fold", "from", "find", "match", "call", "text", "part", "line", "format"}
}

// canonical returns the canonical URL of the page: its path with all parameters that change the
// content. It is absolute if the origin is known.
func (m Meta) canonical(ctx context.Context) string {
	p, _ := ctx.Value(requestKey{}).(Request)
	at, query, asked := strings.Cut(m.Path, "?")
	has, err := url.ParseQuery(query)
	if err != nil {
		return p.Origin + m.Path
	}
	more := url.Values{}
	for name, list := range p.Query {
		if !has.Has(name) && !slices.Contains(quiet(), name) {
			more[name] = list
		}
	}
	switch {
	case len(more) == 0:
		return p.Origin + m.Path
	case asked:
		return p.Origin + m.Path + "&" + more.Encode()
	}
	return p.Origin + at + "?" + more.Encode()
}

// shared reports whether the page has an absolute URL that can be used on other sites.
func (m Meta) shared(ctx context.Context) bool {
	p, _ := ctx.Value(requestKey{}).(Request)
	return p.Origin != "" && m.Path != ""
}

// Absolute returns path as an absolute URL, or "" if the site's origin is unknown.
func Absolute(ctx context.Context, path string) string {
	p, _ := ctx.Value(requestKey{}).(Request)
	if p.Origin == "" {
		return ""
	}
	return p.Origin + path
}

func (m Meta) Whole(ctx context.Context) string {
	if !m.shared(ctx) {
		return ""
	}
	return m.canonical(ctx)
}

// Picture is the file name of the preview image for pages without their own.
const Picture = "card.png"

func (m Meta) picture(ctx context.Context) (at, alt string) {
	if m.Card != "" {
		return Absolute(ctx, m.Card), m.CardAlt
	}
	return Absolute(ctx, static.URL(Picture)), "ClawAtlas: leaderboards and traces of agent benchmarks"
}
