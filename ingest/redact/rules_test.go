package redact

import (
	"math/rand/v2"
	"regexp"
	"strings"
	"testing"
)

// TestTableOfTokens makes, from each row of a vendor's key, one that is taken and
// the near misses that its length and its form say are not.
func TestTableOfTokens(t *testing.T) {
	if !regexp.MustCompile(`^\d{4}-\d\d-\d\d$`).MatchString(rows().version) || len(rows().tokens) < 250 {
		t.Fatalf("version %q, %d prefixes", rows().version, len(rows().tokens))
	}
	rng := rand.New(rand.NewPCG(5, 8))
	for _, k := range rows().tokens {
		key := k.example(rng)
		if key == "" {
			t.Errorf("%s %s: no body of %d to %d letters is taken", k.rule, k.prefix, k.min, k.max)
			continue
		}
		used := "I used " + k.lead()
		if out := New().String(used + key + " here"); !strings.HasPrefix(out, used+"[redacted:") || !strings.HasSuffix(out, "] here") {
			t.Errorf("%s: %q is left as %q", k.rule, key, out)
		}
		misses := map[string]string{"too short": " " + key[:len(k.prefix)+k.min-1], "another prefix": " " + key[1:]}
		if k.max > 0 {
			misses["too long"] = " " + key[:len(k.prefix)+k.min] + strings.Repeat(key[len(key)-1:], k.max-k.min+1)
		}
		if k.form&random != 0 && k.body['b'] && k.body['g'] {
			misses["no digits"] = " " + k.prefix + strings.Repeat("bad-egg"[:3], k.min)[:k.min]
		}
		if k.form&bounded != 0 {
			misses["the end of a word"] = "word_" + key
		}
		if k.form&afterWord != 0 {
			misses["the end of an English word"] = "ri" + key
		}
		if k.form&inImage != 0 {
			misses["in a picture"] = strings.Repeat("iVBORw0KGgoAAAANSUhEUg", 3) + "/" + key
		}
		for why, text := range misses {
			if at := strings.Index(text, k.prefix); at >= 0 {
				if got, ok := k.find([]byte(text+" "), at, 0); ok {
					t.Errorf("%s: %s: %q is taken for one in %q", k.rule, why, text[got.start:got.end], text)
				}
			}
		}
	}
}

// lead is what has to stand before a key.
func (t token) lead() string {
	if vendor, _, _ := strings.Cut(t.rule, "-"); t.form&named != 0 {
		return vendor + " "
	}
	return ""
}

// example makes a key that the row takes; empty if none is found.
func (t token) example(rng *rand.Rand) string {
	var alphabet []byte
	for c := range 256 {
		if t.body[c] {
			alphabet = append(alphabet, byte(c))
		}
	}
	for range 4000 {
		body := make([]byte, t.min)
		for i := range body {
			body[i] = alphabet[rng.IntN(len(alphabet))]
		}
		switch t.rule {
		case "airtable-token":
			body = []byte("aB3dE5gH7jK9mN." + strings.Repeat("0f1e2d3c", 8))[:t.min]
		case "clickup-token":
			body = []byte("12345678_" + "a1b2c3d4e5f6g7h8i9j0k1l2m3n4o5p6")
		case "launchdarkly-key":
			body[8], body[13], body[18], body[23] = '-', '-', '-', '-'
		}
		lead := " " + t.lead()
		if t.form&afterWord != 0 {
			lead = "myitem"
		}
		text := lead + t.prefix + string(body) + " "
		if got, ok := t.find([]byte(text), len(lead), 0); ok && got.end == len(text)-1 {
			return text[len(lead) : len(text)-1]
		}
	}
	return ""
}

// TestTableIsChecked holds that a row that makes no sense is told with its line.
func TestTableIsChecked(t *testing.T) {
	for _, row := range []string{
		"token\tx-key\tx-\tnone\t20-\t-", "token\tx-key\tx-\talnum\tmany\t-", "token\tx-key\tx-\talnum\t20-\tsometimes", "token\tx-key",
		"find\tx-key\tnobody\tx\t-", "value\tbare\tsomething\tyes", "value\tbare\tyes\tsomething", "infix\tx\t.x.\talnum\t1-\tnone\t1-", "rule\tx",
	} {
		func() {
			defer func() {
				if s, _ := recover().(string); !strings.HasPrefix(s, "rules.txt:2: ") {
					t.Errorf("compile(%q) says %q", row, s)
				}
			}()
			compile("alphabet\talnum\t0-9A-Za-z\n" + row)
		}()
	}
}
