package clawmark

import (
	"context"
	"crypto/sha256"
	"fmt"
	"path"
	"strings"

	"github.com/clawatlas/clawatlas/ingest"
)

// Limits of the images of one session that are kept as files of their own.
// Larger ones stay inside the raw messages.jsonl.
const (
	mediaEach  = 4 << 20
	mediaTotal = 64 << 20
)

// mediaKeeper keeps the images that the model was shown.
type mediaKeeper struct {
	rw     ingest.RunWriter
	ctx    context.Context
	root   string // the item's directory
	dir    string
	total  int
	spoilt error
}

// keep implements trace.Sink.Media.
func (m *mediaKeeper) keep(name, mediaType string, data []byte) (string, error) {
	if len(data) > mediaEach || m.total+len(data) > mediaTotal {
		return "", nil
	}
	m.total += len(data)
	full := path.Join(m.dir, name)
	err := m.rw.Raw(m.ctx, &ingest.Record{
		Name: full, Media: mediaType, Data: data, Size: int64(len(data)), Sum: sha256.Sum256(data),
	})
	if err != nil {
		m.spoilt = fmt.Errorf("keep %s: %w", full, err)
		return "", m.spoilt
	}
	return strings.TrimPrefix(full, m.root+"/"), nil // raw records are stored under their path inside the item
}
