package richtext

import (
	"encoding/json"
	"errors"
	"io"
	"strings"

	"github.com/a-h/templ"

	"github.com/clawatlas/clawatlas/results/words"
)

// Limits of a tree. What exceeds them is shown as text.
const (
	treeDepth = 40
	treeNodes = 20_000
	treeMost  = 1 << 20 // bytes
	nodeCost  = 90      // HTML around one entry
	inlineMax = 120
)

var errTree = errors.New("not a tree that can be shown")

// tree is one JSON value.
type tree struct {
	key    string
	keyed  bool
	open   byte // '{', '[' or 0 for a value without entries
	text   string
	quoted bool // text is a string
	kids   []tree
	more   int // entries or, of a string, bytes that Trim left out
}

// Tree is a JSON value that is ready to be shown.
type Tree struct{ root tree }

// ParseJSON reads a JSON object or array as a tree, with keys in their order
// and every key, also one that appears twice. It gives false for other text,
// and for what would be too deep or too large.
func ParseJSON(text string) (Tree, bool) {
	trimmed := strings.TrimLeft(text, " \t\r\n")
	if trimmed == "" || trimmed[0] != '{' && trimmed[0] != '[' || len(text) > treeMost {
		return Tree{}, false
	}
	dec := json.NewDecoder(strings.NewReader(text))
	dec.UseNumber()
	nodes := treeNodes
	root, err := readTree(dec, 0, &nodes)
	if err != nil {
		return Tree{}, false
	}
	if _, err := dec.Token(); !errors.Is(err, io.EOF) {
		return Tree{}, false
	}
	return Tree{root}, true
}

// Weight estimates from above how many bytes of HTML the tree becomes.
func (t Tree) Weight() int { return t.root.weight() }

func (t *tree) weight() int {
	sum := nodeCost + Weigh(t.key, 1<<30) + Weigh(t.text, 1<<30)
	for i := range t.kids {
		sum += t.kids[i].weight()
	}
	return sum
}

// Trim leaves out what weighs more than allow, from the end. The places where
// something is left out say how much.
func (t *Tree) Trim(allow int) { t.root.trim(&allow) }

func (t *tree) trim(left *int) {
	*left -= nodeCost + Weigh(t.key, 1<<30)
	if w := Weigh(t.text, 1<<30); w > max(*left, 2*lineWeight) {
		at := headEnd(t.text, -1, max(*left, 2*lineWeight))
		t.text, t.more = t.text[:at], len(t.text)-at
	}
	*left -= Weigh(t.text, 1<<30)
	for i := range t.kids {
		if *left < 2*nodeCost {
			t.kids, t.more = t.kids[:i], len(t.kids)-i
			return
		}
		t.kids[i].trim(left)
	}
}

// Trimmed reports whether Trim left anything out.
func (t Tree) Trimmed() bool { return t.root.trimmed() }

func (t *tree) trimmed() bool {
	if t.more > 0 {
		return true
	}
	for i := range t.kids {
		if t.kids[i].trimmed() {
			return true
		}
	}
	return false
}

func readTree(dec *json.Decoder, depth int, left *int) (tree, error) {
	if *left--; depth > treeDepth || *left < 0 {
		return tree{}, errTree
	}
	tok, err := dec.Token()
	if err != nil {
		return tree{}, err
	}
	switch v := tok.(type) {
	case json.Delim:
		return readKids(dec, tree{open: byte(v)}, depth, left)
	case string:
		return tree{text: v, quoted: true}, nil
	case json.Number:
		return tree{text: v.String()}, nil
	case bool:
		if v {
			return tree{text: "true"}, nil
		}
		return tree{text: "false"}, nil
	}
	return tree{text: "null"}, nil
}

func readKids(dec *json.Decoder, t tree, depth int, left *int) (tree, error) {
	for dec.More() {
		key := ""
		if t.open == '{' {
			tok, err := dec.Token()
			if err != nil {
				return t, err
			}
			key, _ = tok.(string)
		}
		kid, err := readTree(dec, depth+1, left)
		if err != nil {
			return t, err
		}
		kid.key, kid.keyed = key, t.open == '{'
		t.kids = append(t.kids, kid)
	}
	_, err := dec.Token() // the closing bracket
	return t, err
}

// JSON shows the tree: strings with their line ends as they are, long strings
// and everything after the first lines folded.
func JSON(t Tree) templ.Component {
	return component(func(o *out) {
		w := treeWriter{out: o}
		w.raw(`<div class="js">`)
		w.entries(t.root)
		w.raw(`</div>`)
	})
}

// treeWriter counts the lines that it has shown, because entries after the
// first 24 lines begin folded.
type treeWriter struct {
	*out
	lines int
}

func (w *treeWriter) entries(t tree) {
	if len(t.kids) == 0 && t.more == 0 {
		w.raw(`<div class="jr">`, brackets(t), `</div>`)
		w.lines++
		return
	}
	for i, kid := range t.kids {
		w.entry(kid, i)
	}
	if t.more > 0 {
		w.raw(`<div class="jr mi own">… `, counted(t.more, "more entry", "more entries"), `</div>`)
	}
}

// entry writes one entry with its key or its index.
func (w *treeWriter) entry(t tree, index int) {
	label := func() {
		if t.keyed {
			w.raw(`<span class="jk">`)
			w.text(t.key)
			w.raw(`</span> `)
			return
		}
		w.raw(`<span class="jk own">`, itoa(index), `</span> `)
	}
	switch {
	case t.open == 0:
		w.scalar(t, label)
	case len(t.kids)+t.more == 0:
		w.raw(`<div class="jr">`)
		label()
		w.raw(brackets(t), `</div>`)
		w.lines++
	default:
		w.raw(`<details class="jd"`)
		if w.lines < shortLines {
			w.raw(` open`)
		}
		w.raw(`><summary>`)
		label()
		w.raw(`<span class="jn own">`, size(t), `</span></summary><div class="js">`)
		w.lines++
		w.entries(t)
		w.raw(`</div></details>`)
	}
}

func brackets(t tree) string {
	switch t.open {
	case '{':
		return "{}"
	case '[':
		return "[]"
	}
	return t.text
}

func size(t tree) string {
	if t.open == '{' {
		return counted(len(t.kids)+t.more, "key", "keys")
	}
	return counted(len(t.kids)+t.more, "entry", "entries")
}

// scalar writes a value without entries; a long string is a block of text.
func (w *treeWriter) scalar(t tree, label func()) {
	w.raw(`<div class="jr">`)
	label()
	switch {
	case !t.quoted:
		w.raw(`<span class="jn">`)
		w.text(t.text)
		w.raw(`</span></div>`)
		w.lines++
	case t.more == 0 && len(t.text) <= inlineMax && !strings.Contains(t.text, "\n"):
		w.raw(`<span class="jv">“`)
		w.text(t.text)
		w.raw(`”</span></div>`)
		w.lines++
	default:
		w.raw(`</div>`)
		w.block(t.text)
		if t.more > 0 {
			w.raw(`<div class="jr mi own">… `, words.Bytes(t.more), ` more</div>`)
		}
	}
}

// block writes a long string, folded after the limit of a fold.
func (w *treeWriter) block(s string) {
	f := Cut(s, 1<<30)
	w.raw(`<div class="txt jb">`)
	w.text(f.Head)
	w.raw(`</div>`)
	w.lines += CountLines(f.Head)
	if f.Whole() {
		return
	}
	w.raw(`<details class="fold"><summary>`, counted(f.Lines, "line", "lines"), ` in all</summary><div class="txt jb">`)
	w.text(f.Middle + f.Tail)
	w.raw(`</div></details>`)
}
