package export

import (
	"compress/gzip"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
)

// manifestName is the file of an export that says which files are ours, and what
// they were made of.
const manifestName = ".clawatlas-export.json.gz"

// manifest is what an export has written.
type manifest struct {
	Base    string   `json:"base,omitempty"`
	Index   string   `json:"index,omitempty"` // digest of the pages that can be searched
	Records []record `json:"files"`

	byAt   map[string]*record
	byFile map[string]*record
}

// record is one file of an export.
type record struct {
	At     string   `json:"at,omitempty"` // the site's address; empty for what the export itself has made
	File   string   `json:"file"`
	Kind   string   `json:"kind,omitempty"`
	Record bool     `json:"record,omitempty"`
	ETag   string   `json:"etag,omitempty"`
	Names  []string `json:"-"`               // addresses that it names
	Links  []int    `json:"links,omitempty"` // the same, as places in the list of names
	Ways   string   `json:"ways,omitempty"`  // digest of the files that its links lead to
	Digest string   `json:"digest,omitempty"`
	Size   int64    `json:"size"`
	Time   int64    `json:"time"` // of the last change, Unix nanoseconds
}

// stored is the manifest as it is written: each address once.
type stored struct {
	manifest
	Names []string `json:"names"`
}

// find is the record of an address; nil if there is none.
func (m *manifest) find(at string) *record {
	if m == nil {
		return nil
	}
	return m.byAt[at]
}

// file is the record of a file; nil if there is none.
func (m *manifest) file(name string) *record {
	if m == nil {
		return nil
	}
	return m.byFile[name]
}

// readManifest reads what the last export into a directory has written; nil if
// there was none.
func readManifest(root *os.Root) (*manifest, error) {
	f, err := root.Open(manifestName)
	if errors.Is(err, fs.ErrNotExist) {
		return nil, nil //nolint:nilnil // nothing is there
	}
	if err != nil {
		return nil, err
	}
	defer f.Close()
	var m stored
	z, err := gzip.NewReader(f)
	if err == nil {
		err = json.NewDecoder(z).Decode(&m)
	}
	if err != nil {
		return nil, fmt.Errorf("%s: %w", manifestName, err)
	}
	m.index()
	for i := range m.Records {
		r := &m.Records[i]
		for _, n := range r.Links {
			if n >= 0 && n < len(m.Names) {
				r.Names = append(r.Names, m.Names[n])
			}
		}
	}
	return &m.manifest, nil
}

func (m *manifest) index() {
	m.byAt, m.byFile = map[string]*record{}, map[string]*record{}
	for i := range m.Records {
		r := &m.Records[i]
		if m.byFile[r.File] = r; r.At != "" {
			m.byAt[r.At] = r
		}
	}
}

// encode writes the manifest.
func (m *manifest) encode(w io.Writer) error {
	out := stored{manifest: *m}
	place := map[string]int{}
	for i := range out.Records {
		r := &out.Records[i]
		r.Links = make([]int, len(r.Names))
		for k, at := range r.Names {
			n, ok := place[at]
			if !ok {
				n = len(out.Names)
				place[at], out.Names = n, append(out.Names, at)
			}
			r.Links[k] = n
		}
	}
	z, err := gzip.NewWriterLevel(w, gzip.BestSpeed)
	if err != nil {
		return err
	}
	return errors.Join(json.NewEncoder(z).Encode(out), z.Close())
}
