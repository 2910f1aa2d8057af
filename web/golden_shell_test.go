package web

import (
	"fmt"
	"maps"
	"regexp"
	"slices"
	"strings"
)

// goldenShell is the golden file of what all pages share, so that a link of the
// footer or a tab that is changed changes this file alone.
const goldenShell = "testdata/shell.txt"

// shell is the frame of pages: head, header, footer, and the tabs of benchmarks.
type shell struct {
	pages int
	of    map[string]*shellLine
	tabs  map[string]string // the list by its first line, without a mark at the current one
}

// shellLine is a line of the frame, with the values that pages fill in left out.
type shellLine struct {
	place, pages int
	values       map[string]int // and how many pages fill them in
	common       string         // that of more than half of the pages
	fixed        bool           // whether there is such a one
}

var (
	filledIn  = regexp.MustCompile(`(href|value)="([^"]*)"`)
	frameEnds = regexp.MustCompile(`(?s)^(.*?</header>)(.*?)(<footer class="site">.*)$`)
	tabLists  = regexp.MustCompile(`(?s)<nav class="tabs" aria-label="Views of .*?</nav>`)
	marks     = regexp.MustCompile(` aria-current="\w+"`)
	tabShown  = regexp.MustCompile(`<a href="([^"]*)" aria-current="page">`)
)

// newShell reads the frames of all answers that are whole pages.
func newShell(answers []string) *shell {
	s := &shell{of: map[string]*shellLine{}, tabs: map[string]string{}}
	for _, answer := range answers {
		part := frameEnds.FindStringSubmatch(answer)
		if part == nil {
			continue
		}
		s.pages++
		for key, value := range frameLines(part) {
			if s.of[key] == nil {
				s.of[key] = &shellLine{place: len(s.of), values: map[string]int{}}
			}
			s.of[key].pages++
			s.of[key].values[value]++
		}
		for _, list := range tabLists.FindAllString(part[2], -1) {
			name, _, _ := strings.Cut(list, "\n")
			if bare := marks.ReplaceAllString(list, ""); s.tabs[name] == "" || len(bare) < len(s.tabs[name]) {
				s.tabs[name] = bare // that of a view which all benchmarks have
			}
		}
	}
	maps.DeleteFunc(s.of, func(_ string, l *shellLine) bool { return 2*l.pages <= s.pages })
	for _, l := range s.of {
		for value, n := range l.values {
			if 2*n > s.pages {
				l.common, l.fixed = value, true
			}
		}
	}
	return s
}

// frameLines gives each line of a page's frame and what was filled in there. The
// lines of the head are the page's own where they differ at all.
func frameLines(part []string) func(func(key, value string) bool) {
	return func(yield func(key, value string) bool) {
		_, top, _ := strings.Cut(part[1], "\n\n") // after what stands in the answer's own head
		head, header, _ := strings.Cut(top, "</head>")
		for _, line := range lines(strings.TrimSpace(head)) {
			if !yield(line, "") {
				return
			}
		}
		for _, line := range append(lines(strings.TrimSpace(header)), lines(strings.TrimSpace(part[3]))...) {
			values := filledIn.FindAllString(line, -1)
			if strings.Contains(line, `aria-current="page"`) {
				values = append(values, "current")
			}
			if !yield(marks.ReplaceAllString(filledIn.ReplaceAllString(line, `$1=""`), ""), strings.Join(values, " ")) {
				return
			}
		}
	}
}

// own is what of an answer is the page's own: what stands between header and
// footer, and what its frame has or lacks beside those of most pages.
func (s *shell) own(answer string) string {
	part := frameEnds.FindStringSubmatch(answer)
	if part == nil {
		return answer
	}
	status, _, _ := strings.Cut(part[1], "\n\n")
	var b strings.Builder
	b.WriteString(status + "\n\n")
	seen := map[string]bool{}
	for key, value := range frameLines(part) {
		seen[key] = true
		switch l := s.of[key]; {
		case l == nil:
			fmt.Fprintln(&b, strings.TrimSpace(strings.TrimSpace(key)+" "+value))
		case !l.fixed || value != l.common:
			fmt.Fprintln(&b, value)
		}
	}
	for _, key := range s.inOrder() {
		if !seen[key] && s.of[key].fixed {
			fmt.Fprintln(&b, "lacks", key)
		}
	}
	return b.String() + tabLists.ReplaceAllStringFunc(part[2], s.current)
}

// current stands for the tabs of a benchmark where they are those of the shell
// and, at most, the view that is looked at: its address.
func (s *shell) current(list string) string {
	name, _, _ := strings.Cut(list, "\n")
	at := tabShown.FindStringSubmatch(list)
	if at == nil {
		return list
	}
	for _, have := range lines(marks.ReplaceAllString(list, "")) {
		if !strings.Contains(s.tabs[name], have) && !strings.Contains(have, `"`+at[1]+`"`) {
			return list
		}
	}
	if strings.Count(list, "<li>") < strings.Count(s.tabs[name], "<li>") {
		return list
	}
	return name + " " + at[1]
}

func (s *shell) inOrder() []string {
	return slices.SortedFunc(maps.Keys(s.of), func(a, b string) int { return s.of[a].place - s.of[b].place })
}

// golden is the frame as its golden file has it.
func (s *shell) golden() string {
	var b strings.Builder
	for _, key := range s.inOrder() {
		fmt.Fprintln(&b, filled(key, s.of[key].common))
	}
	for _, name := range slices.Sorted(maps.Keys(s.tabs)) {
		b.WriteString("\n" + s.tabs[name] + "\n")
	}
	return b.String()
}

// filled is a line with the values put back into it that were filled in there.
func filled(key, values string) string {
	list := filledIn.FindAllString(values, -1)
	if len(list) == 0 {
		return key
	}
	return filledIn.ReplaceAllStringFunc(key, func(string) string {
		v := list[0]
		list = list[1:]
		return v
	})
}
