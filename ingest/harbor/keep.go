package harbor

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io/fs"
	"maps"
	"path"
	"slices"
	"strings"

	"github.com/clawatlas/clawatlas/ingest"
	"github.com/clawatlas/clawatlas/results"
)

// largestArtifact is the maximum size in bytes of a stored artifact. The general limit applies to
// transcripts and verdicts.
const largestArtifact = 1 << 20

// leftOut groups the names of records that are not stored by reason. There is one warning per
// reason.
type leftOut struct {
	byReason map[string][]string
}

func (l *leftOut) add(reason, name string) {
	if l.byReason == nil {
		l.byReason = map[string][]string{}
	}
	l.byReason[reason] = append(l.byReason[reason], name)
}

const shownNames = 3

func (l *leftOut) warnings(j *job) []results.Warning {
	var out []results.Warning
	for _, reason := range slices.Sorted(maps.Keys(l.byReason)) {
		names := l.byReason[reason]
		shown := make([]string, 0, shownNames)
		for _, n := range names[:min(shownNames, len(names))] {
			shown = append(shown, j.stored(n))
		}
		list := strings.Join(shown, ", ")
		if more := len(names) - shownNames; more > 0 {
			list += fmt.Sprintf(" and %d more", more)
		}
		out = append(out, ingest.Warn(j.dir, 0, "%s not kept, %s: %s", ingest.Counted(len(names), "file"), reason, list))
	}
	return out
}

func (j *job) keepOwn(ctx context.Context, rw ingest.RunWriter, g *group) error {
	for _, name := range j.files {
		rec, err := j.record(name)
		if err != nil {
			g.left.add(reasonOf(err), name)
			continue
		}
		if err := rw.Raw(ctx, rec); err != nil {
			return err
		}
	}
	return nil
}

type view struct {
	ctx    context.Context
	j      *job
	rw     ingest.RunWriter
	t      *trial
	left   *leftOut
	end    results.Status
	stored map[string]bool
	media  []string // pictures, audio and video files of the trial
}

// keepRecords stores all text files in the trial's directory except the agent's private state.
// Pictures are stored only if a trace shows them.
func (v *view) keepRecords() error {
	if v.t.bare {
		return nil
	}
	var names []string
	err := fs.WalkDir(v.j.in.FS, v.t.dir, func(name string, e fs.DirEntry, err error) error {
		if err != nil {
			v.left.add("it cannot be read", name)
			return nil
		}
		if e.Type().IsRegular() {
			names = append(names, name)
		}
		return nil
	})
	if err != nil {
		return fmt.Errorf("walk %s: %w", v.t.dir, err)
	}
	for _, name := range names {
		if err := v.keep(name); err != nil {
			return err
		}
	}
	return nil
}

func (v *view) keep(name string) error {
	rel := strings.TrimPrefix(name, v.t.dir+"/")
	reason := ""
	switch {
	case isMedia(name):
		v.media = append(v.media, name) // stored only if a trace shows it
		return nil
	case isState(rel):
		reason = "settings and state of the agent"
	case isBinary(name):
		reason = "not text"
	case strings.Contains("/"+rel, "/artifacts/") && v.size(name) > largestArtifact:
		reason = fmt.Sprintf("artifacts larger than %d bytes", largestArtifact)
	}
	if reason != "" {
		v.left.add(reason, name)
		return nil
	}
	rec, err := v.j.record(name)
	switch {
	case err != nil:
		v.left.add(reasonOf(err), name)
		return nil
	case bytes.IndexByte(rec.Data[:min(len(rec.Data), 8<<10)], 0) >= 0:
		v.left.add("not text", name)
		return nil
	case len(rec.Data) == 0:
		return nil
	}
	v.stored[name] = true
	return v.rw.Raw(v.ctx, rec)
}

func (v *view) leaveMedia() {
	for _, name := range v.media {
		if !v.stored[name] {
			v.left.add("pictures, sounds or films that no trace shows", name)
		}
	}
}

func (v *view) size(name string) int64 {
	info, err := fs.Stat(v.j.in.FS, name)
	if err != nil {
		return 0
	}
	return info.Size()
}

func reasonOf(err error) string {
	switch {
	case errors.Is(err, ingest.ErrTooLarge):
		return "larger than the limit"
	case errors.Is(err, errNotJSON):
		return "not valid JSON, so values of environment variables in it cannot be found"
	}
	return err.Error()
}

// isState reports whether a file is private state of the agent: settings, backups, browser
// profiles, identities. Such files may contain accounts and keys and do not describe what the agent
// did. All files in hidden folders and in the agent's home are private state, except transcripts
// below "sessions".
func isState(rel string) bool {
	at := strings.LastIndex("/"+rel, "/agent/")
	if at < 0 || strings.Contains("/"+rel[:at], "/artifacts/") {
		return false
	}
	inner := rel[at+len("agent/"):]
	dir, base := path.Split(inner)
	if dir == "" {
		return strings.HasPrefix(base, ".")
	}
	parts := strings.Split(inner, "/")
	if slices.ContainsFunc(parts, func(p string) bool { return strings.HasPrefix(p, ".") }) {
		return true
	}
	home := strings.HasSuffix(parts[0], "-state") || slices.Contains([]string{"sessions", "config", "home", "cache", "profile", "browser"}, parts[0])
	return home && !(strings.HasSuffix(base, ".jsonl") && strings.Contains("/"+dir, "/sessions/"))
}

func isMedia(name string) bool {
	switch strings.ToLower(path.Ext(name)) {
	case ".mp4", ".webm", ".mov":
		return true
	}
	return ingest.ShownMedia(name) != ""
}

func isBinary(name string) bool {
	switch strings.ToLower(path.Ext(name)) {
	case ".zip", ".gz", ".tar", ".tgz", ".zst", ".xz", ".pdf",
		".sqlite", ".db", ".pt", ".bin", ".so", ".exe", ".pyc", ".docx", ".xlsx", ".pptx", ".ico", ".woff", ".woff2":
		return true
	}
	return false
}
