package sqlstore

import (
	"context"

	"github.com/jmoiron/sqlx"

	"github.com/clawatlas/clawatlas/results/search"
)

// What the index is told at once: so many texts, or texts of so many bytes.
const (
	docsAtOnce  = 40
	textsAtOnce = 1 << 20
)

// textWriter adds the texts of one run to the index or removes them. A goroutine tokenizes the next texts meanwhile.
type textWriter struct {
	to    func(context.Context, []search.Doc) error
	texts []textDoc // to be cut
	bytes int       // of them
	ahead chan []search.Doc
}

// textDoc is the text of a step.
type textDoc struct {
	search.Doc
	text string
}

func newTextWriter(tx *sqlx.Tx, at Parts, in bool) *textWriter {
	if in {
		return &textWriter{to: at.Texts(tx).Index}
	}
	return &textWriter{to: at.Texts(tx).Delete}
}

// Add takes in the text of one step.
func (w *textWriter) Add(ctx context.Context, key int64, tags, text string) error {
	w.texts = append(w.texts, textDoc{search.Doc{Key: key, Tags: tags}, text})
	w.bytes += len(text)
	if len(w.texts) < docsAtOnce && w.bytes < textsAtOnce {
		return nil
	}
	return w.pass(ctx)
}

// pass lets the texts that wait be cut, and writes those before them.
func (w *textWriter) pass(ctx context.Context) error {
	var before []search.Doc
	if w.ahead != nil {
		before, w.ahead = <-w.ahead, nil
	}
	if len(w.texts) > 0 {
		texts, done := w.texts, make(chan []search.Doc, 1)
		w.texts, w.bytes, w.ahead = nil, 0, done
		go func() {
			docs := make([]search.Doc, len(texts))
			for i, t := range texts {
				docs[i] = t.Doc
				docs[i].Words = search.IndexText(t.text)
			}
			done <- docs
		}()
	}
	if len(before) == 0 {
		return nil
	}
	return w.to(ctx, before)
}

// Flush writes what waits.
func (w *textWriter) Flush(ctx context.Context) error {
	for len(w.texts) > 0 || w.ahead != nil {
		if err := w.pass(ctx); err != nil {
			return err
		}
	}
	return nil
}
