package transcripts

import (
	"io/fs"
	"path"
	"regexp"

	"github.com/clawatlas/clawatlas/ingest"
	"github.com/clawatlas/clawatlas/ingest/head"
	"github.com/clawatlas/clawatlas/ingest/trace"
)

func recognise(fsys fs.FS, name string) trace.Match {
	if !readable(name) || ingest.NotReadKind(fsys, name) != "" {
		return trace.Match{}
	}
	h, err := head.Read(fsys, name)
	if err != nil {
		return trace.Match{}
	}
	m := trace.Recognise(h)
	if h.Value().Has("traceSchema") && (m.Dialect != trace.DialectOpenClawTrajectory || isBundle(fsys, name)) {
		return trace.Match{} // file that OpenClaw writes next to a session
	}
	return m
}

// isBundle reports whether the events are part of an export that contains the session itself.
func isBundle(fsys fs.FS, events string) bool {
	_, err := fs.Stat(fsys, path.Join(path.Dir(events), "session-branch.json"))
	return err == nil
}

// archived matches the ends of names that OpenClaw gives to sessions that were reset, deleted or
// replaced.
var archived = regexp.MustCompile(`\.jsonl\.(reset|deleted|bak)\b.*$`)

func readable(name string) bool {
	switch (head.Head{Name: archived.ReplaceAllString(name, ".jsonl")}).Ext() {
	case "", ".json", ".jsonl", ".ndjson", ".txt", ".log":
		return true
	}
	return false
}

func sniff(fsys fs.FS, name string) trace.Dialect { return recognise(fsys, name).Dialect }
