package source

import (
	"bytes"
	"strings"
	"testing"

	"github.com/clawatlas/clawatlas/results/must"
)

func TestOpenStream(t *testing.T) {
	for name, test := range map[string]struct {
		data []byte
		want string
	}{
		"lines":    {[]byte("{\"a\":1}\n{\"a\":2}\n"), "stdin.jsonl"},
		"document": {[]byte("{\n\"a\":1}\n"), "stdin.json"},
		"list":     {[]byte("[{\"a\":1},\n{}]"), "stdin.json"},
		"text":     {[]byte("event: a"), "stdin.txt"},
		"empty":    {nil, "stdin.txt"},
		"zip":      {zipOf(t, map[string]string{"x": "x"}), "x"},
		"packed":   {compress(t, KindTarGzip, []byte("{}")), "stdin"},
	} {
		t.Run(name, func(t *testing.T) {
			shelf := NewShelf(Limits{})
			defer shelf.Close()
			s := must.Get(shelf.OpenStream(bytes.NewReader(test.data)))(t)
			if got := contents(t, s.FS); len(got) != 1 {
				t.Errorf("files %v", got)
			} else if _, ok := got[test.want]; !ok {
				t.Errorf("files %v, want %s", got, test.want)
			}
		})
	}
	shelf := NewShelf(Limits{MaxFile: 10})
	defer shelf.Close()
	if _, err := shelf.OpenStream(strings.NewReader(strings.Repeat("x", 11))); err == nil {
		t.Error("it may be of any length")
	}
}
