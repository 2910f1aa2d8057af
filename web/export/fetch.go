package export

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"net/http"
	"os"
	"path"
	"path/filepath"
	"strconv"
	"strings"
)

// answer is a ResponseWriter that keeps a page and streams everything else
// into a file: a record may be larger than memory.
type answer struct {
	header   http.Header
	expected int // the status that is to be written
	begin    func(kind string) (io.WriteCloser, error)

	code  int
	page  *bytes.Buffer // of a page
	file  io.WriteCloser
	wrote int64
	err   error
}

func (a *answer) Header() http.Header { return a.header }

// Flush implements http.Flusher.
func (a *answer) Flush() {}

// WriteHeader implements http.ResponseWriter.
func (a *answer) WriteHeader(code int) {
	if a.code != 0 {
		return
	}
	a.code = code
	kind := a.header.Get("Content-Type")
	switch {
	case code != a.expected:
	case strings.HasPrefix(kind, "text/html"):
		a.page = &bytes.Buffer{}
	default:
		a.file, a.err = a.begin(kind)
	}
}

func (a *answer) Write(p []byte) (int, error) {
	a.WriteHeader(http.StatusOK)
	if a.err != nil {
		return 0, a.err
	}
	n, err := len(p), error(nil)
	switch {
	case a.page != nil:
		n, err = a.page.Write(p)
	case a.file != nil:
		n, err = a.file.Write(p)
		a.err = err
	}
	a.wrote += int64(n)
	return n, err
}

// finish closes the file and says what is wrong with the answer.
func (a *answer) finish() error {
	if a.file != nil {
		a.err = errors.Join(a.err, a.file.Close())
	}
	if a.err != nil {
		return a.err
	}
	if a.code != a.expected {
		return fmt.Errorf("the site links to it but answers %d %s", a.code, http.StatusText(a.code))
	}
	if length := a.header.Get("Content-Length"); length != "" && length != strconv.FormatInt(a.wrote, 10) {
		return fmt.Errorf("%d of %s bytes came", a.wrote, length)
	}
	if a.page != nil && !bytes.Contains(a.page.Bytes(), []byte(`http-equiv="Content-Security-Policy"`)) {
		return errors.New("the page does not carry the policy that keeps records from acting")
	}
	return nil
}

// fetch writes what the site answers at an address into its file and returns
// the addresses that a page links to.
func (s *site) fetch(ctx context.Context, at string) ([]string, error) {
	req, err := http.NewRequestWithContext(ctx, http.MethodGet, at, nil)
	if err != nil {
		return nil, err
	}
	req.RequestURI, req.RemoteAddr, req.Host = at, "127.0.0.1:0", "localhost"
	name := ""
	a := &answer{header: http.Header{}, expected: http.StatusOK, begin: func(kind string) (io.WriteCloser, error) {
		name = s.claim(at, kind)
		return s.create(name)
	}}
	if at == notFound {
		a.expected = http.StatusNotFound
	}
	s.h.ServeHTTP(a, req)
	if err := a.finish(); err != nil {
		s.drop(at, name)
		return nil, err
	}
	if a.page == nil {
		return nil, nil
	}
	name = s.claim(at, a.header.Get("Content-Type"))
	if err := s.write(name, a.page.Bytes()); err != nil {
		s.drop(at, name)
		return nil, err
	}
	s.pages = append(s.pages, name)
	return found(a.page.Bytes()), nil
}

// drop takes back what was written of an address that failed.
func (s *site) drop(at, name string) {
	if name != "" {
		_ = s.root.Remove(name) // it may not have come to be
	}
	delete(s.files, at)
}

func (s *site) create(name string) (*os.File, error) {
	if !filepath.IsLocal(name) {
		return nil, fmt.Errorf("%q leaves the directory", name)
	}
	if err := s.root.MkdirAll(path.Dir(name), 0o755); err != nil {
		return nil, err
	}
	return s.root.OpenFile(name, os.O_WRONLY|os.O_CREATE|os.O_TRUNC, 0o644)
}

func (s *site) write(name string, body []byte) error {
	f, err := s.create(name)
	if err != nil {
		return err
	}
	_, err = f.Write(body)
	return errors.Join(err, f.Close())
}
