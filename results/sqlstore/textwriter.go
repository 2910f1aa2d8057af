package sqlstore

import (
	"context"
	"fmt"

	"github.com/jmoiron/sqlx"

	"github.com/clawatlas/clawatlas/results/search"
)

// Maximum number and total bytes of texts indexed at once.
const (
	docsAtOnce  = 40
	textsAtOnce = 1 << 20
)

// textWriter adds the texts of one run to the index or removes them. While it writes one batch, a
// goroutine tokenises the next.
type textWriter struct {
	to    func(context.Context, []search.Doc) error
	texts []textDoc // texts to be tokenised
	bytes int       // total number of bytes in texts
	ahead chan []search.Doc
}

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

// Add adds the text of one step to the batch.
func (w *textWriter) Add(ctx context.Context, key int64, tags, text string) error {
	w.texts = append(w.texts, textDoc{search.Doc{Key: key, Tags: tags}, text})
	w.bytes += len(text)
	if len(w.texts) < docsAtOnce && w.bytes < textsAtOnce {
		return nil
	}
	return w.pass(ctx)
}

// pass starts tokenising the buffered texts and writes the previous batch.
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

// Flush writes all remaining texts.
func (w *textWriter) Flush(ctx context.Context) error {
	for len(w.texts) > 0 || w.ahead != nil {
		if err := w.pass(ctx); err != nil {
			return err
		}
	}
	return nil
}

// IndexRun adds the steps of a run to the full-text index if in is true, and otherwise removes
// them. To remove them it needs the same texts as for adding them.
func IndexRun(ctx context.Context, tx *sqlx.Tx, at Parts, run int64, in bool) error {
	const ofRun = `SELECT t.id, k.benchmark_id, k.scenario_id, t.task_id, t.first_step, t.steps_total
FROM trials t JOIN tasks k ON k.id = t.task_id
WHERE t.run_id = ? AND t.steps_total > 0
ORDER BY t.id`
	const ofTrial = `SELECT id AS step_id, frame, "offset", length, failed > 0 AS failed
FROM steps
WHERE id BETWEEN ?1 AND ?2 /*! AND run_id = ?1 >> 32 */
ORDER BY id`
	trials, err := ListOf[struct {
		ID        int64
		Benchmark int64 `db:"benchmark_id"`
		Scenario  int64 `db:"scenario_id"`
		Task      int64 `db:"task_id"`
		FirstStep int64
		Steps     int64 `db:"steps_total"`
	}](ctx, tx, "list trials", ofRun, run)
	if err != nil {
		return err
	}
	docs, frames := newTextWriter(tx, at, in), stepFrames{from: at.Blobs(tx)}
	for _, t := range trials {
		rows, err := ListOf[struct {
			StepID int64
			stepPlace
			Failed bool
		}](ctx, tx, "list steps", ofTrial, t.FirstStep, t.FirstStep+t.Steps-1)
		if err != nil {
			return err
		}
		place := placeTags(t.Benchmark, t.Scenario, t.Task)
		for _, r := range rows {
			s, err := frames.step(ctx, t.ID, r.stepPlace)
			if err != nil {
				return fmt.Errorf("index steps: %w", err)
			}
			if text := search.StepText(s); text != "" {
				if err := docs.Add(ctx, r.StepID, place+" "+stepTags(s, r.Failed), text); err != nil {
					return fmt.Errorf("index steps: %w", err)
				}
			}
		}
	}
	return docs.Flush(ctx)
}
