package export

import (
	"bytes"
	"cmp"
	"html"
	"net/url"
	"path/filepath"
	"regexp"
	"strings"

	tokens "golang.org/x/net/html"
)

// Origin is a placeholder for the site's origin during an export; links replace it in the files.
const Origin = "https://export.invalid"

// numbered is a placeholder for the step number in a URL.
const numbered = "{n}"

// inText matches URLs that begin with Origin, in citations, feeds and JSON.
var inText = regexp.MustCompile(Origin + `(?:&amp;|\\u0026|[^"'<>&\\{}()\[\]\s,;])*`)

var plain = strings.NewReplacer("&amp;", "&", `\u0026`, "&")

var addressed = map[string]bool{"href": true, "src": true, "poster": true, "xlink:href": true, "data-step-url": true}

type link struct {
	at, fragment string
	text         string // original text of the link, if it begins with Origin
	pattern      bool   // set if the document has the placeholder {n} instead of the step number 1
}

// relink replaces each local URL in a document by the result of to. If to returns false, it removes
// the attribute or link element. It also removes forms, because they need a server.
func relink(body []byte, ending string, to func(link) (string, bool)) []byte {
	if ending != ".json" && ending != ".txt" {
		z, kind, form := tokens.NewTokenizer(bytes.NewReader(body)), tokens.TextToken, false
		out := bytes.NewBuffer(make([]byte, 0, len(body)))
		for kind != tokens.ErrorToken {
			kind = z.Next()
			raw := z.Raw()
			tag := kind == tokens.StartTagToken || kind == tokens.SelfClosingTagToken
			switch {
			case form || tag && bytes.HasPrefix(raw, []byte("<form")):
				form = !bytes.HasPrefix(raw, []byte("</form"))
			case tag:
				retag(out, raw, to)
			default:
				out.Write(raw)
			}
		}
		body = out.Bytes()
	}
	if !bytes.Contains(body, []byte(Origin)) {
		return body
	}
	return inText.ReplaceAllFunc(body, func(found []byte) []byte {
		text := bytes.TrimRight(found, ".")
		l, ok := local(plain.Replace(string(text)))
		if l.text = string(text); ok {
			if address, ok := to(l); ok {
				return append([]byte(address), found[len(text):]...)
			}
		}
		return found
	})
}

// retag rewrites the attributes of a tag that hold local URLs. It relies on templates to quote all
// attributes.
func retag(out *bytes.Buffer, tag []byte, to func(link) (string, bool)) {
	start, done := out.Len(), 0
	for at := 0; ; {
		n := bytes.Index(tag[at:], []byte(`="/`))
		from := at + n + len(`="`)
		at = from + bytes.IndexByte(tag[from:], '"')
		if n < 0 || at < from {
			out.Write(tag[done:])
			return
		}
		name := bytes.LastIndexAny(tag[:from], " \t\r\n")
		value := html.UnescapeString(string(tag[from:at]))
		l, ok := local(strings.ReplaceAll(value, numbered, "1"))
		l.pattern = strings.Contains(value, numbered)
		if !ok || !addressed[string(tag[name+1:from-2])] {
			continue
		}
		if address, ok := to(l); ok {
			out.Write(tag[done:from])
			out.WriteString(html.EscapeString(address))
			done = at
		} else if bytes.HasPrefix(tag, []byte("<link")) {
			out.Truncate(start)
			return
		} else {
			out.Write(tag[done:name])
			done = at + 1
		}
	}
}

// way returns the replacement for a link in a file: a relative path, or an absolute URL if the link
// was one. It returns false if the link should be removed.
func (s *exporter) way(file string, l link) (string, bool) {
	to, fragment := s.target(l.at)
	switch {
	case to == "" && l.text != "":
		return strings.TrimSuffix(s.base, "/") + strings.TrimPrefix(l.text, Origin), true
	case to == "" || to == file && s.pages[l.at] == nil: // the replacement would lead to the page that contains the link
		return "", false
	}
	if i := strings.LastIndex(to, "/1/"); l.pattern && i >= 0 {
		to = to[:i] + "/" + numbered + to[i+2:]
	}
	switch {
	case l.text != "":
		to = s.base + to
	case file == "404.html": // static hosts send this file for any path, so relative links would not work
		u, _ := url.Parse(s.base)
		to = cmp.Or(u.EscapedPath(), "/") + to
	default:
		to, _ = filepath.Rel(filepath.Dir(file), to)
		to = filepath.ToSlash(to)
	}
	if fragment = cmp.Or(l.fragment, fragment); fragment != "" {
		to += "#" + fragment
	}
	return to, true
}

// target returns the exported file for a URL, following redirects. If the URL was not exported, it
// uses the nearest URL that was.
func (s *exporter) target(at string) (file, fragment string) {
	for range 5 {
		p := s.pages[at]
		if p == nil {
			p = cmp.Or(s.pages[nearest(at)], &page{})
		}
		next, ok := local(p.alias)
		if p.alias == "" || !ok {
			return p.file, fragment
		}
		at, fragment = next.at, cmp.Or(fragment, next.fragment)
	}
	return "", ""
}
