package redact_test

import (
	_ "embed"
	"encoding/base64"
	"math/rand/v2"
	"regexp"
	"strconv"
	"strings"
)

// kind is one kind of secret. All are made up here from a description of their
// form, so that no scanner of source code meets one.
type kind struct {
	name  string
	value string // the secret, or a text that has it in its only form
	core  string // what must not be left; empty: value
	key   string // the name under which it stands; empty: its form gives it away
	text  bool   // value is a text of several words or lines: a command, a header
	part  bool   // value is a part of a file or a log, and no file's name
}

func (k kind) secret() string {
	if k.core != "" {
		return k.core
	}
	return k.value
}

// otherScript reports a text that is not in Latin letters.
func (k kind) otherScript() bool {
	return strings.ContainsFunc(k.value, func(c rune) bool { return c > 0x24f })
}

//go:embed testdata/kinds.txt
var kindsText string

// kinds are those of the rule sets of known scanners and those that agents and
// their tools print, the same in each run.
func kinds() []kind {
	rng := rand.New(rand.NewPCG(11, 3))
	var list []kind
	part := false
	for line := range strings.Lines(kindsText) {
		part = part || strings.HasPrefix(line, "# context")
		f := strings.Split(strings.TrimSuffix(line, "\n"), "\t")
		if len(f) != 3 {
			continue
		}
		k := kind{name: f[0], key: f[1], value: made(rng, strings.NewReplacer("␤", "\n", "␉", "\t", "␍", "\r").Replace(f[2])), text: f[1] == "text", part: part}
		if k.key == "-" || k.text {
			k.key = ""
		}
		if _, core, ok := strings.Cut(k.value, "«"); ok {
			k.core, _, _ = strings.Cut(core, "»")
			k.value = strings.NewReplacer("«", "", "»", "").Replace(k.value)
		}
		list = append(list, k)
	}
	return list
}

var part = regexp.MustCompile(`⟨(\w+) ?([^⟨⟩]*)⟩`)

// made fills in what is made up, the innermost first.
func made(rng *rand.Rand, text string) string {
	for strings.Contains(text, "⟨") {
		text = part.ReplaceAllStringFunc(text, func(s string) string {
			m := part.FindStringSubmatch(s)
			return body(rng, m[1], m[2])
		})
	}
	return text
}

// alphabets are the words for bodies of one alphabet.
var alphabets = map[string]string{
	"hex": "0123456789abcdef", "num": "123456789",
	"low": "abcdefghijklmnopqrstuvwxyz0123456789",
	"up":  "ABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789",
	"an":  "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789",
	"A2":  "ABCDEFGHIJKLMNOPQRSTUVWXYZ234567",
	"az":  "abcdefghijklmnopqrstuvwxyz",
	"age": "QPZRY9X8GF2TVDW0S3JN54KHCE6MUA7L",
}

func body(rng *rand.Rand, word, arg string) string {
	n, _ := strconv.Atoi(arg)
	switch word {
	case "dashes":
		return strings.Repeat("-", 5)
	case "std":
		return base64.StdEncoding.EncodeToString([]byte(arg))
	case "json64":
		return base64.RawURLEncoding.EncodeToString([]byte(arg))
	case "uuid":
		return made(rng, "⟨hex 8⟩-⟨hex 4⟩-⟨hex 4⟩-⟨hex 4⟩-⟨hex 12⟩")
	case "url":
		return letters(rng, alphabets["an"], n-6) + letters(rng, alphabets["an"]+"-_", 4) + letters(rng, alphabets["an"], 2)
	case "b64":
		return letters(rng, alphabets["an"], n-6) + letters(rng, alphabets["an"]+"+/", 4) + letters(rng, alphabets["an"], 2)
	}
	return letters(rng, alphabets[word], n)
}

// letters makes n letters; ten and more have a digit among them.
func letters(rng *rand.Rand, alphabet string, n int) string {
	b := make([]byte, max(n, 0))
	for {
		for i := range b {
			b[i] = alphabet[rng.IntN(len(alphabet))]
		}
		if n < 10 || strings.ContainsAny(string(b), "0123456789") || !strings.ContainsAny(alphabet, "0123456789") {
			return string(b)
		}
	}
}
