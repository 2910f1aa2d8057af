package main

import (
	"time"

	"github.com/schollz/progressbar/v3"
	"golang.org/x/term"

	"github.com/clawatlas/clawatlas/ingest"
	"github.com/clawatlas/clawatlas/results/visible"
)

// progress shows what is being read: a moving line on a terminal, one plain
// line per finished item elsewhere.
type progress struct {
	out   *printer
	bar   *progressbar.ProgressBar
	start time.Time
}

func newProgress(out *printer) *progress {
	p := &progress{out: out, start: time.Now()}
	if term.IsTerminal(int(out.file.Fd())) {
		p.bar = progressbar.NewOptions(-1,
			progressbar.OptionSetWriter(out.file), progressbar.OptionSetDescription("reading"),
			progressbar.OptionShowCount(), progressbar.OptionSetItsString("trials"), progressbar.OptionShowIts(),
			progressbar.OptionClearOnFinish(), progressbar.OptionThrottle(100*time.Millisecond))
	}
	return p
}

func (p *progress) event(e ingest.Event) {
	if p.bar != nil {
		if e.Item != "" {
			p.bar.Describe(visible.Line(e.Item))
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
