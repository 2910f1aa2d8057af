package clawarena

import (
	"slices"

	"github.com/go-json-experiment/json/jsontext"

	"github.com/clawatlas/clawatlas/ingest"
)

// node is a JSON value of a report with its position, so that warnings can name the line.
type node struct {
	ingest.Scalar
	keys   []string
	fields []*node
	items  []*node
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

func (n *node) field(key string) *node {
	if n == nil {
		return nil
	}
	if i := slices.Index(n.keys, key); i >= 0 {
		return n.fields[i]
	}
	return nil
}

func (n *node) word() string {
	if n == nil {
		return ""
	}
	return n.Text()
}

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
