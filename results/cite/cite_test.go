package cite

import (
	"strings"
	"testing"
)

// TestPaper holds one entry, and what is not known of a paper is left out.
func TestPaper(t *testing.T) {
	p, ok := FindPaper("arXiv 2604.23781v1")
	const want = `@misc{clawmark,
  title = {{ClawMark: A Living-World Benchmark for Multi-Turn, Multi-Day, Multimodal Coworker Agents}},
  author = {Fanqing Meng and Lingxiao Du and Zijian Wu and Guanzheng Chen and Xiangyan Liu and Jiaqi Liao and Chonghe Jiang and Zhenglin Wan and Jiawei Gu and Pengfei Zhou and others},
  year = {2026},
  eprint = {2604.23781},
  archivePrefix = {arXiv},
  url = {https://arxiv.org/abs/2604.23781v1}
}
`
	if got := p.BibTeX("clawmark", "ClawMark"); !ok || got != want {
		t.Errorf("%v, %s", ok, got)
	}
	if p, ok = FindPaper("arXiv 2501.00001"); !ok || strings.Contains(p.BibTeX("x", "A & B"), "author") ||
		!strings.Contains(p.BibTeX("x", "A & B"), `title = {{A \& B}}`) {
		t.Errorf("%v, %s", ok, p.BibTeX("x", "A & B"))
	}
	for _, said := range []string{"", "a book", "arXiv 26", "https://arxiv.org/abs/2604.23781"} {
		if p, ok := FindPaper(said); ok {
			t.Errorf("%q is read as %+v", said, p)
		}
	}
}

// TestPage: a page is cited by its address and state, and no name in it commands.
func TestPage(t *testing.T) {
	got := Page{Title: `A} \input{x} 50 % _ $ & # ^ ~` + "\u202e", URL: "https://atlas.example/compare?a=x&b=%7B{",
		Database: "urn:x", Date: "2026-11-22"}.BibTeX("k")
	const want = `@misc{k,
  title = {{A\} \textbackslash{}input\{x\} 50 \% \_ \$ \& \# \^{} \~{}[RLO]}},
  author = {{ClawAtlas}},
  year = {2026},
  url = {https://atlas.example/compare?a=x&b=%7B%7B},
  note = {As of 2026-11-22. State of the database: urn:x}
}
`
	if got != want {
		t.Errorf("%s", got)
	}
	if got := (Page{Title: "x", Database: "urn:x"}).BibTeX("k"); strings.Contains(got, "year") || strings.Contains(got, "url") {
		t.Errorf("%s", got)
	}
	if strings.Count(got, "{") < 5 || len(papers()) < 4 {
		t.Error("nothing is cited")
	}
}
