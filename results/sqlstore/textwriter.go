package sqlstore

import (
	"context"
	"maps"
	"slices"
	"strings"

	"github.com/jmoiron/sqlx"

	"github.com/clawatlas/clawatlas/results/search"
)

// gramBits is how far the key of a step is shifted in that of the block of steps
// whose trigrams are kept together.
const gramBits = 6

// What the index is told at once: so many texts, or texts of so many bytes.
const (
	docsAtOnce  = 40
	textsAtOnce = 1 << 20
)

// textWriter puts the texts of one run into the text index, in the order of its
// steps, or takes them out of it; and with them what helps to search: the table of
// words, and the trigrams of blocks of steps. While some texts are written the next
// ones are taken apart by another goroutine, which takes longer.
type textWriter struct {
	tx    *sqlx.Tx
	by    Dialect
	in    bool
	alone bool // only the index is written: words and trigrams are copied as rows
	to    func(context.Context, []search.Doc) error
	sets  *Batch
	texts []textDoc // to be taken apart
	bytes int       // of them
	ahead chan *textPart

	// Those that take texts apart have these, one after the other.
	words wordSet
	grams search.Grams
	block int64 // of grams
}

// textDoc is the text of a step.
type textDoc struct {
	search.Doc
	text string
}

// textPart is what is to be written of some texts.
type textPart struct {
	docs   []search.Doc
	blocks []gramBlock // that have ended
}

// gramBlock has the trigrams of a block of steps; nil where they are to go.
type gramBlock struct {
	block int64
	grams []byte
}

func newTextWriter(tx *sqlx.Tx, at Parts, by Dialect, run int64, in bool) *textWriter {
	w := &textWriter{tx: tx, by: by, in: in, words: wordSet{}, sets: NewBatch(tx, "step_grams", "block, grams", 40).ofRun(by, run),
		to: at.Texts(tx).Delete}
	if in {
		w.to = at.Texts(tx).Index
	}
	return w
}

// Add takes in the text of one step.
func (w *textWriter) Add(ctx context.Context, d search.Doc, text string) error {
	w.texts = append(w.texts, textDoc{d, text})
	w.bytes += len(text)
	if len(w.texts) < docsAtOnce && w.bytes < textsAtOnce {
		return nil
	}
	return w.pass(ctx)
}

// pass lets the texts that wait be taken apart, and writes those before them.
func (w *textWriter) pass(ctx context.Context) error {
	before := w.ready()
	if len(w.texts) > 0 {
		texts, done := w.texts, make(chan *textPart, 1)
		w.texts, w.bytes, w.ahead = nil, 0, done
		go func() { done <- w.takeApart(texts) }()
	}
	return w.write(ctx, before)
}

// ready waits for what is being taken apart; nil if nothing is.
func (w *textWriter) ready() *textPart {
	if w.ahead == nil {
		return nil
	}
	p := <-w.ahead
	w.ahead = nil
	return p
}

func (w *textWriter) takeApart(texts []textDoc) *textPart {
	p := &textPart{docs: make([]search.Doc, len(texts))}
	for i, t := range texts {
		d := t.Doc
		d.Words, d.Parts = search.IndexText(t.text)
		p.docs[i] = d
		if w.alone {
			continue
		}
		w.words.add(d.Words)
		w.words.add(d.Parts)
		if block := d.Key >> gramBits; block != w.block {
			w.endBlock(p)
			w.block = block
		}
		if w.in {
			w.grams.Add(t.text)
		}
	}
	return p
}

// endBlock ends a block of trigrams, if there is one.
func (w *textWriter) endBlock(p *textPart) {
	if w.block == 0 {
		return
	}
	b := gramBlock{block: w.block}
	if w.in {
		b.grams = w.grams.Pack()
	}
	p.blocks = append(p.blocks, b)
}

func (w *textWriter) write(ctx context.Context, p *textPart) error {
	if p == nil {
		return nil
	}
	for _, b := range p.blocks {
		if w.in {
			if err := w.sets.Add(ctx, b.block, b.grams); err != nil {
				return err
			}
			continue
		}
		if _, err := w.tx.ExecContext(ctx, "DELETE FROM step_grams WHERE block = ?1 /*! AND run_id = ?1 >> 26 */", b.block); err != nil {
			return MapError("delete trigrams", err)
		}
	}
	if len(p.docs) == 0 {
		return nil
	}
	return w.to(ctx, p.docs)
}

// Flush writes what waits.
func (w *textWriter) Flush(ctx context.Context) error {
	for len(w.texts) > 0 || w.ahead != nil {
		if err := w.pass(ctx); err != nil {
			return err
		}
	}
	last := &textPart{}
	w.endBlock(last)
	w.block = 0
	if err := w.write(ctx, last); err != nil {
		return err
	}
	if err := w.sets.Flush(ctx); err != nil {
		return err
	}
	return w.words.save(ctx, w.tx, w.by, w.in)
}

// wordSet are distinct words of a run that a reader may have meant to type.
type wordSet map[string]struct{}

// wordsMost is how many of them are kept of a run, the first ones.
const wordsMost = 100_000

// add takes in words with spaces between them.
func (set wordSet) add(words string) {
	for start := 0; start < len(words); {
		end, letters := start, true
		for end < len(words) && words[end] != ' ' {
			c := words[end]
			letters = letters && (c >= 'a' && c <= 'z' || c >= 0x80)
			end++
		}
		w := words[start:end]
		start = end + 1
		if !letters || !search.Suggestible(w) {
			continue
		}
		if _, ok := set[w]; !ok && len(set) < wordsMost {
			set[strings.Clone(w)] = struct{}{} // it would keep the whole text
		}
	}
}

// save counts the run for each of its words, or no longer.
func (set wordSet) save(ctx context.Context, tx *sqlx.Tx, by Dialect, in bool) error {
	for list := range slices.Chunk(slices.Sorted(maps.Keys(set)), 2000) {
		text, err := toJSON(list)
		if err != nil {
			return err
		}
		if in {
			q := `INSERT INTO step_words (word, runs)
SELECT value, 1
FROM ` + by.Texts("?") + ` f
WHERE true
ON CONFLICT (word) DO UPDATE SET runs = step_words.runs + 1`
			_, err = tx.ExecContext(ctx, q, text)
		} else {
			_, err = tx.ExecContext(ctx, "UPDATE step_words SET runs = runs - 1 WHERE word IN (SELECT value FROM "+by.Texts("?")+" f)", text)
			if err == nil {
				_, err = tx.ExecContext(ctx, "DELETE FROM step_words WHERE runs <= 0 AND word IN (SELECT value FROM "+by.Texts("?")+" f)", text)
			}
		}
		if err != nil {
			return MapError("save words", err)
		}
	}
	return nil
}
