package redact

import (
	"bytes"
	"encoding/json"
	"math/rand/v2"
	"strings"
	"testing"
)

// FuzzBytes holds the three promises of the package for any input: no panic, a
// second pass changes nothing, and JSON stays JSON.
func FuzzBytes(f *testing.F) {
	for _, seed := range []string{
		`{"env":{"A_API_KEY":"abcdef12","p":"C:\\Users\\jane\\a"}}`,
		`"export A_TOKEN=\"abcdef\" b\nDB_PASSWORD=hunter2"`,
		`["API_KEY=",123456789,"x",{"TOKEN":"a\\"}]`,
		`"\u003csk-` + body36 + ` \ntn_` + body36 + `"`,
		`"\/home\/jane\/a file:///home/x -Users-a-b"`,
		`"-----BEGIN PRIVATE KEY-----\n` + pem + `\n-----END PRIVATE KEY-----\n"`,
		`"Authorization: Basic amFuZTpodW50ZXIy https://a:b@c"`,
		`"{\"A_API_KEY\": \"q\\\"w\\\\\", \"b\": 1}"`,
		`"\u004112345678:AA` + body35[:33] + `"`,
		`'A_SECRET':'x"y\'z' hf_` + body36 + `/home/jane`,
		"eyJ" + "hbGciOiJIUzI1NiJ9.ey" + "JzdWIiOiIxMjM0NTY3ODkwIn0." + body36,
	} {
		f.Add([]byte(seed))
	}
	r := New()
	f.Fuzz(func(t *testing.T, in []byte) {
		once := r.Bytes(in)
		if twice := r.Bytes(once); !bytes.Equal(once, twice) {
			t.Errorf("not idempotent:\n in    %q\n once  %q\n twice %q", in, once, twice)
		}
		if json.Valid(in) && !json.Valid(once) {
			t.Errorf("JSON broke:\n in  %q\n out %q", in, once)
		}
	})
}

// FuzzEnvMap holds the same for the structured redaction, and that what it
// returns has the same shape.
func FuzzEnvMap(f *testing.F) {
	for _, seed := range []string{
		`{"agent":{"env":{"A":"x","B":"${B}","C":1,"D":{"e":["f"]}}}}`,
		`{"environment":{"type":"docker","env":{"A":"x"}}}`,
		`{"environment":{"A":"x","B":2},"env":["A=b","c"]}`,
		`{"env":[{"name":"A","value":"b"}]}` + "\n" + `{"apiKey":"k","token":"abc"}`,
	} {
		f.Add([]byte(seed))
	}
	r := New()
	f.Fuzz(func(t *testing.T, in []byte) {
		once, err := r.EnvMap(in)
		if err != nil {
			if !bytes.Equal(once, in) {
				t.Errorf("EnvMap(%q) failed but changed the document", in)
			}
			return
		}
		twice, err := r.EnvMap(once)
		if err != nil || !bytes.Equal(once, twice) {
			t.Errorf("not idempotent (%v):\n in    %q\n once  %q\n twice %q", err, in, once, twice)
		}
		if json.Valid(in) != json.Valid(once) {
			t.Errorf("JSON changed its validity:\n in  %q\n out %q", in, once)
		}
	})
}

// TestPromisesOnFragments holds the promises of FuzzBytes for texts made of the
// pieces that rules look at, nested as JSON up to three times: combinations that
// random bytes do not reach.
func TestPromisesOnFragments(t *testing.T) {
	pieces := []string{
		"API_KEY", "A_TOKEN", "api_key", "--token", "password", "SECRET", "Authorization", "Bearer ", "Basic ", "bearer ",
		"=", ":", ": ", " = ", "=>", ":=", "\"", "'", "\\", "\n", "\t", " ", "\x1b[32m", "\u00e9", "]", "[", "(", ",", "/", "//", "://", "@", "-", ".", "%22", "u", "n",
		".", ":", ";", "$", "+", "&", "?", "a=", "{", "}", "%41", `\u0041`, `\x41`, "&#65;", "Q~", "value", "name", "is ", "hunter22", "abcdefgh", body20, body36, "sk-", "sk-ant-", "ghp_", "hf_", "ntn_", "rk_live_", "AKIA", "QWERTYUIOP234567", "xoxb-1-", "secret_",
		"/home/", "/home/jane", "\\/home\\/joe", "/Users/jane", `C:\Users\jane`, `\\Users\\jo do\\`, "/-Users-jane-", "/mnt/c", "李四", "12345678", ":AA", body35[:33],
		"-----BEGIN PRIVATE KEY-----", "-----END PRIVATE KEY-----", pem, "eyJ" + "hbGciOiJIUzI1NiJ9", ".ey" + "JzdWIiOiIxMjM0NTY3ODkwIn0", "dXNlcjpwYXNz", "\\u0041", "[redacted:jwt]", "[user]",
	}
	for _, rule := range rows().rules { // every finder, with too little behind its anchor too
		for _, a := range rule.anchors {
			pieces = append(pieces, a.text)
		}
	}
	r, rng := New(), rand.New(rand.NewPCG(1, 2))
	for range 25_000 {
		var text strings.Builder
		for range 1 + rng.IntN(9) {
			text.WriteString(pieces[rng.IntN(len(pieces))])
		}
		in := []byte(text.String())
		for depth := rng.IntN(4); depth > 0; depth-- {
			in, _ = json.Marshal([]any{string(in), 1234567890, "x", map[string]string{string(in): string(in)}})
		}
		once := r.Bytes(in)
		if twice := r.Bytes(once); !bytes.Equal(once, twice) {
			t.Fatalf("not idempotent:\n in    %s\n once  %s\n twice %s", in, once, twice)
		}
		if json.Valid(in) && !json.Valid(once) {
			t.Fatalf("JSON broke:\n in  %s\n out %s", in, once)
		}
	}
	if len(r.Counts()) < 12 {
		t.Errorf("only these rules were reached: %v", r.Counts())
	}
}
