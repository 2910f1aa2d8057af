package redact_test

import (
	"bytes"
	"compress/gzip"
	"encoding/base64"
	"encoding/hex"
	"encoding/json"
	"fmt"
	"io"
	"strings"
	"testing"

	"github.com/clawatlas/clawatlas/ingest/redact"
)

// place is one of the places in which a secret stands.
type place struct {
	name string
	put  func(k kind) []string // texts as they are written to a file; none: see skipped
}

// written is what stands for the secret where its name has to tell what it is.
func written(k kind) string {
	if k.key != "" {
		return k.key + "=" + k.value
	}
	return k.value
}

func quoted(v any) string {
	b, err := json.Marshal(v)
	if err != nil {
		panic(err)
	}
	return string(b)
}

// escaped spells some letters of the secret as JSON escapes.
func escaped(text, secret string) string {
	var b strings.Builder
	for i, c := range []byte(secret) {
		if i%3 == 0 && c > ' ' && c < 0x7f {
			fmt.Fprintf(&b, `\u%04x`, c)
			continue
		}
		b.WriteByte(c)
	}
	inner, whole := strings.Trim(quoted(secret), `"`), strings.Trim(quoted(text), `"`)
	spelled := strings.ReplaceAll(b.String(), "\n", `\n`)
	return `"` + strings.Replace(whole, inner, spelled, 1) + `"`
}

func places() []place {
	one := func(name string, f func(k kind) string) place {
		return place{name, func(k kind) []string { return []string{f(k)} }}
	}
	return []place{
		one("message", func(k kind) string { return "I have used " + written(k) + " to log in." }),
		one("message in JSON", func(k kind) string {
			return quoted(map[string]any{"role": "user", "content": "I have used " + written(k) + " to log in."})
		}),
		{"command", func(k kind) []string {
			if k.text {
				return []string{quoted(map[string]string{"command": "cd /srv && " + k.value}), quoted(map[string]string{"command": k.value + "\nexit"})}
			}
			return []string{quoted(map[string]string{"command": "export " + named2(k, "X_VALUE") + " && ./run.sh"}), quoted(map[string]string{"command": "./run --value '" + written(k) + "' --x"})}
		}},
		{"output", func(k kind) []string {
			if k.text {
				return []string{quoted("$ cat file\n" + k.value + "\n$ "), "$ cat file\n" + k.value + "\n"}
			}
			return []string{quoted("PATH=/usr/bin\n" + named2(k, "X_VALUE") + "\nHOME=/root\n"), "PATH=/usr/bin\n" + named2(k, "X_VALUE") + "\nHOME=/root\n"}
		}},
		{"telling key", func(k kind) []string {
			key := strings.ToLower(k.key)
			if key == "" {
				key = "api_key"
			}
			if k.text {
				return []string{quoted(map[string]any{"a": 1, "text": k.value, "z": 2})}
			}
			return []string{quoted(map[string]any{"a": 1, key: k.value, "z": 2}), quoted(map[string]any{"a": 1, camel(key): k.value, "z": 2})}
		}},
		{"JSON in JSON", func(k kind) []string {
			key := k.key
			if key == "" {
				key = "x_value"
			}
			inner := quoted(map[string]any{key: k.value, "n": 1})
			return []string{quoted(map[string]string{"arguments": inner}), quoted(map[string]string{"a": quoted(map[string]string{"b": inner})})}
		}},
		{"escapes", func(k kind) []string {
			text := "use " + written(k) + " now"
			once := escaped(text, k.secret())
			return []string{once, quoted(once), strings.ReplaceAll(once, `\u00`, `\u00`), quoted(map[string]string{"a": quoted(once)})}
		}},
		{"name", func(k kind) []string {
			if k.part || strings.ContainsAny(k.value, "/\n") {
				return nil
			}
			return []string{"dir " + written(k) + "/report.txt", "run/" + written(k) + ".json", written(k)}
		}},
		{"glued", func(k kind) []string {
			if k.text {
				return []string{"(" + k.value + ")", "{" + k.value + "};"}
			}
			if k.key != "" {
				return []string{"my" + strings.ToLower(k.key) + "=" + k.value + ";next", "x;" + k.key + "='" + k.value + "';"}
			}
			return []string{"token" + k.value, "x=" + k.value + ";", "(" + k.value + ")", "key:" + k.value + ",b", "a=1&b=" + k.value}
		}},
		{"base64", func(k kind) []string {
			std, raw := base64.StdEncoding, base64.RawURLEncoding
			if k.text {
				return []string{std.EncodeToString([]byte(k.value)), quoted("data: " + std.EncodeToString([]byte("x\n"+k.value+"\n")))}
			}
			list := []string{
				"data: " + std.EncodeToString([]byte(written(k))), quoted(map[string]string{"data": std.EncodeToString([]byte(written(k) + "\n"))}),
				"Authorization: Basic " + std.EncodeToString([]byte("user:"+k.value)),
			}
			if k.key == "" {
				list = append(list, "x "+raw.EncodeToString([]byte("user:"+k.value))+" y", "https://h/"+raw.EncodeToString([]byte(k.value)))
			}
			return list
		}},
		{"carrier", carriers},
		{"address, header, file", func(k kind) []string {
			if k.text {
				return []string{"# config\n" + k.value + "\n", "> " + k.value}
			}
			if k.key != "" {
				key := strings.ToLower(k.key)
				return []string{
					"https://x.example/path?a=1&" + key + "=" + k.value + "&b=2", strings.ReplaceAll(key, "_", "-") + ": " + k.value,
					"a: 1\n" + key + ": " + k.value + "\nb: 2\n", key + ` = "` + k.value + `"`, "- name: " + k.key + "\n  value: " + quoted(k.value) + "\n",
				}
			}
			return []string{
				"https://x.example/path?a=1&q=" + k.value + "&b=2", "https://user:" + strings.NewReplacer("/", "%2F", "+", "%2B").Replace(k.value) + "@x.example/", "X-Thing: " + k.value,
				"a: 1\nthing: " + k.value + "\nb: 2\n", "thing = '" + k.value + "'", "machine x.example login a password " + k.value,
			}
		}},
	}
}

// carriers are texts that carry a key in another form.
func carriers(k kind) []string {
	if k.key != "" || k.text || k.otherScript() || len(k.value) < 24 {
		return nil
	}
	v := "token " + k.value + " end\n"
	var wide bytes.Buffer
	for _, c := range []byte(v) {
		wide.Write([]byte{c, 0})
	}
	var packed bytes.Buffer
	w := gzip.NewWriter(&packed)
	_, _ = io.WriteString(w, v+v)
	_ = w.Close()
	in := func(sep string) string { return "token " + k.value[:9] + sep + k.value[9:] + " end" }
	qp := "a=3D1 " + k.value[:12] + "=\r\n" + k.value[12:] + " end"
	list := []string{
		hex.EncodeToString([]byte(v)), hex.Dump([]byte(v)), xxd([]byte(v)),
		base64.StdEncoding.EncodeToString(wide.Bytes()), base64.StdEncoding.EncodeToString(packed.Bytes()),
		"token " + k.value[:20] + "\n" + k.value[20:] + "\nend", "token " + k.value[:20] + "\r\n" + k.value[20:] + "\r\nend", qp, in("\u200b"), in("\u2060"), in("\x1b[0m\x1b[01;31m"), in("\x1b[31m"),
	}
	for _, text := range list[1:] {
		list = append(list, quoted(map[string]string{"out": text}), quoted(map[string]string{"a": quoted(text)}))
	}
	return list
}

// xxd prints bytes as xxd does.
func xxd(b []byte) string {
	var out strings.Builder
	for i := 0; i < len(b); i += 16 {
		row := b[i:min(len(b), i+16)]
		fmt.Fprintf(&out, "%08x:", i)
		for n, c := range row {
			if n%2 == 0 {
				out.WriteString(" ")
			}
			fmt.Fprintf(&out, "%02x", c)
		}
		fmt.Fprintf(&out, "  %s\n", strings.ReplaceAll(string(row), "\n", "."))
	}
	return out.String()
}

func named2(k kind, name string) string {
	if k.key != "" {
		return k.key + "=" + k.value
	}
	return name + "=" + k.value
}

func camel(key string) string {
	parts := strings.Split(key, "_")
	for i := 1; i < len(parts); i++ {
		if parts[i] != "" {
			parts[i] = strings.ToUpper(parts[i][:1]) + parts[i][1:]
		}
	}
	return strings.Join(parts, "")
}

// skipped says why a place makes no sense for a kind; empty: it makes sense.
func skipped(k kind, place string) string {
	switch {
	case place == "name" && strings.ContainsAny(k.value, "/\n"):
		return "a file's name has no slash and no line end"
	case place == "carrier" && (k.key != "" || k.text || k.otherScript() || len(k.value) < 24):
		return "a carrier is tried with keys that their form gives away"
	case place == "name" && k.part:
		return "a part of a file is no file's name"
	case place == "base64" && k.otherScript():
		return "too little of it is ASCII to be told from a picture"
	case place == "glued" && k.key == "PIN":
		return "glued to a word it is another word: spin, mapping"
	case place == "glued" && k.name == "word as a password":
		return "password=word; in lower case is how programs assign a variable"
	}
	return ""
}

// spellings are the forms in which a secret could be left.
func spellings(k kind) []string {
	s := k.secret()
	list := []string{s, strings.Trim(quoted(s), `"`), base64.StdEncoding.EncodeToString([]byte(s))[:len(s)/3*4]}
	if i := strings.IndexByte(s, '\n'); i > 20 {
		list = append(list, s[:i])
	}
	return list
}

// plain takes escapes off until there are none.
func plain(s string) string {
	for range 5 {
		r := strings.NewReplacer(`\\`, `\`, `\"`, `"`, `\/`, "/", `\n`, "\n")
		next := r.Replace(s)
		for i := 0; i+6 <= len(next); i++ {
			var c int
			if next[i] == '\\' && next[i+1] == 'u' {
				if _, err := fmt.Sscanf(next[i+2:i+6], "%04x", &c); err == nil && c < 0x80 {
					next = next[:i] + string(rune(c)) + next[i+6:]
				}
			}
		}
		if next == s {
			break
		}
		s = next
	}
	return s
}

func leaked(k kind, out string) string {
	for _, text := range []string{out, plain(out)} {
		for _, s := range spellings(k) {
			if len(s) >= 4 && strings.Contains(text, s) {
				return s
			}
		}
	}
	return ""
}

// TestCorpus holds that no kind is left in any place, and that what was JSON
// stays JSON.
func TestCorpus(t *testing.T) {
	list := kinds()
	if len(list) < 150 || len(places()) < 10 {
		t.Fatalf("%d kinds in %d places, want at least 150 in 10", len(list), len(places()))
	}
	r := redact.New()
	cases, left := 0, 0
	for _, k := range list {
		for _, p := range places() {
			if skipped(k, p.name) != "" {
				continue
			}
			texts := p.put(k)
			if len(texts) == 0 {
				t.Errorf("%s: no text for %s and no reason", k.name, p.name)
			}
			for _, in := range texts {
				cases++
				out := r.String(in)
				if s := leaked(k, out); s != "" {
					left++
					t.Errorf("%s, %s: %.300q left in %.400q", k.name, p.name, s, out)
				}
				if json.Valid([]byte(in)) && !json.Valid([]byte(out)) {
					t.Errorf("%s, %s: was JSON and is no longer: %q", k.name, p.name, out)
				}
				if again := r.String(out); again != out {
					t.Errorf("%s, %s: a second pass changes %q to %q", k.name, p.name, out, again)
				}
			}
		}
	}
	t.Logf("%d kinds, %d cases, %d left", len(list), cases, left)
}
