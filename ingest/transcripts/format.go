package transcripts

import (
	"context"
	"io/fs"
	"path"
	"slices"

	"github.com/clawatlas/clawatlas/ingest"
	"github.com/clawatlas/clawatlas/ingest/trace"
)

// Name is the id of the format.
const Name = "transcripts"

// Format reads stand-alone transcripts. It must come after all formats of transcripts with
// verdicts.
type Format struct{}

// Name returns the format's id.
func (Format) Name() string { return Name }

// Detect implements ingest.Format. It claims the files of a directory that are transcripts.
func (Format) Detect(fsys fs.FS, dir string, entries []fs.DirEntry) []ingest.Item {
	if belongsToSession(fsys, dir) {
		return nil
	}
	claim := ingest.Item{Format: Name, Kind: ingest.KindRuns, Dir: dir, Shallow: true, Late: true}
	var items []ingest.Item
	for _, e := range entries {
		if !e.Type().IsRegular() {
			continue
		}
		switch m := recognise(fsys, path.Join(dir, e.Name())); {
		case m.Dialect != trace.Unknown:
			claim.Files, claim.Forms = append(claim.Files, e.Name()), append(claim.Forms, string(m.Dialect))
			claim.Late = claim.Late && m.Late
		case m.Lacks != "":
			items = append(items, ingest.Item{Format: Name, Dir: path.Join(dir, e.Name()), Lacks: m.Lacks, LooksLike: m.Looks})
		}
	}
	if len(claim.Files) > 0 {
		items = append(items, claim)
	}
	return items
}

// subagentsDir is the name of the folder for sub-agents in <session>/, next to <session>.jsonl.
const subagentsDir = "subagents"

// belongsToSession reports whether dir is a folder, such as the one for sub-agents, that is read as
// part of a session.
func belongsToSession(fsys fs.FS, dir string) bool {
	for ; dir != "." && dir != "/"; dir = path.Dir(dir) {
		if path.Base(dir) == subagentsDir {
			return sniff(fsys, path.Dir(dir)+".jsonl") == trace.DialectClaudeCode
		}
	}
	return false
}

// Read implements ingest.Format. It writes one run for each agent and model in the directory.
func (Format) Read(ctx context.Context, in *ingest.Input, w ingest.Writer) error {
	r := &reader{ctx: ctx, in: in, plain: in.Ahead(), w: w}
	r.list()
	for _, f := range r.files {
		if err := r.survey(f); err != nil {
			return err
		}
	}
	r.files = slices.DeleteFunc(r.files, func(f *file) bool {
		if f.not != "" {
			w.Warn(ingest.Warn(f.name, 0, "begins like an %s, but %s: not read", f.dialect.Title(), f.not))
		}
		return f.not != ""
	})
	r.dropParts()
	r.dropCopies()
	r.own()
	if len(r.files) == 0 {
		return nil // all files are copies or are read with transcripts in parent directories
	}
	if err := r.place(); err != nil {
		return err
	}
	return r.writeRuns()
}
