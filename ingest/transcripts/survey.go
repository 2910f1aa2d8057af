package transcripts

import (
	"cmp"
	"context"
	"errors"
	"io/fs"
	"path"
	"slices"
	"strings"

	"github.com/clawatlas/clawatlas/ingest"
	"github.com/clawatlas/clawatlas/ingest/head"
	"github.com/clawatlas/clawatlas/ingest/trace"
	"github.com/clawatlas/clawatlas/results"
)

type reader struct {
	ctx     context.Context
	in      *ingest.Input
	plain   *ingest.Input // unredacted input for the survey, see ingest.Input.Ahead
	w       ingest.Writer
	files   []*file
	owned   map[string][]string // sub-agent files by session file
	entries map[entryID]*file
	about   results.Benchmark
}

type file struct {
	name    string
	dialect trace.Dialect

	framework    string
	model        string
	provider     string
	parts        []string  // names of the sub-agent and continuation files that are read with it
	owner        string    // path of the session file if this is a sub-agent of Claude Code; otherwise empty
	began, ended int64     // first and last time in Unix ms; 0 if no entry has a time
	entries      []entryID // entries that have ids
	steps        []entryID // digests of the document, or of the agent's steps
	session      string

	not string // reason why the file is not a transcript; empty if it is one

	scenario, task, kind string
	listed               bool // set if the task belongs to the benchmark
}

func (r *reader) list() {
	for i, base := range r.in.Item.Files {
		name, d := r.in.Path(base), trace.Dialect(r.in.Item.Forms[i])
		r.files = append(r.files, &file{name: name, dialect: d, owner: ownerOf(r.in.FS, name, d)})
	}
}

// ownerOf returns the session file that a sub-agent's file belongs to. It returns "" for other
// files.
func ownerOf(fsys fs.FS, name string, d trace.Dialect) string {
	if d != trace.DialectClaudeCode || !strings.HasPrefix(path.Base(name), "agent-") {
		return ""
	}
	h, err := head.Read(fsys, name)
	if err != nil {
		return ""
	}
	for _, line := range h.Lines() {
		if id := line.String("sessionId"); line.Is('t', "isSidechain") && id != "" && path.Base(id) == id {
			return path.Join(path.Dir(name), id+".jsonl")
		}
	}
	return ""
}

// survey reads a file to find its agent and model, which determine the run that it belongs to.
func (r *reader) survey(f *file) error {
	if err := r.ctx.Err(); err != nil {
		return err
	}
	var used results.ModelsUsed // also set for files that cannot be read to the end
	sink := trace.Sink{
		Step: func(s *results.Step) error {
			used.Add(s)
			f.digest(s)
			return r.ctx.Err()
		},
		File: func(name string) ([]byte, error) {
			rec, err := r.beside(r.plain, f, name)
			if rec == nil || err != nil {
				return nil, nil // reported later, when the file is read
			}
			if !slices.Contains(f.parts, rec.Name) {
				f.parts = append(f.parts, rec.Name)
			}
			return rec.Data, nil
		},
	}
	sink.Known = func(entry string) bool {
		f.entries = append(f.entries, idOf(entry))
		return false
	}
	src := trace.Source{}
	if f.dialect.Lines() {
		src.Open = func() (trace.LineReader, error) { return r.plain.Lines(f.name, nil) }
	} else {
		rec, err := r.plain.Record(f.name)
		if err != nil {
			return nil // reported later, when the file is read
		}
		src.Data = rec.Data
		if !f.dialect.Export() {
			f.steps = []entryID{idOf(string(rec.Data))}
		}
		if f.dialect == trace.DialectATIF && !trace.StatesATIF(rec.Data) {
			f.not = "its schema_version is not that of ATIF"
			return nil
		}
	}
	sum, _ := trace.Read(f.dialect, src, sink) // reported later, when the file is read again
	f.session = sum.SessionID
	if sum.StartedAt != nil {
		f.began, f.ended = *sum.StartedAt, *sum.FinishedAt
	}
	f.framework = cmp.Or(r.in.Clean(cmp.Or(sum.Agent, f.agentOfPlace())), r.in.Identity.Framework)
	f.model = cmp.Or(r.in.Clean(cmp.Or(sum.Model, used.Most(""))), r.in.Identity.Model, ingest.Unrecorded)
	f.provider = cmp.Or(r.in.Clean(sum.Provider), vendor(f.model), r.in.Identity.Provider)
	return nil
}

// agentOfPlace returns the agent if the file is in one of OpenClaw's folders agents/NAME/sessions.
func (f *file) agentOfPlace() string {
	dirs := strings.Split(path.Dir(f.name), "/")
	if n := len(dirs); f.dialect == trace.DialectOpenClaw && n > 2 && dirs[n-1] == "sessions" && dirs[n-3] == "agents" {
		return "openclaw"
	}
	return ""
}

func vendor(model string) string {
	v, _, ok := strings.Cut(model, "/")
	if !ok {
		return ""
	}
	return v
}

// agentMount is Harbor's mount point of the agent's directory.
const agentMount = "/logs/agent/"

// beside reads a file that a transcript refers to. It returns nil if the file does not exist or is
// outside the item's directory.
func (r *reader) beside(in *ingest.Input, f *file, name string) (*ingest.Record, error) {
	full, ok := r.inside(f, name)
	if !ok {
		return nil, nil
	}
	rec, err := in.Record(full)
	if errors.Is(err, fs.ErrNotExist) {
		return nil, nil
	}
	return rec, err
}

func (r *reader) inside(f *file, name string) (string, bool) {
	name = strings.TrimPrefix(strings.ReplaceAll(name, `\`, "/"), agentMount)
	full := path.Join(path.Dir(f.name), name)
	dir := r.in.Item.Dir
	if name == "" || path.IsAbs(name) || !fs.ValidPath(full) || full == f.name {
		return "", false
	}
	return full, dir == "." || strings.HasPrefix(full, dir+"/")
}

// dropParts removes files that are read as parts of others from the list. If files refer to each
// other in a cycle, it keeps the first.
func (r *reader) dropParts() {
	named, byName := map[string]bool{}, map[string]*file{}
	for _, f := range r.files {
		byName[f.name] = f
		for _, p := range f.parts {
			named[p] = true
		}
	}
	r.owned = map[string][]string{}
	for _, f := range r.files {
		if byName[f.owner] != nil {
			r.owned[f.owner] = append(r.owned[f.owner], f.name)
		}
	}
	part := map[string]bool{}
	for name := range r.namedAbove() {
		if f := byName[name]; f != nil {
			part[name] = true
			markParts(f, f, byName, part)
		}
	}
	var kept []*file
	for _, pass := range []bool{false, true} { // begin with the files that no other file refers to
		for _, f := range r.files {
			if named[f.name] != pass || part[f.name] || byName[f.owner] != nil {
				continue
			}
			kept = append(kept, f)
			markParts(f, f, byName, part)
		}
	}
	slices.SortFunc(kept, func(a, b *file) int { return strings.Compare(a.name, b.name) })
	r.files = kept
}

func markParts(root, f *file, byName map[string]*file, part map[string]bool) {
	for _, p := range f.parts {
		if g := byName[p]; g != nil && g != root && !part[p] {
			part[p] = true
			markParts(root, g, byName, part)
		}
	}
}
