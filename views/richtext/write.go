// Package richtext renders untrusted text: messages as Markdown, terminal output in colour, and
// diffs. It escapes everything, makes invisible characters visible, never loads or follows a link
// without a click, and limits time and output relative to the input. Colours are classes of
// static/app.css, with no inline styles.
package richtext

import (
	"context"
	"io"

	"github.com/a-h/templ"

	"github.com/clawatlas/clawatlas/views/ui"
)

// out writes HTML and keeps the first error.
type out struct {
	ctx context.Context //nolint:containedctx // lives as long as one Render
	w   io.Writer
	err error
	// bare is set for writers that only escape, and do not make invisible characters visible.
	bare bool
}

func component(f func(o *out)) templ.Component {
	return templ.ComponentFunc(func(ctx context.Context, w io.Writer) error {
		o := &out{ctx: ctx, w: w}
		f(o)
		return o.err
	})
}

func (o *out) raw(parts ...string) {
	for _, s := range parts {
		if o.err == nil {
			_, o.err = io.WriteString(o.w, s)
		}
	}
}

func (o *out) text(s string) {
	if o.err != nil || s == "" {
		return
	}
	if plain(s) {
		o.raw(s)
		return
	}
	if o.bare {
		o.raw(templ.EscapeString(s))
		return
	}
	o.err = ui.Visible(s).Render(o.ctx, o.w)
}

// plain reports whether s needs no escaping. It is a fast path for the many small tokens of code
// and terminal output.
func plain(s string) bool {
	for i := range len(s) {
		switch c := s[i]; {
		case c == '\n' || c == '\t':
		case c < 0x20 || c >= 0x7f:
			return false
		case c == '<' || c == '>' || c == '&' || c == '"' || c == '\'':
			return false
		}
	}
	return true
}
