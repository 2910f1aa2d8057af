package ui

import (
	"context"
	"net/url"
	"slices"
	"strings"

	"github.com/clawatlas/clawatlas/static"
)

// Request is what a page knows from its request only.
type Request struct {
	// Origin is the site's address, such as https://atlas.example; empty if unknown.
	Origin string
	// Query is the query without defaults and unknown parameters.
	Query url.Values
}

type requestKey struct{}

// At stores the Request in the context of a render.
func At(ctx context.Context, p Request) context.Context {
	return context.WithValue(ctx, requestKey{}, p)
}

// quiet are the parameters that only sort or scroll the same content.
func quiet() []string {
	return []string{"sort", "dir", "columns", "fold", "from", "find", "match", "call", "text", "part", "line", "format"}
}

// canonical is the one address of a page's content: its path with the parameters that change it,
// absolute if the origin is known.
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

// shared reports whether an address can be given away: links from other sites need the host.
func (m Meta) shared(ctx context.Context) bool {
	p, _ := ctx.Value(requestKey{}).(Request)
	return p.Origin != "" && m.Path != ""
}

// Absolute is an address with the site's origin; empty if that is unknown.
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

// Picture is the preview of pages without a card of their own.
const Picture = "card.png"

func (m Meta) picture(ctx context.Context) (at, alt string) {
	if m.Card != "" {
		return Absolute(ctx, m.Card), m.CardAlt
	}
	return Absolute(ctx, static.URL(Picture)), "ClawAtlas: leaderboards and traces of agent benchmarks"
}
