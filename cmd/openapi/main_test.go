package main

import (
	"encoding/json"
	"path/filepath"
	"strings"
	"testing"

	"github.com/clawatlas/clawatlas/results/must"
	siteweb "github.com/clawatlas/clawatlas/web/site"
)

// The document in the tree is what the source says now, every field of an answer
// has a description, and no word of this command is of something that is gone.
func TestDocument(t *testing.T) {
	root := filepath.Join("..", "..")
	must.Do(t, run(root, true))
	d := must.Get(describe(root, siteweb.Endpoints()))(t)
	ids, used, either := map[string]bool{}, map[string]bool{}, map[string]bool{}
	for _, e := range siteweb.Endpoints() {
		op := summaries[strings.TrimPrefix(e.Path, "/api/v1")]
		if ids[op.id] {
			t.Errorf("two operations are called %s", op.id)
		}
		ids[op.id], either[op.id] = true, len(e.Answers) > 1
		for _, n := range e.InPath {
			used["{"+n+"}"] = true
		}
		for _, p := range e.Parameters {
			name := p.Name
			if _, own := meanings[op.id+" "+name]; own {
				name = op.id + " " + name
			}
			used[name] = true
		}
	}
	if len(summaries) != len(ids) {
		t.Errorf("%d summaries for %d addresses", len(summaries), len(ids))
	}
	for name := range meanings {
		if !used[name] {
			t.Errorf("nothing takes the parameter %q that words.go describes", name)
		}
	}
	for name := range names {
		if !d.shapes.renamed[name] {
			t.Errorf("no answer has the type %s that words.go names", name)
		}
	}
	for id := range eitherNames {
		if !either[id] {
			t.Errorf("the operation %s has not several answers", id)
		}
	}
}

type common struct {
	Same string `json:"same"`
}

type word string

type other struct {
	N int `json:"n"`
}

type sample struct {
	common
	Null   *other           `json:"null"`
	Absent *other           `json:"absent,omitempty"`
	Number *float64         `json:"number"`
	List   []*other         `json:"list"`
	Gaps   []*float64       `json:"gaps"`
	Maybe  []string         `json:"maybe" nullable:"true"`
	ByName map[string]other `json:"by_name"`
	Pair   *[2]float64      `json:"pair"`
	Large  int64            `json:"large"`
	Word   word             `json:"word"`
	Hidden string           `json:"-"`
	Bare   bool             `json:"bare"`
}

// A shape says what encoding/json writes: what may be null, what may be absent,
// and what the comments say, also of an embedded field.
func TestShapes(t *testing.T) {
	const here = module + "/cmd/openapi."
	s := newShapes(&comments{map[string]string{}, map[string][]string{here + "word": {"a", "b"}}})
	for _, f := range []string{"common.Same", "other.N", "sample.Null", "sample.Absent", "sample.Number", "sample.List", "sample.Gaps", "sample.Maybe", "sample.ByName", "sample.Pair", "sample.Large", "sample.Word"} {
		s.comments.text[here+f] = f
	}
	s.comments.text[here+"sample.Large"] = "Large is less"
	must.Get(s.add(sample{}))(t)
	must.Same(t, []string{"cmd/openapi.sample.Bare"}, s.bare, "fields without a description")
	got := must.Get(json.MarshalIndent(s.found, "", " "))(t)
	var a, b any
	if json.Unmarshal(got, &a) != nil || json.Unmarshal([]byte(sampleShapes), &b) != nil {
		t.Fatal("no JSON")
	}
	must.Same(t, b, a, "shapes")
}

const sampleShapes = `{
"Other": {"type": "object", "required": ["n"], "properties": {"n": {"description": "other.N", "type": "integer"}}},
"Word": {"type": "string", "enum": ["a", "b"]},
"Sample": {"type": "object",
 "required": ["bare", "by_name", "gaps", "large", "list", "maybe", "null", "number", "pair", "same", "word"],
 "properties": {
  "same": {"description": "common.Same", "type": "string"},
  "null": {"description": "sample.Null", "anyOf": [{"$ref": "#/components/schemas/Other"}, {"type": "null"}]},
  "absent": {"description": "sample.Absent", "$ref": "#/components/schemas/Other"},
  "number": {"description": "sample.Number", "type": ["null", "number"]},
  "list": {"description": "sample.List", "type": "array", "items": {"$ref": "#/components/schemas/Other"}},
  "gaps": {"description": "sample.Gaps", "type": "array", "items": {"type": ["null", "number"]}},
  "maybe": {"description": "sample.Maybe", "type": ["array", "null"], "items": {"type": "string"}},
  "by_name": {"description": "sample.ByName", "type": "object", "additionalProperties": {"$ref": "#/components/schemas/Other"}},
  "pair": {"description": "sample.Pair", "type": ["null", "array"], "items": {"type": "number"}, "minItems": 2, "maxItems": 2},
  "large": {"description": "large is less", "type": "integer", "format": "int64"},
  "word": {"description": "sample.Word", "$ref": "#/components/schemas/Word"},
  "bare": {"type": "boolean"}
 }}
}`
