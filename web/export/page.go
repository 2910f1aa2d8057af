package export

import (
	"bytes"
	"errors"
	"io"
	"net/url"
	"path"
	"strings"

	"golang.org/x/net/html"
)

// addressed holds the attributes of rendered pages whose value is an address.
var addressed = map[string]bool{"href": true, "src": true, "action": true, "poster": true, "data-step-url": true}

// each calls f for every attribute of a tag that holds an address.
func each(t *html.Token, f func(a *html.Attribute)) {
	if t.Type != html.StartTagToken && t.Type != html.SelfClosingTagToken {
		return
	}
	for i := range t.Attr {
		if addressed[t.Attr[i].Key] {
			f(&t.Attr[i])
		}
	}
}

// found lists the addresses of the site that a page names and that a file can
// stand for.
func found(page []byte) []string {
	var list []string
	z := html.NewTokenizer(bytes.NewReader(page))
	for z.Next() != html.ErrorToken {
		t := z.Token()
		each(&t, func(a *html.Attribute) {
			if at, ok := local(a.Val); ok && at.RawQuery == "" && !serverOnly(at.Path) && a.Key != "data-step-url" {
				list = append(list, at.EscapedPath())
			}
		})
	}
	return list
}

// local parses an address of this site.
func local(value string) (*url.URL, bool) {
	if !strings.HasPrefix(value, "/") || strings.HasPrefix(value, "//") {
		return nil, false
	}
	u, err := url.Parse(value)
	return u, err == nil && u.Host == ""
}

// serverOnly are pages that make no sense without a query.
func serverOnly(p string) bool {
	return p == "/search" || p == "/compare" || strings.HasPrefix(p, "/compare/") || p == "/api/v1/search" || p == "/api/v1/compare"
}

// relink writes the page with every address of the site turned into the way
// from its own file to the other, so that the pages work below any directory
// of any web server and from a disk. A link to what no file stands for loses
// its address, and a form its place: it would end at nothing.
func (s *site) relink(file string, page []byte) ([]byte, error) {
	var out bytes.Buffer
	z := html.NewTokenizer(bytes.NewReader(page))
	dropping := false
	for {
		kind := z.Next()
		if kind == html.ErrorToken {
			if err := z.Err(); !errors.Is(err, io.EOF) {
				return nil, err
			}
			return out.Bytes(), nil
		}
		raw := bytes.Clone(z.Raw()) // Token changes it
		t := z.Token()
		if dropping {
			dropping = kind != html.EndTagToken || t.Data != "form"
			continue
		}
		changed, lost := s.retarget(file, &t)
		switch {
		case lost && t.Data == "form":
			dropping = kind == html.StartTagToken
		case lost && t.Data == "link":
		case changed:
			out.WriteString(t.String())
		default:
			out.Write(raw)
		}
	}
}

// retarget changes the addresses of one tag. It reports whether it changed any
// and whether one of them has no file.
func (s *site) retarget(file string, t *html.Token) (changed, lost bool) {
	each(t, func(a *html.Attribute) {
		at, ok := local(a.Val)
		if !ok {
			return
		}
		changed = true
		if a.Val = s.way(file, at, a.Key == "data-step-url"); a.Val == "" {
			lost = true
		}
	})
	if lost {
		kept := t.Attr[:0]
		for _, a := range t.Attr {
			if !addressed[a.Key] || a.Val != "" {
				kept = append(kept, a)
			}
		}
		t.Attr = kept
	}
	return changed, lost
}

// way is the relative address of at from a file; empty if no file stands for
// it. A pattern has {n} where the number of a step goes.
func (s *site) way(file string, at *url.URL, pattern bool) string {
	const n = "{n}"
	address := at.EscapedPath()
	if pattern {
		address = strings.Replace(at.Path, n, "1", 1)
	}
	to, ok := s.files[address]
	if !ok || at.RawQuery != "" {
		return ""
	}
	if pattern {
		to = strings.Replace(to, "/1/", "/"+n+"/", 1)
	}
	if at.Fragment != "" {
		to += "#" + at.EscapedFragment()
	}
	if file == s.files[notFound] {
		return "/" + to // it answers at any depth
	}
	return climb(file, to)
}

// climb is the relative path from one file to another.
func climb(from, to string) string {
	if dir := path.Dir(from); dir != "." {
		a, b := strings.Split(dir, "/"), strings.Split(to, "/")
		for len(a) > 0 && len(b) > 1 && a[0] == b[0] {
			a, b = a[1:], b[1:]
		}
		return strings.Repeat("../", len(a)) + strings.Join(b, "/")
	}
	return to
}
