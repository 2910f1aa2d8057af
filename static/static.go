// Package static serves the site's style sheet, scripts and images. Each URL contains a digest of
// the content, so browsers may cache it forever.
package static

import (
	"crypto/sha256"
	"embed"
	"encoding/hex"
	"fmt"
	"path"
	"strings"
	"sync"
)

// Prefix is the path prefix under which Handler serves the files.
const Prefix = "/static/"

//go:embed app.css app.js follow.js favicon.svg card.png
var files embed.FS

// asset is an embedded file in all forms in which it is sent.
type asset struct {
	name   string // embedded name, such as app.css
	hashed string // name with the digest, such as app.1a2b3c4d.css
	digest string // first 8 hex digits of the SHA-256
	kind   string // Content-Type
	plain  []byte
	packed map[string]func() []byte // functions that return the compressed content, by content coding; each compresses on its first call and returns nil if compression does not help
}

var assets = sync.OnceValue(load)

// load prepares all embedded files. It panics on an error, which can only mean that the build is
// broken.
func load() map[string]asset {
	entries, err := files.ReadDir(".")
	if err != nil {
		panic(fmt.Errorf("list embedded files: %w", err))
	}
	all := make(map[string]asset, 2*len(entries))
	for _, e := range entries {
		body, err := files.ReadFile(e.Name())
		if err != nil {
			panic(fmt.Errorf("read embedded %s: %w", e.Name(), err))
		}
		a := newAsset(e.Name(), body)
		all[a.name], all[a.hashed] = a, a
	}
	return all
}

func newAsset(name string, body []byte) asset {
	ext := path.Ext(name)
	switch ext {
	case ".css":
		body = minify(body)
	case ".js":
		body = uncommented(body)
	}
	sum := sha256.Sum256(body)
	digest := hex.EncodeToString(sum[:4])
	a := asset{
		name:   name,
		hashed: strings.TrimSuffix(name, ext) + "." + digest + ext,
		digest: digest,
		kind:   contentType(ext),
		plain:  body,
		packed: map[string]func() []byte{},
	}
	for _, c := range codings {
		a.packed[c.name] = sync.OnceValue(func() []byte { return Pack(c.name, body, true) })
	}
	return a
}

// contentType returns the media type for a file extension. It uses a fixed list, because the
// operating system's list differs between machines.
func contentType(ext string) string {
	switch ext {
	case ".css":
		return "text/css; charset=utf-8"
	case ".js":
		return "text/javascript; charset=utf-8"
	case ".svg":
		return "image/svg+xml"
	case ".png":
		return "image/png"
	}
	return "application/octet-stream"
}

// URL returns the path of an embedded file with its digest, such as /static/app.1a2b3c4d.css. It
// panics if there is no such file, so that tests that render a page find the mistake.
func URL(name string) string {
	a, ok := assets()[name]
	if !ok {
		panic("static: no such file: " + name)
	}
	return Prefix + a.hashed
}
