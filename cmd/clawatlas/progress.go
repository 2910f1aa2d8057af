package main

import (
	"fmt"
	"time"

	"github.com/schollz/progressbar/v3"
	"golang.org/x/term"

	"github.com/clawatlas/clawatlas/ingest"
	"github.com/clawatlas/clawatlas/results/visible"
)

func newBar(out *printer, of int, doing, units string) *progressbar.ProgressBar {
	if !term.IsTerminal(int(out.file.Fd())) {
		return nil
	}
	return progressbar.NewOptions(of,
		progressbar.OptionSetWriter(out.file), progressbar.OptionSetDescription(doing),
		progressbar.OptionShowCount(), progressbar.OptionSetItsString(units), progressbar.OptionShowIts(),
		progressbar.OptionClearOnFinish(), progressbar.OptionThrottle(100*time.Millisecond))
}

// progress shows the current item. On a terminal it draws a bar, otherwise it prints a line for
// each finished item.
type progress struct {
	out   *printer
	bar   *progressbar.ProgressBar
	start time.Time
}

func newProgress(out *printer) *progress {
	return &progress{out: out, bar: newBar(out, -1, "reading", "trials"), start: time.Now()}
}

func (p *progress) event(e ingest.Event) {
	if p.bar != nil {
		switch {
		case e.Item != "":
			p.bar.Describe(visible.Line(e.Item))
		case e.Files > 0:
			p.bar.Describe(fmt.Sprintf("looking through %s: %d files", visible.Line(e.Source), e.Files))
		}
		if e.Trials > 0 {
			p.bar.Set(e.Trials)
		}
		return
	}
	if e.Done {
		p.out.Printf("read %s of %s after %s\n", e.Item, e.Source, time.Since(p.start).Round(time.Millisecond))
	}
}

func (p *progress) end() {
	if p.bar != nil {
		p.bar.Finish()
	}
}

// countProgress shows the number of finished items. On a terminal it draws a bar, otherwise it
// prints a line every ten seconds.
type countProgress struct {
	out         *printer
	of          string // unit of the items in plain lines, such as "runs"
	bar         *progressbar.ProgressBar
	start, last time.Time
}

const countTell = 10 * time.Second // interval between plain lines

func newCountProgress(out *printer, doing, units, of string) *countProgress {
	return &countProgress{out: out, of: of, bar: newBar(out, 1, doing, units), start: time.Now(), last: time.Now()}
}

func (p *countProgress) at(done, found int) {
	if p.bar != nil {
		p.bar.ChangeMax(found)
		_ = p.bar.Set(done) // a failure to draw the bar does not matter
		return
	}
	if time.Since(p.last) >= countTell {
		p.last = time.Now()
		p.out.Printf("%d of %d %s after %s\n", done, found, p.of, time.Since(p.start).Round(time.Second))
	}
}

func (p *countProgress) end() {
	if p.bar != nil {
		_ = p.bar.Finish()
	}
}
