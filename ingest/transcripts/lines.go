package transcripts

import (
	"fmt"

	"github.com/clawatlas/clawatlas/ingest/trace"
)

// keepLines prepares reading lines. OpenClaw sessions are read twice, first for their ids.
func (t *transcript) keepLines() {
	ahead := 0
	if t.f.dialect == trace.DialectOpenClaw {
		ahead = 1
	}
	t.lines = t.r.in.Keep(t.r.ctx, t.RW, t.f.name, ahead)
}

func (t *transcript) finishLines() {
	if t.lines == nil {
		return
	}
	fault, spoilt := t.lines.Finish()
	if fault != nil {
		t.Warn(0, fmt.Sprintf("the raw record is kept only up to the error: %v", fault))
	}
	if spoilt != nil && t.Spoilt == nil {
		t.Spoilt = spoilt
	}
}
