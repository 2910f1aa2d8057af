package redact_test

import (
	"encoding/base64"
	"encoding/json"
	"fmt"
	"strings"
	"testing"

	"github.com/clawatlas/clawatlas/ingest/redact"
)

// jsonEscapes are all that JSON has, and what is none: nothing, a space.
var jsonEscapes = []string{"", " ", `\n`, `\t`, `\r`, `\b`, `\f`, `\/`, `\\`, `\"`, `\u00e9`, `\u0041`, `\u001b`, `\uff1a`, `\ud83d\ude00`, `\r\n`, `\\n`}

// TestEscapesAroundSecrets holds that a secret of any kind, as it is and in base64,
// that stands straight behind and before an escape is taken out without the escape:
// JSON keeps its structure, in a document, in lines and in strings of JSON.
func TestEscapesAroundSecrets(t *testing.T) {
	if testing.Short() {
		t.Skip("tries every kind beside every escape; TestCorpus has the escapes inside")
	}
	r, turn := redact.New(), 0
	for _, k := range kinds() {
		plain := strings.TrimSuffix(strings.TrimPrefix(quoted(written(k)), `"`), `"`)
		encoded := base64.StdEncoding.EncodeToString([]byte(written(k) + "\n"))
		cut := encoded[:len(encoded)/2] + `\n` + encoded[len(encoded)/2:]
		for _, secret := range []string{plain, encoded, strings.TrimRight(encoded, "="), cut} {
			turn++
			if k.otherScript() && secret != plain {
				continue
			}
			for _, e := range jsonEscapes {
				doc := `{"a":1,"text":"` + e + secret + e + `","z":[2,"x"]}`
				turn++
				in := [...]string{doc, doc + "\n" + doc, quoted(map[string]any{"b": doc, "c": 3}), quoted([]string{quoted([]string{doc})})}[turn%4]
				out := r.String(in)
				if got, want := structure(out), structure(in); got != want {
					t.Errorf("%s behind and before %q: the structure\n %s became\n %s in\n %.600s, of\n %.600s", k.name, e, want, got, out, in)
				}
				if again := r.String(out); again != out {
					t.Errorf("%s behind and before %q: a second pass changes\n %.600s to\n %.600s", k.name, e, out, again)
				}
				if s := leaked(k, out); s != "" && strings.Trim(e, `nrt\`) == "" && secret != cut {
					t.Errorf("%s behind and before %q: %.80q left in %.400s", k.name, e, s, out)
				}
			}
		}
	}
}

// structure is what kinds of values are where in a text of JSON values, and in its
// strings of JSON.
func structure(text string) string {
	var b strings.Builder
	dec := json.NewDecoder(strings.NewReader(text))
	for {
		var v any
		if err := dec.Decode(&v); err != nil {
			return fmt.Sprint(b.String(), err)
		}
		shape(&b, v)
	}
}

func shape(b *strings.Builder, v any) {
	switch v := v.(type) {
	case map[string]any:
		for _, name := range []string{"a", "b", "c", "text", "z"} {
			if inner, ok := v[name]; ok {
				b.WriteString(name + ":")
				shape(b, inner)
			}
		}
		fmt.Fprintf(b, "{%d}", len(v))
	case []any:
		for _, inner := range v {
			shape(b, inner)
		}
		fmt.Fprintf(b, "[%d]", len(v))
	case string:
		b.WriteString("s")
		if strings.HasPrefix(v, `{"a":1`) || strings.HasPrefix(v, `["`) || strings.HasPrefix(v, `{"b":`) {
			b.WriteString(structure(v))
		}
	default:
		fmt.Fprintf(b, "%T", v)
	}
}
