package clawarena

import (
	"path"
	"regexp"
	"slices"
	"strings"

	"github.com/clawatlas/clawatlas/results/world"
)

// authorFile is the authors' description of a scenario's updates. Agents do not see it.
const authorFile = "UPDATE_SUMMARY.md"

// authorWords holds the word that the authors use for each change: append, new or replace.
type authorWords struct {
	chats   map[string]string    // chat changes by update number
	objects map[[2]string]string // file changes by update number and name
}

var (
	updateNumber = regexp.MustCompile(`^upd(\d+)`)
	authorUpdate = regexp.MustCompile(`^### Update (\d+)`)
	authorObject = regexp.MustCompile(`^(?:####\s+|- \*\*)([^\s*]\S*?\.[a-z]+)(?:\*\*\s*--\s*(.*))?$`)
	authorType   = regexp.MustCompile(`^- \*\*Type:\*\*(.*)`)
	authorWord   = regexp.MustCompile(`(?i)\b(append|new|replace)\b`)
	authorRow    = regexp.MustCompile(`^U(\d+)$`)
	authorStem   = regexp.MustCompile(`_(?:\*|\{uuid\})\.jsonl$`)
)

// readAuthor parses the authors' tables and lists. A table column describes session changes, and a
// list describes the files of each update.
func readAuthor(text string) authorWords {
	words := authorWords{chats: map[string]string{}, objects: map[[2]string]string{}}
	column, update, object := -1, "", ""
	for line := range strings.Lines(text) {
		line = strings.TrimSpace(line)
		if strings.HasPrefix(line, "|") {
			column = words.row(column, line)
			continue
		}
		column = -1
		if m := authorUpdate.FindStringSubmatch(line); m != nil {
			update, object = m[1], ""
			continue
		}
		if m := authorObject.FindStringSubmatch(line); m != nil {
			object = authorName(m[1])
			words.say(update, object, m[2])
			continue
		}
		if m := authorType.FindStringSubmatch(line); m != nil {
			words.say(update, object, m[1])
		}
	}
	return words
}

func (a authorWords) say(update, object, text string) {
	if m := authorWord.FindString(text); m != "" && update != "" && object != "" {
		a.objects[[2]string{update, object}] = strings.ToLower(m)
	}
}

// row parses a line of the table and returns the index of the sessions column. column is that index
// as known so far, or -1 before the header.
func (a authorWords) row(column int, line string) int {
	var cells []string
	for cell := range strings.SplitSeq(strings.Trim(line, "|"), "|") {
		cells = append(cells, strings.TrimSpace(cell))
	}
	if column < 0 {
		return slices.IndexFunc(cells, func(c string) bool {
			return strings.Contains(c, "Session") && strings.Contains(c, "Append")
		})
	}
	if m := authorRow.FindStringSubmatch(cells[0]); m != nil && column < len(cells) && cells[column] != "" &&
		!strings.EqualFold(cells[column], "none") {
		a.chats[m[1]] = world.ActionAppend
	}
	return column
}

// authorName returns a file name as written by the authors, without session ids.
func authorName(file string) string {
	kind := world.File
	if path.Ext(file) == ".jsonl" {
		kind = world.Chat
	}
	return world.ObjectID{Kind: kind, Path: authorStem.ReplaceAllString(file, ".jsonl")}.Name()
}

func (a authorWords) of(c *world.Change) string {
	for _, id := range c.Updates {
		m := updateNumber.FindStringSubmatch(id)
		if m == nil {
			continue
		}
		if word := a.objects[[2]string{m[1], c.Object.Name()}]; word != "" {
			return word
		}
		if word := a.chats[m[1]]; word != "" && c.Object.Kind == world.Chat {
			return word
		}
	}
	return ""
}
