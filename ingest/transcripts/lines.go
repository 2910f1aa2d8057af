package transcripts

import (
	"fmt"

	"github.com/clawatlas/clawatlas/ingest/trace"
)

// keepLines prepares reading a transcript of lines. Sessions of OpenClaw are
// read once more, first, for their ids alone.
func (t *transcript) keepLines() {
	ahead := 0
	if t.f.dialect == trace.DialectOpenClaw {
		ahead = 1
	}
	t.lines = t.r.in.Keep(t.r.ctx, t.RW, t.f.name, ahead)
}

// finishLines sees to it that the raw record is kept, even if the trace could
// not be read.
func (t *transcript) finishLines() {
	if t.lines == nil {
		return
	}
	fault, spoilt := t.lines.Finish()
	if fault != nil {
		t.Warn(0, fmt.Sprintf("the raw record is kept only up to the fault: %v", fault))
	}
	if spoilt != nil && t.Spoilt == nil {
		t.Spoilt = spoilt
	}
}
