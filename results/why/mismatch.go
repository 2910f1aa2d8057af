package why

import (
	"cmp"
	"regexp"
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/clawatlas/clawatlas/results"
)

var (
	denies = regexp.MustCompile(`(?i)\bnot (?:found|stated|mentioned|identified|cited|present)\b|\b(?:does not|doesn't|must|should) (?:\w+ )?(?:contain|include|cite|mention|reference|have|state|name|identify|confirm|appear)\b|\bmissing\b|\bno\b.*\bfound\b`)
	// sectional matches messages about a section, position or format in a file rather than about
	// its content.
	sectional = regexp.MustCompile(`(?i)\b(?:sections?|first|last|fields?|keys?|entries|rows?|columns?|characters|chars|near|must not|filename|sentence)\b`)
	inQuotes  = regexp.MustCompile(`'([^']{1,80})'|"([^"]{1,80})"|` + "`([^`]{1,80})`")
	aHeading  = regexp.MustCompile(`^#{1,6} `)
	parted    = regexp.MustCompile(`[;,]?\s*(?:\(\d+\)|[①②③④⑤⑥⑦⑧⑨⑩])\s*`)
	wordPart  = regexp.MustCompile(`[A-Za-z]+|\d+(?:[.,]\d+)*|\p{Han}+`)
)

// mismatched searches the file for an equivalent form of the text that the checker did not find,
// and sets c.Form and c.Pattern if it finds one.
func (s *session) mismatched(t *Turn, c *results.FailedCheck) {
	if c.Wrote == nil || c.Got != "" || !denies.MatchString(c.Text) || lacksKey.MatchString(c.Text) {
		return
	}
	text, known, _ := s.left(c.Wrote)
	wanted := wantedBy(t, c)
	if m := inSection.FindStringSubmatch(c.Text); m != nil {
		text = sectionOf(text, m[1])
	} else if sectional.MatchString(c.Text) && !slices.ContainsFunc(wanted, aHeading.MatchString) {
		return
	}
	if !known || text == "" {
		return
	}
	patterns := related(t.Task.Facts.Patterns, wanted)
	if slices.ContainsFunc(patterns, func(p string) bool { return pythonMatch(p, text) }) {
		return // the file has the text, so the check fails for another reason
	}
	set := func(at int, form, want string) {
		c.Form, c.Pattern = form, want
		if len(patterns) > 0 {
			c.Pattern = "`" + patterns[0] + "`"
		}
		c.Wrote.Quote, c.Wrote.Lacks = lineAt(text, at), false
	}
	for _, want := range wanted {
		forms := append([]string{want}, s.romanised(want)...)
		for i, form := range forms {
			at, found := otherForm(text, form, contextOf(c))
			if i > 0 {
				at, found = -1, ""
				if m := regexp.MustCompile(`\b` + form + `\b`).FindStringIndex(text); m != nil {
					at, found = m[0], text[m[0]:m[1]]
				}
			}
			if at >= 0 {
				set(at, found, want)
				return
			}
		}
	}
	if len(wanted) > 1 || len(wanted) == 1 && !strings.Contains(strings.ToLower(text), strings.ToLower(wanted[0])) {
		return
	}
	if line, n, share := nearest(text, c); len(wanted) == 1 && follows(wanted[0]) || n > 0 && share >= sameShare {
		want := strings.Join(wanted, "")
		if line == "" || want != "" {
			line = lineAt(text, max(0, strings.Index(strings.ToLower(text), strings.ToLower(want))))
		}
		set(max(0, strings.Index(text, line)), quoteAround(line, contextOf(c), quoteMost), want)
	}
}

// sameShare is the minimum share of the words in a checker's message that a line must contain to
// count as equivalent.
const sameShare = 0.6

var inSection = regexp.MustCompile(`^(?:\S+: )?(\S+) section does not`)

// sectionOf returns the section of a Markdown text with the given heading.
func sectionOf(text, name string) string {
	m := regexp.MustCompile(`(?im)^#+ .*` + regexp.QuoteMeta(name) + `.*$`).FindStringIndex(text)
	if m == nil {
		return ""
	}
	rest := text[m[1]:]
	if i := strings.Index(rest, "\n#"); i >= 0 {
		rest = rest[:i]
	}
	return rest
}

// romanised returns patterns of a Chinese name in Latin letters: its family name with any given name,
// and names that texts read by the agent give next to it, in brackets or before them.
func (s *session) romanised(want string) (list []string) {
	if wide(want) == 0 || wide(want) > 5 {
		return nil
	}
	if _, rest, found := strings.Cut(surnames, string([]rune(want)[:1])); found && wide(want) < 4 {
		family, _, _ := strings.Cut(rest, " ")
		list = append(list, family+" [A-Z][a-z]+")
	}
	name := regexp.QuoteMeta(want)
	re := regexp.MustCompile(name + `\s*[(（]([A-Z][a-z]+(?: [A-Z][a-z]+)*)[)）]|([A-Z][a-z]+(?: [A-Z][a-z]+)*)\s*[(（]` + name)
	for i := range s.shown.list {
		for _, m := range re.FindAllStringSubmatch(s.shown.list[i].text, -1) {
			if x := regexp.QuoteMeta(cmp.Or(m[1], m[2])); !slices.Contains(list, x) {
				list = append(list, x)
			}
		}
	}
	return list
}

// wantedBy returns the texts, at least one of which the checker did not find: those quoted in its
// message, and those quoted with them in the dataset's feedback.
func wantedBy(t *Turn, c *results.FailedCheck) []string {
	list := quotedIn(c.Text, c.File)
	if len(list) == 0 && c.Expected != "" {
		list = []string{c.Expected}
	}
	if m := andUnit.FindStringSubmatch(c.Text); m != nil {
		return []string{m[1] + " " + m[2]}
	}
	if strings.Contains(c.Text, "' and '") {
		return nil
	}
	for _, part := range parted.Split(t.Task.Facts.FeedbackIncorrect, -1) {
		if more := quotedIn(part, c.File); slices.ContainsFunc(more, func(m string) bool { return slices.Contains(list, m) }) &&
			!strings.Contains(part, "' and '") {
			list = append(list, more...)
		}
	}
	return list
}

func quotedIn(text, file string) (list []string) {
	for _, m := range inQuotes.FindAllStringSubmatch(text, -1) {
		for _, group := range m[1:] {
			if group != "" && (file == "" || !strings.HasSuffix(file, group)) && strings.Trim(group, "#") != "" {
				list = append(list, group)
			}
		}
	}
	return list
}

// surnames lists the most frequent Chinese family names with their Latin spellings.
const surnames = `王Wang 李Li 张Zhang 刘Liu 陈Chen 杨Yang 黄Huang 赵Zhao 吴Wu 周Zhou 徐Xu 孙Sun 马Ma 朱Zhu 胡Hu 郭Guo 何He 林Lin 罗Luo 高Gao 郑Zheng ` +
	`梁Liang 谢Xie 宋Song 唐Tang 许Xu 韩Han 冯Feng 邓Deng 曹Cao 彭Peng 曾Zeng 肖Xiao 田Tian 董Dong 潘Pan 袁Yuan 蔡Cai 蒋Jiang 余Yu 于Yu 杜Du 叶Ye 程Cheng ` +
	`魏Wei 苏Su 吕Lu 丁Ding 任Ren 卢Lu 姚Yao 沈Shen 钟Zhong 姜Jiang 崔Cui 谭Tan 陆Lu 范Fan 汪Wang 廖Liao 石Shi 金Jin 贾Jia 夏Xia 方Fang 白Bai 孟Meng `

// andUnit matches a complaint about an amount whose number and unit are checked separately.
var andUnit = regexp.MustCompile(`'(\d+)' and '(\w+)'`)

// related returns the patterns of a check that are about one of the texts in wanted.
func related(patterns, wanted []string) (list []string) {
	for _, p := range patterns {
		bare := strings.ToLower(regexMark.ReplaceAllString(p, ""))
		if slices.ContainsFunc(wanted, func(w string) bool {
			w = strings.ToLower(wordMarks.ReplaceAllString(w, ""))
			return w != "" && strings.Contains(wordMarks.ReplaceAllString(bare, ""), w)
		}) {
			list = append(list, p)
		}
	}
	return list
}

var (
	regexMark = regexp.MustCompile(`\\[bBswd]|\{\d*,?\d*\}|[\\^$*+?()\[\]]`)
	wordMarks = regexp.MustCompile(`[^\pL\pN|]+`)
)

// pythonMatch reports whether Python's re module would find a pattern in a text, ignoring case. It
// treats \b as a boundary of Unicode letters, digits and underscores. It returns false for a
// pattern that Go cannot compile.
func pythonMatch(pattern, text string) bool {
	body := strings.TrimSuffix(strings.TrimPrefix(pattern, `\b`), `\b`)
	re, err := regexp.Compile("(?im)" + body)
	if err != nil || strings.Contains(body, `|`) && body != pattern {
		return false
	}
	for _, m := range re.FindAllStringIndex(text, -1) {
		if (!strings.HasPrefix(pattern, `\b`) || boundary(text, m[0])) && (!strings.HasSuffix(pattern, `\b`) || boundary(text, m[1])) {
			return true
		}
	}
	return false
}

func boundary(text string, at int) bool {
	before, _ := utf8.DecodeLastRuneInString(text[:at])
	after, _ := utf8.DecodeRuneInString(text[at:])
	return pythonWord(before) != pythonWord(after)
}

func pythonWord(r rune) bool {
	return r == '_' || r != utf8.RuneError && (unicode.IsLetter(r) || unicode.IsDigit(r))
}

// otherForm finds a required text in a different form: a number directly followed by a unit, the
// same words with different punctuation, or a translation.
func otherForm(text, want string, context []term) (at int, form string) {
	if aHeading.MatchString(want) {
		return headingForm(text, want)
	}
	if decimal.MatchString(want) || grouped.MatchString(want) {
		return glued(text, want, context)
	}
	if m := amount.FindStringSubmatch(want); m != nil {
		if re := unitForm(m[1], strings.ToLower(m[2])); re != nil {
			if loc := re.FindStringSubmatchIndex(text); loc != nil {
				return loc[2], text[loc[2]:loc[3]]
			}
		}
	}
	if strings.Contains(strings.ToLower(text), strings.ToLower(want)) {
		return -1, ""
	}
	if at, form = sequence(text, want); at >= 0 {
		return at, form
	}
	for _, other := range translations[strings.ToLower(want)] {
		if at = strings.Index(text, other); at >= 0 {
			return at, other
		}
	}
	return -1, ""
}

// headingForm finds a heading that is exactly the required text on a line of its own.
func headingForm(text, want string) (int, string) {
	if at := strings.Index("\n"+text+"\n", "\n"+want+"\n"); at >= 0 {
		return at, want
	}
	return -1, ""
}

// glued finds a number directly next to a letter, where Python sees no word boundary. It ignores
// the years, months and days of dates.
func glued(text, number string, context []term) (int, string) {
	for from := 0; ; {
		i := strings.Index(text[from:], number)
		if i < 0 {
			return -1, ""
		}
		at := from + i
		end := at + len(number)
		from = end
		if boundary(text, at) && boundary(text, end) || inside(text, at, end) && !letterAfter(text, end) {
			continue
		}
		before, _ := utf8.DecodeLastRuneInString(text[:at])
		after, n := utf8.DecodeRuneInString(text[end:])
		if isDigit(before) || isDigit(after) || before == '.' || before == '_' || after == '_' || strings.ContainsRune("年月日号", after) {
			continue
		}
		if unicode.IsLetter(before) && !isWide(before) {
			continue
		}
		if len(number) < 2 && matches(strings.ToLower(lineAt(text, at)), context) == 0 {
			continue
		}
		for end+n < len(text) && n < 12 {
			r, k := utf8.DecodeRuneInString(text[end+n:])
			if !unicode.IsLetter(r) || isWide(r) != isWide(after) || isWide(r) && n >= 6 {
				break
			}
			n += k
		}
		if !unicode.IsLetter(after) {
			n = 0
			at -= utf8.RuneLen(before)
		}
		return at, text[at : end+n]
	}
}

func letterAfter(text string, at int) bool {
	r, _ := utf8.DecodeRuneInString(text[at:])
	return unicode.IsLetter(r)
}

var amount = regexp.MustCompile(`^(\d+(?:\.\d+)?)[ -]?([A-Za-z]+?)s?$`)

// units holds a pattern of the spellings of each unit.
var units = map[string]string{"second": `s|sec|secs|seconds?|秒钟?`, "minute": `min|mins|minutes?|分钟?`, "hour": `h|hrs?|hours?|个?小时`,
	"day": `d|days?|天|日历日`, "month": `months?|个?月`, "week": `weeks?|周`, "year": `years?|年`, "alert": `alerts?|条`, "record": `records?|条`}

func unitForm(number, unit string) *regexp.Regexp {
	if units[unit] == "" {
		return nil
	}
	return regexp.MustCompile(`(?:^|[^\d.,])(` + regexp.QuoteMeta(number) + `[ -]?(?:` + units[unit] + `))(?:[^A-Za-z]|$)`)
}

// fillMost is the maximum number of other words that sequence allows between two words.
const fillMost = 1

// sequence finds the words of a text in the same order, with any punctuation between them and at
// most fillMost other words.
func sequence(text, want string) (int, string) {
	words := stems(want)
	if len(words) < 2 {
		return -1, ""
	}
	parts := wordPart.FindAllStringIndex(text, -1)
	for i := range parts {
		if stem(text[parts[i][0]:parts[i][1]]) != words[0] {
			continue
		}
		k, fill, last := 1, 0, i
		for j := i + 1; j < len(parts) && k < len(words) && fill <= fillMost; j++ {
			if stem(text[parts[j][0]:parts[j][1]]) == words[k] {
				k, fill, last = k+1, 0, j
			} else {
				fill++
			}
		}
		if k == len(words) && parts[last][1]-parts[i][0] < 2*len(want)+12 {
			return parts[i][0], oneLine(text[parts[i][0]:parts[last][1]])
		}
	}
	return -1, ""
}

func stems(s string) []string {
	list := wordPart.FindAllString(s, -1)
	for i := range list {
		list[i] = stem(list[i])
	}
	return list
}

// stem returns a word without its ending; it returns the same stem for all negations.
func stem(w string) string {
	w = strings.ToLower(w)
	switch {
	case w == "non" || w == "no":
		return "not"
	case len(w) > stemMost:
		return w[:stemMost]
	}
	return strings.TrimSuffix(w, "s")
}

// translations maps words that checkers search for to their translations in the datasets' other
// language.
var translations = func() map[string][]string {
	m := map[string][]string{}
	for _, pair := range strings.Fields(`pressure/压力 risk/风险 evidence/证据 conclusion/结论 recommendation/建议 contradiction/矛盾 timeline/时间线
		refund/退款 contract/合同 breach/违约 deadline/截止 sample/样本 privacy/隐私 consent/同意 policy/政策 violation/违规 compliance/合规
		root_cause/根因 impact/影响 summary/摘要 independent/独立 preliminary/初步 verified/核实 confirmed/确认 unverified/未核实 disclosed/披露
		concealed/隐瞒 systematic/系统性 duplicate/重复 deleted/删除 internal/内部 external/外部 dismissal/解雇 termination/解除 employee/员工
		audit/审计 leak/泄露 attachment/附件 witness/证人 plagiarism/抄袭 warehouse/仓库 warranty/保修 fraud/欺诈 estimate/估算 official/官方
		production/生产 production/线上 test/测试 alert/告警 silence/静默 offset/偏移 delay/延迟 screenshot/截图 hash/哈希 approval/审批`) {
		a, b, _ := strings.Cut(pair, "/")
		a = strings.ReplaceAll(a, "_", " ")
		m[a], m[b] = append(m[a], b), append(m[b], a)
	}
	return m
}()

// mismatch returns the reason for a trial in which each failed check probably overlooked an
// equivalent form of the expected text; nil for other trials.
func (s *session) mismatch(t *Turn, w *results.Explanation) *sentence {
	if t.Trial.Status != results.Failed || len(w.Failed) == 0 ||
		slices.ContainsFunc(w.Failed, func(c results.FailedCheck) bool { return c.Form == "" }) {
		return nil
	}
	c := &w.Failed[0]
	x := say(results.ReasonMismatch, "The file says “%s” (", quote(c.Form, quoteMost)).step(t, c.Wrote).and(")").probably()
	if c.Pattern == "" {
		return x.then("The check says “%s”", quote(c.Text, quoteMost))
	}
	if strings.TrimSpace(c.Form) == strings.TrimSpace(c.Pattern) {
		return x.then("The check says that it is missing")
	}
	if strings.HasPrefix(c.Pattern, "`") {
		return x.then("The check’s pattern %s does not match it", c.Pattern)
	}
	return x.then("The check looks for “%s” and does not take that form", short(c.Pattern))
}
