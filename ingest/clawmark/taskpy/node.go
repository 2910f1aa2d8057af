package taskpy

import (
	"fmt"
	"strings"
	"time"

	sitter "github.com/tree-sitter/go-tree-sitter"
	python "github.com/tree-sitter/tree-sitter-python/bindings/go"
)

// Bounds of what is read. The largest task.py seen is far below each.
const (
	maxSource  = 512 << 10
	maxDepth   = 500 // texts joined by + nest once for each
	maxNodes   = 400_000
	parseLimit = 2 * time.Second
	chunk      = 4 << 10 // the binding keeps a copy of each until the end
)

// node is a part of the syntax: everything that the grammar names, and the
// operators, which have a role. Comments are kept apart.
type node struct {
	kind string
	role string // in its parent
	text string
	line int // first, from 1
	last int
	kids []*node
}

// child is the first part with a role.
func (n *node) child(role string) *node {
	for _, k := range n.kids {
		if k.role == role {
			return k
		}
	}
	return nil
}

// comment is one comment of the file.
type comment struct {
	line int
	text string
	own  bool // nothing stands before it on its line
}

// SyntaxError says where a file is not Python.
type SyntaxError struct {
	Line   int
	Source string // the line itself
}

func (e *SyntaxError) Error() string {
	return fmt.Sprintf("line %d is not Python: %s", e.Line, e.Source)
}

// parse gives the syntax of a file.
func parse(src []byte) (*node, []comment, error) {
	if len(src) > maxSource {
		return nil, nil, fmt.Errorf("the file has %d bytes, more than the %d that are read", len(src), maxSource)
	}
	parser := sitter.NewParser()
	defer parser.Close()
	if err := parser.SetLanguage(sitter.NewLanguage(python.Language())); err != nil {
		return nil, nil, fmt.Errorf("take the grammar of Python: %w", err)
	}
	end := time.Now().Add(parseLimit)
	tree := parser.ParseWithOptions(func(at int, _ sitter.Point) []byte {
		if at >= len(src) {
			return nil
		}
		return src[at:min(at+chunk, len(src))]
	}, nil, &sitter.ParseOptions{ProgressCallback: func(sitter.ParseState) bool { return time.Now().After(end) }})
	if tree == nil {
		return nil, nil, fmt.Errorf("the file takes longer to parse than %s", parseLimit)
	}
	defer tree.Close()
	b := &builder{src: string(src), kinds: map[uint16]string{}}
	if err := b.build(tree); err != nil {
		return nil, nil, err
	}
	return b.root, b.comments, nil
}

// builder copies a tree into nodes, in a loop and not by recursion: brackets can
// be nested as deep as the file is long.
type builder struct {
	src      string
	kinds    map[uint16]string // names come from C, a copy each time
	root     *node
	comments []comment
	count    int
}

func (b *builder) build(tree *sitter.Tree) error {
	cursor := tree.Walk()
	defer cursor.Close()
	if root := cursor.Node(); root.HasError() {
		return b.firstError(cursor)
	}
	b.root = b.node(cursor)
	path := []*node{b.root}
	if !cursor.GotoFirstChild() {
		return nil
	}
	for {
		n := b.node(cursor)
		if b.count++; b.count > maxNodes {
			return fmt.Errorf("the file has more than %d parts", maxNodes)
		}
		switch {
		case n.kind == "comment":
			b.comment(n, int(cursor.Node().StartByte()))
		case n.role != "" || cursor.Node().IsNamed():
			parent := path[len(path)-1]
			parent.kids = append(parent.kids, n)
		}
		if cursor.GotoFirstChild() {
			if path = append(path, n); len(path) > maxDepth {
				return fmt.Errorf("line %d is nested deeper than %d", n.line, maxDepth)
			}
			continue
		}
		for !cursor.GotoNextSibling() {
			if !cursor.GotoParent() || len(path) == 1 {
				return nil
			}
			path = path[:len(path)-1]
		}
	}
}

func (b *builder) comment(n *node, at int) {
	before := b.src[strings.LastIndexByte(b.src[:at], '\n')+1 : at]
	b.comments = append(b.comments, comment{
		line: n.line, text: strings.TrimSpace(strings.TrimLeft(n.text, "#!: \t")), own: strings.TrimSpace(before) == "",
	})
}

func (b *builder) node(cursor *sitter.TreeCursor) *node {
	n := cursor.Node()
	id := n.KindId()
	kind, ok := b.kinds[id]
	if !ok {
		kind = n.Kind()
		b.kinds[id] = kind
	}
	return &node{
		kind: kind, role: cursor.FieldName(), text: b.src[n.StartByte():n.EndByte()],
		line: int(n.StartPosition().Row) + 1, last: int(n.EndPosition().Row) + 1,
	}
}

// firstError finds the first part that the grammar could not read.
func (b *builder) firstError(cursor *sitter.TreeCursor) error {
	for range maxNodes {
		n := cursor.Node()
		if n.IsError() || n.IsMissing() {
			return b.syntaxError(int(n.StartPosition().Row) + 1)
		}
		if n.HasError() && cursor.GotoFirstChild() {
			continue
		}
		for !cursor.GotoNextSibling() {
			if !cursor.GotoParent() {
				return b.syntaxError(1)
			}
		}
	}
	return b.syntaxError(1)
}

// longLine bounds the source that an error shows, in characters.
const longLine = 200

func (b *builder) syntaxError(line int) error {
	lines := strings.SplitN(b.src, "\n", line+1)
	shown := ""
	if line <= len(lines) {
		shown = strings.ToValidUTF8(strings.TrimSpace(lines[line-1]), "\uFFFD")
	}
	if r := []rune(shown); len(r) > longLine {
		shown = string(r[:longLine]) + gap
	}
	return &SyntaxError{Line: line, Source: shown}
}
