// Package export writes the site as static files by calling its handler in
// process and following the links of the pages.
package export

import (
	"context"
	"errors"
	"fmt"
	"net/http"
	"os"
	"syscall"
)

// Report says what was written and what was not.
type Report struct {
	Files  int
	Failed []Failure
}

// Failure is an address that has no file.
type Failure struct{ Address, Reason string }

// notFound is asked for because hosts of files send 404.html for what is not there.
const notFound = "/404"

// site is one export under way.
type site struct {
	h      http.Handler
	root   *os.Root
	files  map[string]string // by address, as pages write it
	owners map[string]string // addresses by file
	pages  []string          // files of pages, whose links are still those of a server
	rep    Report
}

// Write calls h for "/" and every page that is linked from there and writes
// the answers below dir. A page /x becomes x/index.html; links become relative.
// A record keeps its type only if it is one that no browser runs, and is text
// otherwise. Addresses with a query have no place in a directory tree: they are
// views that only a server can compute, and are left out.
//
// What cannot be written costs only itself and is in the report. An error is
// what concerns the whole: the directory, or a disk that takes no more.
func Write(ctx context.Context, h http.Handler, dir string) (Report, error) {
	root, err := open(dir)
	if err != nil {
		return Report{}, fmt.Errorf("export to %s: %w", dir, err)
	}
	defer root.Close()
	s := &site{h: h, root: root, files: map[string]string{}, owners: map[string]string{}}
	if err := s.crawl(ctx); err != nil {
		return s.rep, err
	}
	for _, name := range s.pages {
		if err := s.finish(ctx, name); err != nil {
			return s.rep, fmt.Errorf("export %s: %w", name, err)
		}
	}
	// Hosts that make pages of files by Jekyll would obey the front matter of
	// a record, which can name it a page.
	if err := s.write(".nojekyll", nil); err != nil {
		return s.rep, fmt.Errorf("export to %s: %w", dir, err)
	}
	s.rep.Files++
	return s.rep, nil
}

// open makes the directory, which must be empty if it exists.
func open(dir string) (*os.Root, error) {
	if entries, err := os.ReadDir(dir); err == nil && len(entries) > 0 {
		return nil, errors.New("the directory is not empty")
	} else if err != nil && !errors.Is(err, os.ErrNotExist) {
		return nil, err
	}
	if err := os.MkdirAll(dir, 0o755); err != nil {
		return nil, err
	}
	return os.OpenRoot(dir)
}

// crawl follows every link from the home page on.
func (s *site) crawl(ctx context.Context) error {
	seen := map[string]bool{"/": true, notFound: true}
	queue := []string{"/", notFound}
	for len(queue) > 0 {
		if err := ctx.Err(); err != nil {
			return err
		}
		at := queue[0]
		queue = queue[1:]
		next, err := s.fetch(ctx, at)
		switch {
		case err != nil && (at == "/" || hopeless(err)):
			return fmt.Errorf("export %s: %w", at, err)
		case err != nil:
			s.rep.Failed = append(s.rep.Failed, Failure{at, err.Error()})
			continue
		}
		s.rep.Files++
		for _, l := range next {
			if !seen[l] {
				seen[l] = true
				queue = append(queue, l)
			}
		}
	}
	return nil
}

// hopeless reports whether every further file would fail as well.
func hopeless(err error) bool {
	for _, cause := range []error{context.Canceled, syscall.ENOSPC, syscall.EDQUOT, syscall.EROFS, syscall.EIO} {
		if errors.Is(err, cause) {
			return true
		}
	}
	return false
}

// finish turns the links of a written page, now that all files have names.
func (s *site) finish(ctx context.Context, name string) error {
	if err := ctx.Err(); err != nil {
		return err
	}
	page, err := s.root.ReadFile(name)
	if err != nil {
		return err
	}
	if page, err = s.relink(name, page); err != nil {
		return err
	}
	return s.write(name, page)
}
