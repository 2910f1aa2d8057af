package researchclaw

import (
	"cmp"
	"errors"
	"fmt"
	"io/fs"
	"math"
	"path"
	"slices"
	"strings"
	"time"

	"github.com/clawatlas/clawatlas/ingest"
	"github.com/clawatlas/clawatlas/ingest/trace"
	"github.com/clawatlas/clawatlas/results"
)

// score is what the judge gave.
type score struct {
	Items []item        `json:"items"`
	Total ingest.Scalar `json:"total_score"`
}

// item is one of the checklist.
type item struct {
	Type      ingest.Scalar `json:"type"`    // text or image
	Content   ingest.Scalar `json:"content"` // the first 200 characters of what is asked
	Weight    ingest.Scalar `json:"weight"`
	Score     ingest.Scalar `json:"score"` // 0 to 100
	Reasoning ingest.Scalar `json:"reasoning"`
}

// asGood are the points of a result as good as the paper's own.
const asGood = 50

// unread are the reasonings of score.py where the judge's answer could not be read, which
// it counts 0.
var unread = []string{"Failed to parse scoring response.", "Scoring failed."}

// rounding is how far the stated total, of two decimals, may be from that computed.
const rounding = 0.006

// judged is a trial without its place and its trace.
func judged(x *data) *results.Trial {
	out := &results.Trial{Kind: results.KindReward, Attempts: 1, Status: results.JudgeError}
	d := &out.Details
	d.SourceTrial = x.Run.Text()
	if s := x.Status.Text(); s != completed {
		d.Ended = s
	}
	if x.Score == nil {
		d.ErrorText = "It has no score."
		return out
	}
	sum, weights, failed := 0.0, 0.0, 0
	var odd []string
	for i := range x.Score.Items {
		it := &x.Score.Items[i]
		c, points, ok := it.check(i + 1)
		out.Checks = append(out.Checks, c)
		switch {
		case !ok:
			odd = append(odd, fmt.Sprintf("item %d has no weight with a score of 0 to 100", i+1))
		case c.Passed == nil:
			failed++
		}
		sum, weights = sum+points*c.Weight, weights+c.Weight
	}
	total, stated := x.Score.Total.Number()
	if weights <= 0 && len(odd) == 0 {
		d.ErrorText = "No item of its checklist has a weight."
		return out
	}
	if mean := sum / weights; stated && len(odd) == 0 && math.Abs(mean-total) > rounding {
		odd = append(odd, fmt.Sprintf("its items give %.2f points, and its total_score is %v", mean, total))
	}
	switch {
	case len(odd) > 0:
		out.Contradict(strings.Join(odd, "; "))
	case failed > 0:
		d.ErrorText = fmt.Sprintf("The judge's answer to %d of %d items could not be read; the harness counts them 0 and states %s.",
			failed, len(x.Score.Items), x.Score.Total)
	default:
		share := sum / weights / 100
		out.Score, out.Status = &share, results.Failed
		if share >= 1 {
			out.Status = results.Passed
		}
	}
	return out
}

// check is the item as a check, with its points; ok is false if it states none that can be.
func (it *item) check(n int) (c results.Check, points float64, ok bool) {
	c = results.Check{ID: fmt.Sprintf("item %d (%s)", n, cmp.Or(it.Type.Text(), "text"))}
	weight, ok := it.Weight.Number()
	points, scored := it.Score.Number()
	if ok = ok && scored && weight >= 0 && points >= 0 && points <= 100; ok {
		c.Weight = weight
		c.Detail = fmt.Sprintf("%v of 100 points. ", points)
		if points > 0 || !slices.Contains(unread, it.Reasoning.Text()) {
			c.Passed = new(points >= asGood)
		}
	}
	c.Detail += it.Reasoning.Text()
	if s := it.Content.Text(); s != "" {
		c.Detail += "\nAsked: " + s
	}
	return c, points, ok
}

// trial is one that is being written.
type trial struct {
	ingest.Telling
	*data
	run *results.Run
}

// mostLines is how many lines of the agent's output the site has at most.
const mostLines = 500

// write stores the trial with its records and its trace.
func (t *trial) write() error {
	g := ingest.Gauge{File: t.File, Now: t.In.Now, Warn: t.RW.Warn}
	t.Trial.DurationMS = g.Duration("duration_seconds", t.Seconds, time.Second)
	if err := t.RW.Trial(t.Ctx, t.Trial); err != nil {
		return err
	}
	if err := t.RW.Raw(t.Ctx, t.record); err != nil {
		return err
	}
	if rec, err := t.In.Record(path.Join(t.dir, taskFile)); err == nil { // it is not always exported
		t.Trial.Details.Prompt = string(rec.Data)
		if err := t.RW.Raw(t.Ctx, rec); err != nil {
			return err
		}
	}
	lines, err := t.output()
	if err != nil {
		return err
	}
	if len(lines) == 0 {
		t.Note("The site has no output of the agent.")
	} else if err := t.read(lines); err != nil {
		return err
	}
	return t.RW.AmendTrial(t.Ctx, t.Trial)
}

// output keeps the record of what the agent wrote, and returns its lines; none where there
// is no such record, or one of another form.
func (t *trial) output() ([]string, error) {
	name := path.Join(t.dir, outputFile)
	rec, err := t.In.Record(name)
	if err != nil {
		if !errors.Is(err, fs.ErrNotExist) {
			t.RW.Warn(ingest.WarnOf(name, "not read: ", err))
		}
		return nil, nil
	}
	if err := t.RW.Raw(t.Ctx, rec); err != nil {
		return nil, err
	}
	t.File, t.Line = name, 1
	var lines []string
	if err := rec.Decode(&lines); err != nil {
		t.RW.Warn(ingest.WarnOf(name, "kept, and not read: ", err))
		return nil, nil
	}
	return lines, nil
}

// read reads the lines of the agent as a transcript.
func (t *trial) read(lines []string) error {
	t.run.Evidence = results.Recomputed
	if len(lines) >= mostLines {
		t.Note(fmt.Sprintf("The site has the last %d lines of the agent's output, so that steps before them may be missing.", mostLines))
	}
	text := []byte(strings.Join(lines, "\n"))
	took := t.Trial.DurationMS
	sum, err := t.Transcript(trace.Detect("output.jsonl", text[:min(len(text), 64<<10)]), text, t.File+".media")
	if err != nil {
		return err
	}
	sum.Describe(t.Trial)
	t.Trial.DurationMS = cmp.Or(took, ingest.Took(t.Trial.StartedAt, t.Trial.FinishedAt))
	return nil
}
