// Package richtext shows texts that models and tools wrote: messages as
// Markdown, terminal output with its colours, changes of files line by line.
// None of it trusts the text:
// everything is escaped, what would act without being seen becomes a mark, no
// address leads anywhere without a reader's click, and every function is
// bounded in time and output by the size of what it is given.
//
// Colours are classes of static/app.css. No part writes an inline style.
package richtext

import (
	"context"
	"io"

	"github.com/a-h/templ"

	"github.com/clawatlas/clawatlas/views/ui"
)

// out writes HTML and remembers the first error, so that writers of small
// pieces need not check each of them.
type out struct {
	ctx context.Context //nolint:containedctx // lives as long as one Render
	w   io.Writer
	err error
	// bare writers escape only; another one makes the marks.
	bare bool
}

// component makes a templ component of a function that writes to an out.
func component(f func(o *out)) templ.Component {
	return templ.ComponentFunc(func(ctx context.Context, w io.Writer) error {
		o := &out{ctx: ctx, w: w}
		f(o)
		return o.err
	})
}

// raw writes markup of our own.
func (o *out) raw(parts ...string) {
	for _, s := range parts {
		if o.err == nil {
			_, o.err = io.WriteString(o.w, s)
		}
	}
}

// text writes text of a stranger.
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

// plain reports whether s can be written as it is. It is the short way for the
// many small tokens of code and terminals.
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
