package head_test

import (
	"strings"
	"testing"
	"testing/fstest"

	"golang.org/x/text/encoding/unicode"

	"github.com/clawatlas/clawatlas/ingest/head"
	"github.com/clawatlas/clawatlas/results/must"
)

// TestValueOfACutDocument holds that the first members are known of a document of any
// length, and those that follow a long one are not made up.
func TestValueOfACutDocument(t *testing.T) {
	text := `{"version":2,"eval":{"task":"a","nested":{"deep":[1,{"x":null}]}},"samples":[{"id":1},{"id":"two","long":"` + strings.Repeat("x", head.Max) + `"}],"late":1}`
	h := must.Get(head.Read(fstest.MapFS{"a.json": {Data: []byte(text)}}, "a.json"))(t)
	if h.Whole || len(h.Data) != head.Max {
		t.Fatalf("whole %v, %d bytes", h.Whole, len(h.Data))
	}
	v := h.Value()
	must.Same(t, []string{"version", "eval", "samples"}, v.Keys, "keys")
	if !v.Cut || !v.Get("samples").Cut || v.Get("eval").Cut {
		t.Error("it is not said what is cut")
	}
	if v.Get("version").Text != "2" || v.String("version") != "" || v.String("eval", "task") != "a" {
		t.Error("texts of members are not those of the file")
	}
	if len(v.Get("samples").Items) != 2 || !v.Get("samples").Items[1].Has("long") || v.Has("late") {
		t.Errorf("samples are %+v", v.Get("samples").Items)
	}
	if !v.Is('n', "eval", "nested", "deep") && v.Get("eval", "nested", "deep").Items[1].Get("x").Kind != 'n' {
		t.Error("null is not told from a member that is not there")
	}
}

func TestLines(t *testing.T) {
	long := strings.Repeat("x", head.Max)
	for name, test := range map[string]struct {
		text string
		want int
	}{
		"lines":                      {"{\"a\":1}\n\n{\"a\":2}\r\n", 2},
		"a document":                 {"{\n\"a\":1\n}", 0},
		"a log":                      {"starting\n{\"a\":1}\n", 0},
		"damage in the middle":       {"{\"a\":1}\n{\"a\n{\"a\":2}\n", 2},
		"a first line that is cut":   {"{\"a\":1,\"b\":\"" + long + "\"}\n{\"a\":2}\n", 1},
		"a mark and one line":        {"\xef\xbb\xbf{\"a\":1}", 1},
		"a first line that is whole": {"{\"a\":1", 0},
		"empty":                      {"", 0},
	} {
		if got := len(head.Of("a.jsonl", []byte(test.text)).Lines()); got != test.want {
			t.Errorf("%s: %d lines, want %d", name, got, test.want)
		}
	}
}

// TestUTF16 holds that UTF-16 of either order is read, with a byte order mark and without.
func TestUTF16(t *testing.T) {
	for _, order := range []unicode.Endianness{unicode.LittleEndian, unicode.BigEndian} {
		for _, mark := range []unicode.BOMPolicy{unicode.UseBOM, unicode.IgnoreBOM} {
			text := must.Get(unicode.UTF16(order, mark).NewEncoder().Bytes([]byte(`{"a":"ä"}`)))(t)
			if h := must.Get(head.Read(fstest.MapFS{"a.json": {Data: text}}, "a.json"))(t); h.Value().String("a") != "ä" {
				t.Errorf("%q of %q", h.Data, text)
			}
		}
	}
}

func TestNoValue(t *testing.T) {
	for _, text := range []string{"", "text", "{", "[", "{\"", "{\"a\":", "[[[[", "\"a\"", "{]", strings.Repeat("[", 100_000)} {
		h := head.Of("a", []byte(text))
		v := h.Value()
		if v.Has("a") && v.Get("a").Kind != 0 || v.Has("b", "c") || v.First().Has("x") || v.String("a") != "" {
			t.Errorf("%.20q has members", text)
		}
	}
}
