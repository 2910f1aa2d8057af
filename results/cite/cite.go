// Package cite says how the paper of a benchmark and a page of the site are cited.
package cite

import (
	"regexp"
	"strconv"
	"strings"

	"github.com/clawatlas/clawatlas/results/words"
)

// Paper is a publication on arXiv.
type Paper struct {
	ArXiv   string // number with its version: 2604.04202v2
	Title   string // empty where it is not known
	Authors []string
	More    bool // Authors are the first of them
}

// arXivNumber is how a benchmark names its paper: "arXiv 2604.04202v2".
var arXivNumber = regexp.MustCompile(`^arXiv[ :](\d{4}\.\d{4,5})(v\d+)?$`)

// papers are titles and authors by arXiv number, as printed.
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

// FindPaper parses a benchmark's paper; ok is false if it names none on arXiv.
func FindPaper(said string) (p Paper, ok bool) {
	m := arXivNumber.FindStringSubmatch(strings.TrimSpace(said))
	if m == nil {
		return p, false
	}
	p = papers()[m[1]]
	p.ArXiv = m[1] + m[2]
	return p, true
}

// URL is the paper's page.
func (p Paper) URL() string { return "https://arxiv.org/abs/" + p.ArXiv }

// number is the paper's without its version.
func (p Paper) number() string {
	n, _, _ := strings.Cut(p.ArXiv, "v")
	return n
}

// BibTeX is the paper's entry; benchmark stands for an unknown title.
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

// Page is a page of the site in a state of its database.
type Page struct {
	Title    string
	URL      string // absolute; empty where the site's address is not known
	Database string // its id and the stamp of what the page shows: equal ones show the same
	Date     string // of the last change, ISO; empty where none is known
}

// BibTeX is the page as an entry under a key.
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

// escape makes a name of records harmless in an entry.
func escape(s string) string {
	return strings.NewReplacer(`\`, `\textbackslash{}`, "{", `\{`, "}", `\}`, "$", `\$`, "&", `\&`, "#",
		`\#`, "%", `\%`, "_", `\_`, "^", `\^{}`, "~", `\~{}`).Replace(words.Plain(s))
}

// address is a URL in an entry: its own escapes keep it from holding a brace.
func address(s string) string {
	return strings.NewReplacer("{", "%7B", "}", "%7D", `\`, "%5C").Replace(words.Plain(s))
}
