package static

import (
	"bytes"
	"fmt"
	"io"
	"net/http"
	"strconv"
	"strings"

	"github.com/andybalholm/brotli"
	"github.com/klauspost/compress/gzip"
	"github.com/klauspost/compress/zstd"
)

// codings lists the content codings in order of preference, best compression first.
var codings = []struct {
	name   string
	writer func(w io.Writer, hard bool) (io.WriteCloser, error)
}{
	{"br", func(w io.Writer, hard bool) (io.WriteCloser, error) {
		return brotli.NewWriterLevel(w, map[bool]int{false: 4, true: 11}[hard]), nil
	}},
	{"zstd", func(w io.Writer, hard bool) (io.WriteCloser, error) {
		return zstd.NewWriter(w, zstd.WithEncoderConcurrency(1), zstd.WithEncoderLevel(map[bool]zstd.EncoderLevel{true: zstd.SpeedBestCompression, false: zstd.SpeedDefault}[hard]))
	}},
	{"gzip", func(w io.Writer, hard bool) (io.WriteCloser, error) {
		return gzip.NewWriterLevel(w, map[bool]int{false: 5, true: 9}[hard])
	}},
}

// Coding returns the content coding that the client prefers, and the best one among equals, or "" if
// there is none. It parses Accept-Encoding as defined in RFC 9110, section 12.5.3: q=0 excludes a
// coding, and * stands for all codings that are not listed.
func Coding(req *http.Request) string {
	takes := map[string]float64{}
	for item := range strings.SplitSeq(strings.Join(req.Header.Values("Accept-Encoding"), ","), ",") {
		name, weight, weighed := strings.Cut(item, ";")
		q := 1.0
		if weighed {
			_, text, _ := strings.Cut(weight, "=")
			q, _ = strconv.ParseFloat(strings.TrimSpace(text), 64)
		}
		takes[strings.TrimPrefix(strings.ToLower(strings.TrimSpace(name)), "x-")] = q
	}
	best, most := "", 0.0
	for _, c := range codings {
		q, named := takes[c.name]
		if !named {
			q = takes["*"]
		}
		if q > most && q >= takes["identity"] {
			best, most = c.name, q
		}
	}
	return best
}

// Pack compresses text with a content coding. It returns nil if compression does not make the text
// smaller. If hard is set, it spends more time, which pays for text that is compressed once and
// sent often.
func Pack(coding string, text []byte, hard bool) []byte {
	if len(text) < 512 {
		return nil
	}
	var b bytes.Buffer
	w, err := Packer(coding, &b, hard)
	if err == nil {
		_, err = w.Write(text)
	}
	if err == nil {
		err = w.Close()
	}
	if err != nil { // writing to a buffer cannot fail
		panic(err)
	}
	if b.Len() >= len(text)*9/10 {
		return nil
	}
	return b.Bytes()
}

// Packer returns a writer that compresses data with a content coding and writes it to w.
func Packer(coding string, w io.Writer, hard bool) (io.WriteCloser, error) {
	for _, c := range codings {
		if c.name == coding {
			return c.writer(w, hard)
		}
	}
	return nil, fmt.Errorf("unknown content coding %q", coding)
}
