package export

import (
	"bytes"
	"html"
	"strings"
)

// addressed holds the attributes of rendered pages whose value is an address.
var addressed = map[string]bool{"href": true, "src": true, "action": true, "poster": true, "xlink:href": true,
	"data-step-url": true, "content": true}

// numbered stands in an address where the number of a step goes.
const numbered = "{n}"

// slot is a place of a document that holds an address of the site.
type slot struct {
	place
	from, to int  // the bytes of the address
	pattern  bool // it has {n} where at has 1
	form     bool // it is where a form is sent
	// What goes if the address has no file: an attribute, a tag, a whole form.
	// Nothing goes of what people read.
	dropFrom, dropTo int
}

// place is an address of the site, without its fragment.
type place struct{ at, fragment string }

// places are the addresses that were read last, by how they are written: the same ones
// stand in page after page.
type places map[string]place

// placesMost bounds them.
const placesMost = 20_000

// read is local, once for each way to write an address.
func (p places) read(value []byte) (place, bool) {
	if known, ok := p[string(value)]; ok {
		return known, known.at != ""
	}
	text := strings.ReplaceAll(html.UnescapeString(string(value)), numbered, "1")
	at, fragment, ok := local(text)
	if len(p) == placesMost {
		clear(p)
	}
	p[string(value)] = place{at, fragment}
	return p[string(value)], ok
}

// slots finds the addresses of the site in a document of the site's own: in the
// attributes of HTML, SVG and feeds and, where they begin with Origin, in what
// people read.
func slots(body []byte, markup bool, known places) []slot {
	var list []slot
	if markup {
		list = tagSlots(body, known)
	}
	if bytes.Contains(body, []byte(Origin)) {
		list = withTexts(body, list)
	}
	return list
}

// tagSlots finds the addresses in attributes.
func tagSlots(body []byte, known places) []slot {
	var list []slot
	form := -1
	for t := (tags{body: body}); t.next(); {
		switch {
		case form >= 0 && t.closes("form"):
			list[form].dropTo, form = t.to, -1
		case len(t.name()) > 0 && bytes.IndexByte(t.tag, '=') >= 0:
			n := len(list)
			list = attributes(list, t.tag, t.from, known)
			if len(list) > n && string(t.name()) == "form" {
				form, list[n].form, list[n].dropFrom = n, true, t.from
			}
		}
	}
	return list
}

// attributes appends the addresses of one tag, which begins at a place of the
// document.
func attributes(list []slot, tag []byte, at int, known places) []slot {
	whole := bytes.HasPrefix(tag, []byte("<link")) || bytes.HasPrefix(tag, []byte("<meta"))
	for i := 1; i < len(tag); {
		from := i
		for i < len(tag) && (isSpace(tag[i]) || tag[i] == '/') {
			i++
		}
		name := i
		for i < len(tag) && !isSpace(tag[i]) && tag[i] != '=' && tag[i] != '>' {
			i++
		}
		if i >= len(tag) || tag[i] != '=' {
			if i == name {
				i++
			}
			continue
		}
		key := tag[name:i]
		i++
		if i >= len(tag) || tag[i] != '"' { // what the templates write is quoted
			continue
		}
		n := bytes.IndexByte(tag[i+1:], '"')
		if n < 0 {
			return list
		}
		value := tag[i+1 : i+1+n]
		s := slot{from: at + i + 1, to: at + i + 1 + n, dropFrom: at + from, dropTo: at + i + n + 2}
		i += n + 2
		if len(value) == 0 || value[0] != '/' && !bytes.HasPrefix(value, []byte(Origin)) || !addressed[string(key)] {
			continue
		}
		if string(key) == "content" && value[0] == '/' {
			continue // words that begin with a slash
		}
		s.pattern = string(key) == "data-step-url"
		if whole {
			s.dropFrom, s.dropTo = at, at+len(tag)
		}
		var ok bool
		if s.place, ok = known.read(value); ok {
			list = append(list, s)
		}
	}
	return list
}

func isSpace(b byte) bool { return b == ' ' || b == '\n' || b == '\t' || b == '\r' || b == '\f' }

// withTexts adds the addresses that stand in text, as in citations and feeds. The
// ampersands of markup and of JSON are theirs.
func withTexts(body []byte, list []slot) []slot {
	var out []slot
	for i := 0; ; {
		n := bytes.Index(body[i:], []byte(Origin))
		if n < 0 {
			return append(out, list...)
		}
		i += n
		for len(list) > 0 && list[0].to <= i {
			out, list = append(out, list[0]), list[1:]
		}
		end := i + len(Origin)
		if len(list) > 0 && list[0].from <= i {
			i = end
			continue
		}
		for end < len(body) {
			rest := body[end:]
			switch {
			case bytes.HasPrefix(rest, []byte("&amp;")):
				end += len("&amp;")
			case bytes.HasPrefix(rest, []byte(`\u0026`)):
				end += len(`\u0026`)
			case bytes.IndexByte([]byte("\"'<>&\\{}()[] \t\r\n,;"), rest[0]) >= 0:
				goto found
			default:
				end++
			}
		}
	found:
		text := strings.NewReplacer("&amp;", "&", `\u0026`, "&").Replace(string(body[i:end]))
		if at, fragment, ok := local(strings.TrimRight(text, ".")); ok {
			end -= len(text) - len(strings.TrimRight(text, "."))
			out = append(out, slot{place: place{at, fragment}, from: i, to: end})
		}
		i = end
	}
}

// relink writes a document with every address turned by way, which gives false
// for one that has no file.
func relink(dst *bytes.Buffer, body []byte, list []slot, way func(s *slot) (string, bool)) {
	done := 0
	for i := range list {
		s := &list[i]
		if s.from < done {
			continue // in a form that is gone
		}
		to, ok := way(s)
		switch {
		case ok:
			dst.Write(body[done:s.from])
			dst.WriteString(to)
			done = s.to
		case s.dropTo > s.dropFrom:
			dst.Write(body[done:s.dropFrom])
			done = s.dropTo
		}
	}
	dst.Write(body[done:])
}
