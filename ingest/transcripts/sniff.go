package transcripts

import (
	"io/fs"

	"github.com/clawatlas/clawatlas/ingest"
	"github.com/clawatlas/clawatlas/ingest/head"
	"github.com/clawatlas/clawatlas/ingest/trace"
)

func recognise(fsys fs.FS, name string) trace.Match {
	if !readable(name) || ingest.NotReadKind(fsys, name) != "" {
		return trace.Match{}
	}
	h, err := head.Read(fsys, name)
	if err != nil || h.Value().Has("traceSchema") { // file that OpenClaw writes next to a session
		return trace.Match{}
	}
	return trace.Recognise(h)
}

func readable(name string) bool {
	switch (head.Head{Name: name}).Ext() {
	case "", ".json", ".jsonl", ".ndjson", ".txt", ".log":
		return true
	}
	return false
}

func sniff(fsys fs.FS, name string) trace.Dialect { return recognise(fsys, name).Dialect }
