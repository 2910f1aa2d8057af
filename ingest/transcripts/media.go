package transcripts

import (
	"cmp"
	"crypto/sha256"
	"io/fs"
	"path"
	"strings"

	"github.com/clawatlas/clawatlas/ingest"
	"github.com/clawatlas/clawatlas/results"
)

// picture stores inline data. It is used as trace.Sink.Media.
func (t *transcript) picture(name, mediaType string, data []byte) (string, error) {
	if !t.Room(int64(len(data))) {
		return "", nil
	}
	stem := strings.TrimSuffix(path.Base(t.f.name), path.Ext(t.f.name))
	return t.keepPicture(t.r.in.Path(stem+".media", path.Base("/"+name)), mediaType, data)
}

// keepPicture stores a picture without redaction and returns its path relative to the item.
func (t *transcript) keepPicture(full, mediaType string, data []byte) (string, error) {
	err := t.keep(&ingest.Record{Name: full, Media: mediaType, Data: data, Size: int64(len(data)), Sum: sha256.Sum256(data)})
	return strings.TrimPrefix(full, t.r.in.Item.Dir+"/"), err
}

func (t *transcript) pictures(s *results.Step) {
	lists := [][]results.Part{s.Parts}
	if s.Observation != nil {
		for i := range s.Observation.Results {
			lists = append(lists, s.Observation.Results[i].Parts)
		}
	}
	for _, list := range lists {
		for i := range list {
			t.shown(&list[i])
		}
	}
}

func (t *transcript) shown(p *results.Part) {
	if p.Raw != "" || p.Path == "" || strings.Contains(p.Path, "://") || strings.HasPrefix(p.Path, "data:") {
		return
	}
	full, ok := t.r.inside(t.f, p.Path)
	media := ingest.PartMedia(p, full)
	if !ok || media == "" {
		p.Note = "the file is not a picture or sound in the transcript's directory"
		return
	}
	info, err := fs.Stat(t.r.in.FS, full)
	switch {
	case err != nil:
		p.Note = "the file is missing"
		return
	case !info.Mode().IsRegular() || !t.kept[full] && !t.Room(info.Size()):
		p.Note = "the file is larger than the limit"
		return
	}
	data, err := fs.ReadFile(t.r.in.FS, full)
	if err != nil {
		p.Note = "the file cannot be read"
		return
	}
	p.MediaType = cmp.Or(p.MediaType, media)
	p.Bytes = int64(len(data))
	p.Width, p.Height = ingest.PictureSize(data)
	p.Raw, _ = t.keepPicture(full, media, data) // store errors are in t.Spoilt
}
