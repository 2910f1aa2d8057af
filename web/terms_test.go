package web

import (
	"net/http"
	"regexp"
	"strings"
	"testing"

	"github.com/PuerkitoBio/goquery"
	"github.com/google/go-cmp/cmp"
	"golang.org/x/net/html"
)

// siteTerms are the words of this site that no reader can know.
var siteTerms = map[string]*regexp.Regexp{
	"printed":            regexp.MustCompile(`(?i)\bprinted\b`),
	"no answer can pass": regexp.MustCompile(`(?i)\bno\s+answer\s+can\s+pass\b`),
	"in doubt":           regexp.MustCompile(`(?i)\bin\s+doubt\b`),
	"set aside":          regexp.MustCompile(`(?i)\bset\s+aside\b`),
}

// TestTermsAreExplainedByAFold reads every page of the list of golden addresses: a fold,
// which a finger can open, explains those words of this site that stand there, and only
// those.
func TestTermsAreExplainedByAFold(t *testing.T) {
	site := newGoldenSite(t)
	pages, with := 0, map[string]int{}
	for _, a := range goldenAddresses(t) {
		if a.static || a.head {
			continue
		}
		rec := site.get(a.at(site))
		if !strings.HasPrefix(rec.Header().Get("Content-Type"), "text/html") || rec.Code >= http.StatusMultipleChoices && rec.Code < http.StatusBadRequest {
			continue
		}
		doc, err := goquery.NewDocumentFromReader(rec.Body)
		if err != nil {
			t.Fatal(err)
		}
		if doc.Find("body.embed").Length() > 0 || doc.Find("main").Length() == 0 {
			continue
		}
		pages++
		fold := doc.Find("main details.terms")
		explained := map[string]bool{}
		fold.Find("dt").Each(func(_ int, s *goquery.Selection) { explained[squash(s)] = true })
		fold.Remove()
		doc.Find("pre, code, script, style, textarea, .steps, .txt, .md, .js, .mono, .fn, .path, .arg").Remove()
		text := apartText(doc.Find("main").Nodes[0])
		stands := map[string]bool{}
		for word, re := range siteTerms {
			if re.MatchString(text) {
				stands[word] = true
				with[word]++
			}
		}
		if diff := cmp.Diff(stands, explained); diff != "" || fold.Length() > 1 {
			t.Errorf("GET %s: %d folds (-words that stand there +words explained):\n%s", a.line, fold.Length(), diff)
		}
	}
	for word := range siteTerms {
		if with[word] == pages || with[word] == 0 && word != "set aside" { // of which TestTerms of views/ui has an example
			t.Errorf("%q stands on %d of %d pages, so nothing is tested", word, with[word], pages)
		}
	}
}

// apartText is the text of an element, its parts apart.
func apartText(n *html.Node) string {
	if n.Type == html.TextNode {
		return n.Data + " "
	}
	var b strings.Builder
	for c := n.FirstChild; c != nil; c = c.NextSibling {
		b.WriteString(apartText(c))
	}
	return b.String()
}
