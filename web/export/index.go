package export

import (
	"bytes"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"html"
	"io"
	"maps"
	"path"
	"slices"
	"strconv"
	"strings"
)

const (
	docsBlock   = 256 // documents that one file of the index tells of
	snippetMost = 200 // characters that are shown of a document
)

// depth says how much of a page can be searched.
type depth int

const (
	notIndexed depth = iota
	byTitle          // its title and its first sentence
	byText           // all that it says
	bySteps          // all that it says, and shown by its first words: a step of a trace
)

// indexed decides that by the address of a page, and which pages come first. What
// a trial's page shows of its trace is found on the pages of the steps.
func indexed(at string) (d depth, class int) {
	elems := elements(at)
	switch {
	case strings.Contains(at, "?") || at == notFound || at == searchPath,
		len(elems) > 0 && slices.Contains([]string{"embed", "api", "static"}, elems[0]):
		return notIndexed, 0
	case len(elems) == 0 || elems[0] != "runs":
		return byText, 0
	case len(elems) <= 2:
		return byText, 1
	case len(elems) == 4 || len(elems) == 6 && elems[4] == "at":
		return byTitle, 1
	case len(elems) >= 6 && elems[len(elems)-2] == "steps":
		return bySteps, 2
	}
	return notIndexed, 0
}

// doc is a page in the index.
type doc struct {
	r     *record
	depth depth
	class int
}

// index is the search index of an export while it is made.
type index struct {
	words map[string]*holders
	block []any // of documents, not yet written
	n     int   // documents
}

// holders are the documents that hold a word.
type holders struct {
	lists [2]strings.Builder // in the title, elsewhere; each as differences in base 36
	last  [2]int             // the last document of each, plus one
}

// addIndex writes the search index beside the search page, unless no page that can
// be searched has changed. It gives a digest of those, and the index's files.
func (s *exporter) addIndex(now []*record) (sum string, files []*record, err error) {
	page, ok := s.files[searchPath]
	if !ok {
		return "", nil, nil
	}
	dir := path.Dir(page) + "/"
	list := documents(now)
	h := sha256.New()
	for _, d := range list {
		io.WriteString(h, d.r.File+" "+d.r.Digest+"\n")
	}
	sum = hex.EncodeToString(h.Sum(nil)[:12])
	if s.last.index == sum {
		if kept := s.keptIndex(dir); kept != nil {
			return sum, kept, nil
		}
	}
	if err := s.announce(indexNames(dir, len(list))); err != nil {
		return "", nil, err
	}
	x := &index{words: map[string]*holders{}}
	put := func(name string, body []byte) error {
		r := &record{File: dir + name}
		files = append(files, r)
		return s.save(r, bytes.NewReader(body))
	}
	for _, d := range list {
		body, err := s.root.ReadFile(d.r.File)
		if err != nil {
			return "", nil, err
		}
		x.add(d, body)
		if len(x.block) == docsBlock {
			if err := put(x.docs()); err != nil {
				return "", nil, err
			}
		}
	}
	if len(x.block) > 0 {
		if err := put(x.docs()); err != nil {
			return "", nil, err
		}
	}
	for n, body := range x.shards() {
		if body != nil {
			if err := put("words-"+strconv.Itoa(n)+".js", body); err != nil {
				return "", nil, err
			}
		}
	}
	return sum, files, nil
}

// documents are the pages that can be searched, in the order in which they are found.
func documents(now []*record) []doc {
	var list []doc
	for _, r := range now {
		if (answered{kind: r.Kind}).ending() != ".html" {
			continue
		}
		if d, class := indexed(r.At); d != notIndexed {
			list = append(list, doc{r, d, class})
		}
	}
	slices.SortStableFunc(list, func(a, b doc) int { return a.class - b.class })
	return list
}

// keptIndex are the files of the last index; nil if they are not as they were left.
func (s *exporter) keptIndex(dir string) []*record {
	var list []*record
	for _, r := range s.last.byFile {
		if r.At == "" && r.Digest != "" && strings.HasPrefix(r.File, dir) {
			if !s.untouched(r) {
				return nil
			}
			list = append(list, r)
		}
	}
	return list
}

// indexNames are the files that an index of so many documents may have.
func indexNames(dir string, docs int) []*record {
	var list []*record
	for n := range (docs + docsBlock - 1) / docsBlock {
		list = append(list, &record{File: dir + "docs-" + strconv.Itoa(n) + ".js"})
	}
	for n := range shardsOf {
		list = append(list, &record{File: dir + "words-" + strconv.Itoa(n) + ".js"})
	}
	return list
}

// add takes a page into the index.
func (x *index) add(d doc, body []byte) {
	title, text, snippet := contents(body, d.depth)
	for place, t := range []string{title, text} {
		wordsOf(t, func(word []byte) {
			h := x.words[string(word)]
			if h == nil {
				h = &holders{}
				x.words[string(word)] = h
			}
			if max(h.last[0], h.last[1]) == x.n+1 { // it was found in this document
				return
			}
			b := &h.lists[place]
			if b.Len() > 0 {
				b.WriteByte(' ')
			}
			var number [16]byte
			b.Write(strconv.AppendInt(number[:0], int64(x.n-max(h.last[place]-1, 0)), 36))
			h.last[place] = x.n + 1
		})
	}
	x.block = append(x.block, []string{d.r.File, title, snippet})
	x.n++
}

// docs is the file that tells of the documents since the last one.
func (x *index) docs() (name string, body []byte) {
	n := (x.n - 1) / docsBlock
	body = script("clawatlasDocs", n, x.block)
	x.block = nil
	return "docs-" + strconv.Itoa(n) + ".js", body
}

// shards are the files of words; nil where there are none.
func (x *index) shards() [shardsOf][]byte {
	var lists [shardsOf]map[string]string
	for _, word := range slices.Sorted(maps.Keys(x.words)) {
		n, h := shardOf(word), x.words[word]
		if lists[n] == nil {
			lists[n] = map[string]string{}
		}
		lists[n][word] = h.lists[0].String() + "|" + h.lists[1].String()
	}
	var out [shardsOf][]byte
	for n, list := range lists {
		if list != nil {
			out[n] = script("clawatlasWords", n, list)
		}
	}
	return out
}

// script is a call with a number and a value: what a page can load from a disk.
// encoding/json escapes what is no part of a script, such as U+2028.
func script(call string, n int, value any) []byte {
	var b bytes.Buffer
	b.WriteString(call + "(" + strconv.Itoa(n) + ",")
	data, err := json.Marshal(value)
	if err != nil {
		panic(err) // strings alone
	}
	b.Write(data)
	b.WriteString(")\n")
	return b.Bytes()
}

// contents are the title of a page, the text of its main part, and what is shown of
// it: its description or, of a step, how it begins.
func contents(body []byte, d depth) (title, text, snippet string) {
	var head, all, first strings.Builder
	description, main, heading, lead := "", false, false, false
	t := tags{body: body}
	for more := true; more; {
		more = t.next()
		switch {
		case !main:
		case heading:
			head.WriteString(html.UnescapeString(string(t.text)))
		case d != byTitle:
			text := html.UnescapeString(string(t.text))
			all.WriteString(text)
			if !lead && first.Len() < 4*snippetMost {
				first.WriteString(text)
			}
		}
		all.WriteByte(' ')
		first.WriteByte(' ')
		switch string(t.name()) {
		case "meta":
			if description == "" && t.value("name") == "description" {
				description = t.value("content")
			}
		case "main":
			main = true
		case "h1":
			heading = true
		case "p":
			lead = slices.Contains(strings.Fields(t.value("class")), "lead")
		case "":
			main, heading, lead = main && !t.closes("main"), heading && !t.closes("h1"), lead && !t.closes("p")
		}
	}
	title, text, snippet = spaced(head.String()), spaced(all.String()), spaced(first.String())
	if description != "" && d != bySteps {
		snippet = description
	}
	if d == byTitle {
		text = description
	}
	return title, text, cut(snippet, snippetMost)
}

// spaced is a text with one blank for each stretch of white space.
func spaced(s string) string { return strings.Join(strings.Fields(s), " ") }

// cut is the beginning of a text.
func cut(s string, most int) string {
	n := 0
	for i := range s {
		if n++; n > most {
			return s[:i] + "…"
		}
	}
	return s
}
