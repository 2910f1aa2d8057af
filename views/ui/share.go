package ui

import (
	"context"
	"net/url"
	"slices"
	"strings"

	"github.com/clawatlas/clawatlas/static"
)

// Place is where a page stands: what only the request knows of it.
type Place struct {
	// Origin is that of the site, such as https://atlas.example; empty where nobody
	// knows it, as in a copy that any host may serve.
	Origin string
	// Query is what the address asks for, without defaults and what the page does
	// not know.
	Query url.Values
}

type placeKey struct{}

// At says where the pages that are rendered with the context stand.
func At(ctx context.Context, p Place) context.Context {
	return context.WithValue(ctx, placeKey{}, p)
}

// quiet are the parameters that bring up the same content in another order or
// move to a part of it. Meta.Path of a page that takes one for another page has it.
func quiet() []string {
	return []string{"sort", "dir", "columns", "fold", "from", "find", "match", "call", "text", "part", "line", "format"}
}

// canonical is the one address of what a page shows: its path, with the
// parameters of the request that change the content. It is absolute where the
// origin is known.
func (m Meta) canonical(ctx context.Context) string {
	p, _ := ctx.Value(placeKey{}).(Place)
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

// shared reports whether an address can be given away: links of other sites
// need the host.
func (m Meta) shared(ctx context.Context) bool {
	p, _ := ctx.Value(placeKey{}).(Place)
	return p.Origin != "" && m.Path != ""
}

// Absolute is an address of the site with the site's own; empty where that is not
// known.
func Absolute(ctx context.Context, path string) string {
	p, _ := ctx.Value(placeKey{}).(Place)
	if p.Origin == "" {
		return ""
	}
	return p.Origin + path
}

// Whole is the page's address with the site's; empty where that is not known.
func (m Meta) Whole(ctx context.Context) string {
	if !m.shared(ctx) {
		return ""
	}
	return m.canonical(ctx)
}

// Picture stands for pages without a card of their own.
const Picture = "card.png"

// picture is the address of the picture that stands for the page, and what it shows.
func (m Meta) picture(ctx context.Context) (at, alt string) {
	if m.Card != "" {
		return Absolute(ctx, m.Card), m.CardAlt
	}
	return Absolute(ctx, static.URL(Picture)), "ClawAtlas: leaderboards and traces of agent benchmarks"
}
