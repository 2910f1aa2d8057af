package ingest

import (
	"strings"
	"testing"

	"github.com/go-json-experiment/json/jsontext"
)

type carried struct{ raw string }

func (c *carried) UnmarshalJSONFrom(dec *jsontext.Decoder) error {
	v, err := dec.ReadValue()
	c.raw = string(v)
	return err
}

func (carried) CarriedJSON() {}

// TestRepeatedKeys holds that a repeated key costs the record only where it
// decides about what is read.
func TestRepeatedKeys(t *testing.T) {
	type inner struct {
		N   int            `json:"n"`
		Log carried        `json:"log"`
		Raw jsontext.Value `json:"raw"`
	}
	type record struct {
		inner
		Score float64          `json:"score"`
		List  []inner          `json:"list"`
		Map   map[string]inner `json:"map"`
		Any   any              `json:"any"`
		Deep  *inner           `json:"deep"`
	}
	for in, sound := range map[string]bool{
		`{"score":1,"score":0}`:                      false,
		`{"n":1,"n":2}`:                              false,
		`{"list":[{"n":1,"n":2}]}`:                   false,
		`{"map":{"a":{},"a":{}}}`:                    false,
		`{"map":{"a":{"n":1,"n":2}}}`:                false,
		`{"any":{"a":1,"a":2}}`:                      false,
		`{"any":[{"a":1,"a":2}]}`:                    false,
		`{"deep":{"n":1,"n":2}}`:                     false,
		`{"score":1,"list":[{"n":1}],"score":1}`:     false,
		`{"x":1,"x":2,"score":1}`:                    true,
		`{"x":{"score":1,"score":2},"score":1}`:      true,
		`{"score":1,"log":[{"a":1,"a":2}]}`:          true,
		`{"score":1,"deep":{"raw":{"a":1,"a":2}}}`:   true,
		`{"score":1,"list":[{"log":{"a":1,"a":2}}]}`: true,
		`{"x":1,"x":2,"score":1} 1`:                  false,
	} {
		var r record
		err := DecodeJSON("r.json", []byte(in), 1, &r)
		if sound && (err != nil || r.Score != 1) {
			t.Errorf("%s: %v, score %v, want it read", in, err, r.Score)
		}
		if !sound && err == nil {
			t.Errorf("%s: read as %+v, want an error", in, r)
		}
	}
}

func TestBrokenCharacters(t *testing.T) {
	for _, in := range []string{`{"s":"a\ud83db"}`, `{"s":"a\uDE00b"}`, "{\"s\":\"a\xffb\"}"} {
		var r struct {
			S string `json:"s"`
		}
		if err := DecodeJSON("r.json", []byte(in), 1, &r); err != nil || r.S != "a\ufffdb" {
			t.Errorf("%q: %q, %v, want one U+FFFD", in, r.S, err)
		}
	}
	if err := DecodeJSON("r.json", []byte(strings.Repeat("[", 600)), 1, new(any)); err == nil {
		t.Error("600 levels were read")
	}
}
