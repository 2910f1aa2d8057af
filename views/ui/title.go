package ui

import (
	"strings"
	"unicode/utf8"
)

// titleLongest is how many characters the title of a page has at most. Browsers and
// search engines cut longer ones, and so do cards of links.
const titleLongest = 69

// nameShortest is how much of a name is left in a title whatever stands behind it.
const nameShortest = 24

// site ends the titles that have room for it.
const site = " · ClawAtlas"

// TitleOf is the title of a page: what it is about, and what tells it from
// others. Where both are too long together, the name is cut and the rest stays.
func TitleOf(name, rest string) string {
	room := max(titleLongest-utf8.RuneCountInString(rest), nameShortest)
	return shorten(shorten(name, room)+rest, titleLongest)
}

// shorten cuts a text after a word.
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

// title is the text of the title element.
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

// cardTitle is what a link to the page is called elsewhere, beside the name of
// the site.
func (m Meta) cardTitle() string {
	if m.Title == "" {
		return "ClawAtlas"
	}
	return shorten(m.Title, titleLongest)
}

// separator stands between a model and its harness in the name of a system.
const separator = " · "

// CutMiddle shortens a text until it fits, by an ellipsis in its middle. Of the name
// of a system the model and the harness are shortened each, the longer one first, so
// that both can be read.
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

// middleOf keeps n characters of a text, those of its beginning and its end.
func middleOf(text []rune, n int) string {
	if n >= len(text) {
		return string(text)
	}
	head := (n + 1) / 2
	return strings.TrimRight(string(text[:head]), " ") + "…" + strings.TrimLeft(string(text[len(text)-(n-head):]), " ")
}
