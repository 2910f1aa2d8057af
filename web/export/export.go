// Package export writes the site as static files by calling its handler in
// process and following the links of the pages.
package export

import (
	"context"
	"errors"
	"fmt"
	"io"
	"net/http"
	"net/http/httptest"
	"net/url"
	"os"
	"path"
	"path/filepath"
	"regexp"
	"strings"
)

// Report counts what was written.
type Report struct{ Files int }

// links finds addresses in rendered pages; templ always quotes attributes.
var links = regexp.MustCompile(`(?:href|src)="(/[^"#]*)`)

// Write calls h for "/" and every page that is linked from there and writes
// the answers below dir. A page /x becomes x/index.html. Addresses with a
// query have no place in a directory tree: they are views that only a server
// can compute, and are left out.
func Write(ctx context.Context, h http.Handler, dir string) (Report, error) {
	var rep Report
	if entries, err := os.ReadDir(dir); err == nil && len(entries) > 0 {
		return rep, fmt.Errorf("export to %s: the directory is not empty", dir)
	} else if err != nil && !errors.Is(err, os.ErrNotExist) {
		return rep, fmt.Errorf("export to %s: %w", dir, err)
	}
	if err := os.MkdirAll(dir, 0o755); err != nil {
		return rep, fmt.Errorf("export to %s: %w", dir, err)
	}
	root, err := os.OpenRoot(dir)
	if err != nil {
		return rep, fmt.Errorf("export to %s: %w", dir, err)
	}
	defer root.Close()
	seen := map[string]bool{"/": true, "/404": true}
	queue := []string{"/", "/404"}
	for len(queue) > 0 {
		if err := ctx.Err(); err != nil {
			return rep, err
		}
		at := queue[0]
		queue = queue[1:]
		next, err := writePage(ctx, h, root, at)
		if err != nil {
			return rep, err
		}
		rep.Files++
		for _, l := range next {
			if !seen[l] {
				seen[l] = true
				queue = append(queue, l)
			}
		}
	}
	return rep, nil
}

// writePage fetches one address, writes it and returns the addresses that it links to.
func writePage(ctx context.Context, h http.Handler, root *os.Root, at string) ([]string, error) {
	req := httptest.NewRequestWithContext(ctx, http.MethodGet, at, nil)
	rec := httptest.NewRecorder()
	h.ServeHTTP(rec, req)
	resp := rec.Result()
	body, err := io.ReadAll(resp.Body)
	if err != nil {
		return nil, fmt.Errorf("export %s: %w", at, err)
	}
	want := http.StatusOK
	if at == "/404" {
		want = http.StatusNotFound
	}
	if resp.StatusCode != want {
		return nil, fmt.Errorf("export %s: the site links to it but answers %s", at, resp.Status)
	}
	kind := resp.Header.Get("Content-Type")
	if err := writeFile(root, fileName(at, kind), body); err != nil {
		return nil, fmt.Errorf("export %s: %w", at, err)
	}
	if !strings.HasPrefix(kind, "text/html") {
		return nil, nil
	}
	return found(body), nil
}

// found lists the exportable addresses of a page.
func found(body []byte) []string {
	var list []string
	for _, m := range links.FindAllSubmatch(body, -1) {
		u, err := url.Parse(strings.ReplaceAll(string(m[1]), "&amp;", "&"))
		if err != nil || u.RawQuery != "" || strings.HasPrefix(u.Path, "//") || serverOnly(u.Path) {
			continue
		}
		list = append(list, u.EscapedPath())
	}
	return list
}

// serverOnly are pages that make no sense without a query.
func serverOnly(p string) bool {
	return p == "/search" || p == "/compare" || p == "/metrics" || strings.HasPrefix(p, "/compare/") || p == "/api/v1/search" || p == "/api/v1/compare"
}

// fileName maps an address to a file: pages become directories with an index.
func fileName(at, kind string) string {
	p, err := url.PathUnescape(at)
	if err != nil {
		p = at
	}
	p = strings.TrimPrefix(path.Clean(p), "/")
	switch {
	case at == "/404":
		return "404.html"
	case strings.HasPrefix(kind, "text/html"):
		return path.Join(p, "index.html")
	case strings.HasPrefix(kind, "application/json"):
		return path.Join(p, "index.json")
	case p == "":
		return "index.html"
	}
	if path.Ext(p) == "" {
		return path.Join(p, "index.txt")
	}
	return p
}

func writeFile(root *os.Root, name string, body []byte) error {
	if !filepath.IsLocal(name) {
		return fmt.Errorf("%q leaves the directory", name)
	}
	if err := root.MkdirAll(path.Dir(name), 0o755); err != nil {
		return err
	}
	return root.WriteFile(name, body, 0o644)
}
