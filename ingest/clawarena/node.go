package clawarena

import (
	"slices"

	"github.com/go-json-experiment/json/jsontext"

	"github.com/clawatlas/clawatlas/ingest"
)

// node is a JSON value of any shape with its place, for a report of which
// every number is to be accounted for, whatever its key.
type node struct {
	ingest.Scalar
	keys   []string // of an object, in the order of the file
	fields []*node
	items  []*node // of an array
}

func (n *node) UnmarshalJSONFrom(dec *jsontext.Decoder) error {
	open := dec.PeekKind()
	if open != '{' && open != '[' {
		return n.Scalar.UnmarshalJSONFrom(dec)
	}
	if _, err := dec.ReadToken(); err != nil {
		return err
	}
	n.Scalar = ingest.Scalar{Raw: jsontext.Value(open.String()), End: dec.InputOffset()}
	for closing := open + 2; dec.PeekKind() != closing; {
		if open == '{' {
			name, err := dec.ReadToken()
			if err != nil {
				return err
			}
			n.keys = append(n.keys, name.String())
		}
		child := &node{}
		if err := child.UnmarshalJSONFrom(dec); err != nil {
			return err
		}
		if open == '{' {
			n.fields = append(n.fields, child)
		} else {
			n.items = append(n.items, child)
		}
	}
	_, err := dec.ReadToken()
	return err
}

// field returns the value of a key, nil if the node has none.
func (n *node) field(key string) *node {
	if n == nil {
		return nil
	}
	if i := slices.Index(n.keys, key); i >= 0 {
		return n.fields[i]
	}
	return nil
}

// word is the text of a JSON string, else nothing.
func (n *node) word() string {
	if n == nil {
		return ""
	}
	return n.Text()
}

// float is the value of a key, nil if it is no number.
func (n *node) float(key string) *float64 {
	f := n.field(key)
	if f == nil {
		return nil
	}
	x, ok := f.Number()
	if !ok {
		return nil
	}
	return &x
}

// firstNumber finds a number in the node or below it.
func (n *node) firstNumber() *node {
	if _, ok := n.Number(); ok {
		return n
	}
	for _, list := range [][]*node{n.fields, n.items} {
		for _, c := range list {
			if f := c.firstNumber(); f != nil {
				return f
			}
		}
	}
	return nil
}
