package main

import (
	"time"

	"github.com/schollz/progressbar/v3"
	"golang.org/x/term"
)

// countProgress says how many things are done, of how many: a moving line on a
// terminal, a plain line now and then elsewhere.
type countProgress struct {
	out         *printer
	of          string // what a plain line counts
	bar         *progressbar.ProgressBar
	start, last time.Time
}

const countTell = 10 * time.Second // between two plain lines

// newCountProgress makes one that a moving line says doing and units of.
func newCountProgress(out *printer, doing, units, of string) *countProgress {
	p := &countProgress{out: out, of: of, start: time.Now(), last: time.Now()}
	if term.IsTerminal(int(out.file.Fd())) {
		p.bar = progressbar.NewOptions(1,
			progressbar.OptionSetWriter(out.file), progressbar.OptionSetDescription(doing),
			progressbar.OptionShowCount(), progressbar.OptionSetItsString(units), progressbar.OptionShowIts(),
			progressbar.OptionClearOnFinish(), progressbar.OptionThrottle(100*time.Millisecond))
	}
	return p
}

// at says how many are done, of how many that are known so far.
func (p *countProgress) at(done, found int) {
	if p.bar != nil {
		p.bar.ChangeMax(found)
		_ = p.bar.Set(done) // a line that cannot be drawn is not missed
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
