package ui

import (
	"strings"
	"unicode/utf8"
)

// titleLongest is the maximum length of a page title in characters. Browsers and search engines
// truncate longer titles.
const titleLongest = 69

// nameShortest is the minimum number of characters reserved for a name in a title.
const nameShortest = 24

const site = " · ClawAtlas"

// TitleOf joins the page's subject and a suffix that distinguishes the page. If the title is too
// long, the subject is shortened first.
func TitleOf(name, rest string) string {
	room := max(titleLongest-utf8.RuneCountInString(rest), nameShortest)
	return shorten(shorten(name, room)+rest, titleLongest)
}

func shorten(text string, most int) string {
	if utf8.RuneCountInString(text) <= most {
		return text
	}
	cut := string([]rune(text)[:most-1])
	if i := strings.LastIndexByte(cut, ' '); i > len(cut)/2 {
		cut = cut[:i]
	}
	return strings.TrimRight(cut, " ,;:·") + "…"
}

func (m Meta) title() string {
	if m.Title == "" {
		return "ClawAtlas"
	}
	title := shorten(m.Title, titleLongest)
	if utf8.RuneCountInString(title+site) <= titleLongest {
		return title + site
	}
	return title
}

// cardTitle returns the title for link previews. It omits the site's name, which previews display
// separately.
func (m Meta) cardTitle() string {
	if m.Title == "" {
		return "ClawAtlas"
	}
	return shorten(m.Title, titleLongest)
}

const separator = " · "

// CutMiddle removes characters from the middle of a text until it fits. The parts of a system name,
// model and harness, are shortened separately, starting with the longer one.
func CutMiddle(text string, fits func(string) bool) string {
	var parts [][]rune
	for part := range strings.SplitSeq(text, separator) {
		parts = append(parts, []rune(part))
	}
	kept := make([]int, len(parts)) // number of characters kept of each part
	for i, p := range parts {
		kept[i] = len(p)
	}
	for {
		shown := make([]string, len(parts))
		longest := 0
		for i, p := range parts {
			shown[i] = middleOf(p, kept[i])
			if kept[i] > kept[longest] {
				longest = i
			}
		}
		short := strings.Join(shown, separator)
		if fits(short) || kept[longest] <= 2 {
			return short
		}
		kept[longest]--
	}
}

func middleOf(text []rune, n int) string {
	if n >= len(text) {
		return string(text)
	}
	head := (n + 1) / 2
	return strings.TrimRight(string(text[:head]), " ") + "…" + strings.TrimLeft(string(text[len(text)-(n-head):]), " ")
}
