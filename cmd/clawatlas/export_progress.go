package main

import (
	"time"

	"github.com/schollz/progressbar/v3"
	"golang.org/x/term"
)

// exportProgress says how far an export is: a moving line on a terminal, a plain
// line now and then elsewhere.
type exportProgress struct {
	out         *printer
	bar         *progressbar.ProgressBar
	start, last time.Time
}

const exportTell = 10 * time.Second // between two plain lines

func newExportProgress(out *printer) *exportProgress {
	p := &exportProgress{out: out, start: time.Now(), last: time.Now()}
	if term.IsTerminal(int(out.file.Fd())) {
		p.bar = progressbar.NewOptions(1,
			progressbar.OptionSetWriter(out.file), progressbar.OptionSetDescription("rendering"),
			progressbar.OptionShowCount(), progressbar.OptionSetItsString("pages"), progressbar.OptionShowIts(),
			progressbar.OptionClearOnFinish(), progressbar.OptionThrottle(100*time.Millisecond))
	}
	return p
}

// at says how many addresses were asked for, of how many that are known so far.
func (p *exportProgress) at(done, found int) {
	if p.bar != nil {
		p.bar.ChangeMax(found)
		_ = p.bar.Set(done) // a line that cannot be drawn is not missed
		return
	}
	if time.Since(p.last) >= exportTell {
		p.last = time.Now()
		p.out.Printf("%d of %d addresses after %s\n", done, found, time.Since(p.start).Round(time.Second))
	}
}

func (p *exportProgress) end() {
	if p.bar != nil {
		_ = p.bar.Finish()
	}
}
