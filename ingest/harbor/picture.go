package harbor

import (
	"cmp"
	"crypto/sha256"
	"io/fs"
	"path"
	"strings"

	"github.com/clawatlas/clawatlas/ingest"
	"github.com/clawatlas/clawatlas/results"
)

// picture stores a picture or sound that a step refers to if the file is in the agent's directory.
func (v *view) picture(p *results.Part, s source, dir string) error {
	if p.Raw != "" || p.Path == "" || strings.Contains(p.Path, "://") || strings.HasPrefix(p.Path, "data:") {
		return nil
	}
	name, ok := v.inside(s, dir, p.Path)
	if !ok {
		p.Note = "the file is not in the agent's directory"
		return nil
	}
	media := ingest.PartMedia(p, name)
	if media == "" {
		p.Note = "a file of this type is not shown"
		return nil
	}
	data, err := fs.ReadFile(v.j.in.FS, name)
	limit := v.j.in.Limits.RecordLimit()
	switch {
	case err != nil:
		p.Note = "the file is missing"
		v.rw.Warn(ingest.Warn(s.name, 0, "the trace refers to %s, which is missing", p.Path))
		return nil
	case int64(len(data)) > limit:
		v.left.add("larger than the limit", name)
		p.Note = "the file is larger than the limit"
		return nil
	}
	p.MediaType = cmp.Or(p.MediaType, media)
	p.Raw, p.Bytes = v.j.stored(name), int64(len(data))
	p.Width, p.Height = ingest.PictureSize(data)
	return v.keepMedia(name, media, data)
}

// keepMedia stores a picture or sound without redaction.
func (v *view) keepMedia(name, media string, data []byte) error {
	if v.stored[name] {
		return nil
	}
	v.stored[name] = true
	rec := &ingest.Record{Name: name, Media: media, Data: data, Size: int64(len(data)), Sum: sha256.Sum256(data)}
	if err := v.rw.Raw(v.ctx, rec); err != nil {
		return storeError{err}
	}
	return nil
}

// agentMount is the path of the agent's directory inside the container.
const agentMount = "/logs/agent/"

// inside resolves a path in a transcript to a file in the agent's directory. ok is false for any
// other path.
func (v *view) inside(s source, dir, name string) (string, bool) {
	name = slashed(name)
	base := path.Dir(s.name)
	if rest, ok := strings.CutPrefix(name, agentMount); ok {
		name, base = rest, dir
	}
	if path.IsAbs(name) {
		return "", false
	}
	full := path.Join(base, name)
	return full, fs.ValidPath(full) && strings.HasPrefix(full, dir+"/")
}

// file returns the content of a transcript that another transcript refers to, or nil if it is
// missing or outside the agent's directory.
func (v *view) file(s source, dir, name string) ([]byte, error) {
	full, ok := v.inside(s, dir, name)
	if !ok {
		v.rw.Warn(ingest.Warn(s.name, 0, "the trace refers to %q, which is not in the agent's directory", name))
		return nil, nil
	}
	rec, err := v.j.record(full)
	if isMissing(err) {
		return nil, nil
	}
	if err != nil {
		return nil, err
	}
	return rec.Data, nil
}
