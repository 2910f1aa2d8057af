// Package cite formats citations of a benchmark's paper and of pages of the site.
package cite

import (
	"regexp"
	"strconv"
	"strings"

	"github.com/clawatlas/clawatlas/results/words"
)

// Paper is a paper on arXiv.
type Paper struct {
	ArXiv   string // arXiv number with version, such as 2604.04202v2
	Title   string // title of the paper; empty if unknown
	Authors []string
	More    bool // set if Authors is truncated
}

// arXivNumber matches a benchmark's reference to its paper: "arXiv 2604.04202v2".
var arXivNumber = regexp.MustCompile(`^arXiv[ :](\d{4}\.\d{4,5})(v\d+)?$`)

// papers returns titles and authors by arXiv number, as printed in the papers.
func papers() map[string]Paper {
	return map[string]Paper{
		"2604.04202": {Title: "ClawArena: Benchmarking AI Agents in Evolving Information Environments",
			Authors: []string{"Haonian Ji", "Kaiwen Xiong", "Siwei Han", "Peng Xia", "Shi Qiu", "Yiyang Zhou",
				"Jiaqi Liu", "Jinlong Li", "Bingzhou Li", "Zeyu Zheng", "Cihang Xie", "Huaxiu Yao"}},
		"2604.13072": {Title: "LiveClawBench: Benchmarking LLM Agents on Complex, Real-World Assistant Tasks",
			Authors: []string{"Xiang Long", "Li Du", "Yilong Xu", "Fangcheng Liu", "Haoqing Wang", "Ning Ding",
				"Ziheng Li", "Jianyuan Guo", "Yehui Tang"}},
		"2604.23781": {Title: "ClawMark: A Living-World Benchmark for Multi-Turn, Multi-Day, Multimodal Coworker Agents", More: true,
			Authors: []string{"Fanqing Meng", "Lingxiao Du", "Zijian Wu", "Guanzheng Chen", "Xiangyan Liu",
				"Jiaqi Liao", "Chonghe Jiang", "Zhenglin Wan", "Jiawei Gu", "Pengfei Zhou"}},
		"2606.10394": {Title: "STAGE-Claw: Automated State-based Agent Benchmarking for Realistic Scenarios",
			Authors: []string{"Sirui Liang", "Bohan Yu", "Peiyu Wang", "Shiguang Guo", "Wenxing Hu", "Pengfei Cao",
				"Jian Zhao", "Cao Liu", "Ke Zeng", "Xunliang Cai", "Kang Liu"}},
	}
}

// FindPaper parses a benchmark's reference to its paper; ok is false if it has no arXiv number.
func FindPaper(said string) (p Paper, ok bool) {
	m := arXivNumber.FindStringSubmatch(strings.TrimSpace(said))
	if m == nil {
		return p, false
	}
	p = papers()[m[1]]
	p.ArXiv = m[1] + m[2]
	return p, true
}

// URL returns the URL of the paper on arXiv.
func (p Paper) URL() string { return "https://arxiv.org/abs/" + p.ArXiv }

// number returns the arXiv number without the version.
func (p Paper) number() string {
	n, _, _ := strings.Cut(p.ArXiv, "v")
	return n
}

// BibTeX formats the paper as a BibTeX entry; the title is benchmark if the paper's title is
// unknown.
func (p Paper) BibTeX(key, benchmark string) string {
	title := p.Title
	if title == "" {
		title = benchmark
	}
	authors := strings.Join(p.Authors, " and ")
	if p.More {
		authors += " and others"
	}
	year := 2000
	if n, err := strconv.Atoi(p.ArXiv[:2]); err == nil {
		year += n
	}
	return entry("misc", key, []field{{"title", "{" + escape(title) + "}"}, {"author", escape(authors)}, {"year", strconv.Itoa(year)},
		{"eprint", p.number()}, {"archivePrefix", "arXiv"}, {"url", p.URL()}})
}

// Page is a page of the site with the database revision it shows.
type Page struct {
	Title    string
	URL      string // absolute URL; empty if the site's URL is not known
	Database string // database id and revision of the page's content; equal values mean equal content
	Date     string // ISO date of the last change; empty if unknown
}

// BibTeX formats the page as a BibTeX entry with the given key.
func (p Page) BibTeX(key string) string {
	year, _, _ := strings.Cut(p.Date, "-")
	note := "State of the database: " + escape(p.Database)
	if p.Date != "" {
		note = "As of " + p.Date + ". " + note
	}
	return entry("misc", key, []field{{"title", "{" + escape(p.Title) + "}"}, {"author", "{ClawAtlas}"},
		{"year", year}, {"url", address(p.URL)}, {"note", note}})
}

type field struct{ name, value string }

func entry(kind, key string, fields []field) string {
	var b strings.Builder
	b.WriteString("@" + kind + "{" + key)
	for _, f := range fields {
		if f.value != "" {
			b.WriteString(",\n  " + f.name + " = {" + f.value + "}")
		}
	}
	b.WriteString("\n}\n")
	return b.String()
}

// escape escapes text from records for BibTeX.
func escape(s string) string {
	return strings.NewReplacer(`\`, `\textbackslash{}`, "{", `\{`, "}", `\}`, "$", `\$`, "&", `\&`, "#",
		`\#`, "%", `\%`, "_", `\_`, "^", `\^{}`, "~", `\~{}`).Replace(words.Plain(s))
}

// address percent-encodes the braces in a URL for BibTeX.
func address(s string) string {
	return strings.NewReplacer("{", "%7B", "}", "%7D", `\`, "%5C").Replace(words.Plain(s))
}
