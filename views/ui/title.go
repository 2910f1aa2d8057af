package ui

import (
	"strings"
	"unicode/utf8"
)

// titleLongest is how long a title may be. Browsers and search engines cut longer ones.
const titleLongest = 69

// nameShortest is how much of a name always stays in a title.
const nameShortest = 24

const site = " · ClawAtlas"

// TitleOf joins the subject of a page and what distinguishes it; only the subject is cut.
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

// cardTitle is the title of a link preview, which shows the site's name itself.
func (m Meta) cardTitle() string {
	if m.Title == "" {
		return "ClawAtlas"
	}
	return shorten(m.Title, titleLongest)
}

const separator = " · "

// CutMiddle shortens the middle of a text to fit. In a system's name it shortens model and
// harness separately, the longer one first.
func CutMiddle(text string, fits func(string) bool) string {
	var parts [][]rune
	for part := range strings.SplitSeq(text, separator) {
		parts = append(parts, []rune(part))
	}
	kept := make([]int, len(parts)) // characters of each
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
