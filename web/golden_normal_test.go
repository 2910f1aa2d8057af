package web

import (
	"bytes"
	"crypto/sha256"
	"encoding/json"
	"fmt"
	"regexp"
	"strconv"
	"strings"
	"testing"

	tokens "golang.org/x/net/html"

	"github.com/clawatlas/clawatlas/results/must"
)

// goldenLongest is how much of an answer a golden file shows, in bytes. What
// follows stands for itself by its digest.
const goldenLongest = 16 << 10

// shortened cuts an answer to whole lines.
func shortened(text string) string {
	if len(text) <= goldenLongest {
		return text
	}
	end := strings.LastIndexByte(text[:goldenLongest], '\n') + 1
	rest := text[end:]
	return fmt.Sprintf("%s... %d lines more, sha256 %x; all with -full DIR\n", text[:end], strings.Count(rest, "\n"), sha256.Sum256([]byte(rest)))
}

// readable breaks an answer into lines of which a difference can be read.
func readable(t *testing.T, contentType string, body []byte) string {
	t.Helper()
	kind, _, _ := strings.Cut(contentType, ";")
	switch {
	case kind == "text/html":
		return elements(t, body)
	case kind == "application/json":
		var b bytes.Buffer // the bytes as they are, but for the breaks of lines
		must.Do(t, json.Indent(&b, bytes.TrimSpace(body), "", " "))
		return b.String() + "\n"
	case strings.HasPrefix(kind, "text/"), kind == "application/atom+xml", kind == "image/svg+xml":
		return string(body)
	}
	return fmt.Sprintf("%d bytes, sha256 %x\n", len(body), sha256.Sum256(body))
}

// elements is a page with each element on a line of its own. Spaces between
// words are one space, as readers see them, except where they count.
func elements(t *testing.T, page []byte) string {
	t.Helper()
	var b strings.Builder
	exact := 0 // depth of elements whose spaces count
	z := tokens.NewTokenizer(bytes.NewReader(page))
	for {
		kind := z.Next()
		raw := string(z.Raw())
		name, _ := z.TagName()
		keeps := string(name) == "pre" || string(name) == "textarea"
		switch kind {
		case tokens.ErrorToken:
			return strings.TrimSpace(b.String()) + "\n"
		case tokens.StartTagToken, tokens.SelfClosingTagToken:
			b.WriteString("\n")
			if keeps && kind == tokens.StartTagToken {
				exact++
			}
		case tokens.EndTagToken:
			if keeps {
				exact--
			}
		case tokens.TextToken:
			if exact == 0 {
				raw = regexp.MustCompile(`\s+`).ReplaceAllString(raw, " ")
			}
		}
		b.WriteString(raw)
	}
}

var (
	hashedAsset  = regexp.MustCompile(`(/static/[\w-]+)\.[0-9a-f]{8,}\.`)
	databaseID   = regexp.MustCompile(`(urn:clawatlas:)[0-9a-f]{32}(?::[0-9a-f]{16,})?`)
	recordID     = regexp.MustCompile(`(/records/|/raw/)(\d+)\b`)
	milliseconds = regexp.MustCompile(`\b1\d{12}\b`)
	longNumber   = regexp.MustCompile(`-?\b\d+\.\d{11,}(e[-+]?\d+)?`)
	day          = regexp.MustCompile(`\b20\d\d-\d\d-\d\d(T\d\d:\d\d:\d\dZ)?`)
)

// normal takes out of an answer what differs between builds, databases and days,
// and of numbers what is beyond twelve digits: it depends on the order of sums
// and on whether a processor rounds between product and sum.
func (s *goldenSite) normal(text string) string {
	text = hashedAsset.ReplaceAllString(text, "$1.HASH.")
	text = databaseID.ReplaceAllString(text, "${1}DATABASE")
	text = longNumber.ReplaceAllStringFunc(text, func(m string) string {
		x, err := strconv.ParseFloat(m, 64)
		if err != nil {
			return m
		}
		return strconv.FormatFloat(x, 'g', 12, 64)
	})
	ids := map[string]string{}
	text = recordID.ReplaceAllStringFunc(text, func(m string) string {
		part := recordID.FindStringSubmatch(m)
		if ids[part[2]] == "" {
			ids[part[2]] = fmt.Sprintf("ID%d", len(ids)+1)
		}
		return part[1] + ids[part[2]]
	})
	text = milliseconds.ReplaceAllStringFunc(text, func(m string) string {
		var at int64
		fmt.Sscan(m, &at)
		if at >= s.begun.UnixMilli() && at <= s.ready.UnixMilli() {
			return "MADE"
		}
		return m
	})
	return day.ReplaceAllStringFunc(text, func(m string) string {
		if m[:10] == s.begun.Format("2006-01-02") || m[:10] == s.ready.Format("2006-01-02") {
			return "MADE"
		}
		return m
	})
}
