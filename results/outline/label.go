package outline

import (
	"bytes"
	"cmp"
	"encoding/json"
	"net/url"
	"path"
	"regexp"
	"strconv"
	"strings"

	"github.com/clawatlas/clawatlas/results"
	"github.com/clawatlas/clawatlas/results/calls"
	"github.com/clawatlas/clawatlas/results/files"
)

// labelMost is the maximum length of a label, in characters.
const labelMost = 120

// Label returns the subject of a call: a file, command, click position, search pattern or message
// recipient. It is empty if the arguments contain nothing suitable.
func Label(call *results.ToolCall, names files.Names) string {
	a := calls.Read(call)
	switch {
	case isFileCall(a.Kind) && a.Path != "":
		return short(fileNames([]string{names.Of("", a.Path)}))
	case a.Kind == calls.Edit && a.Patch != "":
		return short(fileNames(patched(a.Patch)))
	case a.Kind == calls.Shell:
		return short(shellLabel(a.Command, names))
	}
	f, ok := fieldsOf(call.Arguments)
	if !ok {
		return ""
	}
	for _, rule := range []func(*fields, files.Names) string{clicked, searched, messaged, visited, opened} {
		if s := rule(&f, names); s != "" {
			return short(s)
		}
	}
	return short(f.listed())
}

type fields struct {
	names []string
	text  map[string]string   // arguments that are strings, numbers or true, by name
	lists map[string][]string // arguments that are lists of such values, by name
}

func fieldsOf(raw json.RawMessage) (fields, bool) {
	f := fields{text: map[string]string{}, lists: map[string][]string{}}
	d := json.NewDecoder(bytes.NewReader(raw))
	d.UseNumber()
	if t, err := d.Token(); err != nil || t != json.Delim('{') {
		return f, false
	}
	for d.More() {
		key, err := d.Token()
		name, isKey := key.(string)
		var v any
		if err != nil || !isKey || d.Decode(&v) != nil {
			return f, false
		}
		f.add(name, v)
	}
	return f, true
}

func (f *fields) add(name string, v any) {
	if list, ok := v.([]any); ok {
		for _, x := range list {
			if s := scalar(x); s != "" {
				f.lists[name] = append(f.lists[name], s)
			}
		}
		return
	}
	if s := scalar(v); s != "" {
		f.names = append(f.names, name)
		f.text[name] = s
	}
}

func scalar(v any) string {
	switch x := v.(type) {
	case string:
		return strings.Join(strings.Fields(clip(x, clipMost)), " ")
	case json.Number:
		return x.String()
	case bool:
		if x {
			return "yes"
		}
	}
	return ""
}

func (f *fields) first(names ...string) string {
	for _, n := range names {
		if s := f.text[n]; s != "" {
			return s
		}
	}
	return ""
}

// clicked describes an action on a screen, such as "click 938,19".
func clicked(f *fields, _ files.Names) string {
	verb := strings.ReplaceAll(f.first("action", "action_type", "type"), "_", " ")
	at := place(f, "x", "y", "coordinate")
	to := place(f, "end_x", "end_y", "end_coordinate")
	if from := place(f, "start_x", "start_y", "start_coordinate"); from != "" {
		at, to = from, cmp.Or(to, at)
	}
	switch {
	case at != "" && to != "":
		return strings.TrimSpace(verb + " " + at + " to " + to)
	case at != "":
		return strings.TrimSpace(verb + " " + at)
	case len(f.lists["keys"]) > 0:
		return strings.TrimSpace(verb + " " + strings.Join(f.lists["keys"], "+"))
	case verb != "" && f.first("text", "key", "keys") != "":
		return verb + " " + quoted(f.first("text", "key", "keys"))
	case verb == "scroll" && (f.text["scroll_x"] != "" || f.text["scroll_y"] != ""):
		return "scroll by " + cmp.Or(f.text["scroll_x"], "0") + "," + cmp.Or(f.text["scroll_y"], "0")
	case verb == "wait" || verb == "screenshot":
		return verb
	}
	return ""
}

func place(f *fields, x, y string, lists ...string) string {
	if isNumber(f.text[x]) && isNumber(f.text[y]) {
		return f.text[x] + "," + f.text[y]
	}
	for _, n := range lists {
		if l := f.lists[n]; len(l) == 2 && isNumber(l[0]) && isNumber(l[1]) {
			return l[0] + "," + l[1]
		}
	}
	return ""
}

func isNumber(s string) bool {
	_, err := strconv.ParseFloat(s, 64)
	return err == nil
}

// searched describes a search, such as `"foo" in src`.
func searched(f *fields, names files.Names) string {
	what := f.first("pattern", "query", "q", "search_term", "regex")
	if what == "" {
		return ""
	}
	return inPlace(quoted(what), f.first("path", "dir", "directory", "glob", "include"), names)
}

func inPlace(what, where string, names files.Names) string {
	if where = strings.TrimPrefix(names.Of("", where), "./"); where == "" || where == "." {
		return what
	}
	return what + " in " + base(where)
}

// messaged returns the recipient of a message, or the text if no recipient is named.
func messaged(f *fields, _ files.Names) string {
	text := f.first("message", "text", "body", "content")
	if text == "" {
		return ""
	}
	to := f.first("to", "target", "recipient", "channel", "channel_id", "chat_id", "user", "email")
	for _, n := range []string{"to", "recipients", "targets"} {
		if l := f.lists[n]; to == "" && len(l) > 0 {
			to = l[0] + more(len(l)-1)
		}
	}
	if to != "" {
		return "to " + to
	}
	return quoted(text)
}

func visited(f *fields, _ files.Names) string {
	u := f.first("url", "uri", "link")
	if u == "" {
		return ""
	}
	return strings.TrimSpace(f.first("action") + " " + address(u))
}

// address shortens a URL to its host and path.
func address(s string) string {
	u, err := url.Parse(s)
	if err != nil || u.Host == "" {
		return s
	}
	return u.Host + strings.TrimRight(u.Path, "/")
}

func opened(f *fields, names files.Names) string {
	p := f.first("path", "file_path", "filePath", "filename", "file_name", "file", "notebook_path")
	if p == "" {
		return ""
	}
	return fileNames([]string{names.Of("", p)})
}

func (f *fields) listed() string {
	if len(f.names) == 1 {
		return f.text[f.names[0]]
	}
	var list []string
	for _, n := range f.names {
		list = append(list, n+" "+f.text[n])
	}
	return strings.Join(list, ", ")
}

var patchFile = regexp.MustCompile(`(?m)^(?:\*\*\* (?:Update|Add|Delete) File: |\+\+\+ (?:b/)?)([^\t\r\n]+)`)

func patched(patch string) []string {
	var list []string
	for _, m := range patchFile.FindAllStringSubmatch(patch, -1) {
		list = append(list, strings.TrimSpace(m[1]))
	}
	return list
}

func fileNames(list []string) string {
	if len(list) == 0 {
		return ""
	}
	return base(list[0]) + more(len(list)-1)
}

func more(n int) string {
	if n < 1 {
		return ""
	}
	return " and " + strconv.Itoa(n) + " more"
}

func base(p string) string {
	if p = strings.TrimRight(p, "/"); p == "" {
		return "/"
	}
	return path.Base(p)
}

func quoted(s string) string { return `"` + s + `"` }

// clipMost is the maximum number of bytes of a text from which a label is made.
const clipMost = 8 * labelMost

func clip(s string, most int) string {
	if len(s) > most {
		return strings.ToValidUTF8(s[:most], "")
	}
	return s
}

func short(s string) string {
	r := []rune(strings.Join(strings.Fields(clip(s, clipMost)), " "))
	if len(r) > labelMost {
		return string(r[:labelMost-1]) + "…"
	}
	return string(r)
}
