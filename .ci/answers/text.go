package main

import (
	"fmt"
	"maps"
	"slices"
	"strings"

	"golang.org/x/net/html"
)

// flat appends one line per scalar value or empty container of a parsed JSON document. Object keys
// are sorted.
func flat(lines []string, at string, v any) []string {
	switch v := v.(type) {
	case map[string]any:
		for _, k := range slices.Sorted(maps.Keys(v)) {
			lines = flat(lines, at+"."+k, v[k])
		}
		if len(v) == 0 {
			lines = append(lines, at+": {}")
		}
	case []any:
		for i, x := range v {
			lines = flat(lines, fmt.Sprintf("%s[%d]", at, i), x)
		}
		if len(v) == 0 {
			lines = append(lines, at+": []")
		}
	case string:
		lines = append(lines, fmt.Sprintf("%s: %q", at, v))
	default:
		lines = append(lines, fmt.Sprintf("%s: %v", at, v))
	}
	return lines
}

// inline contains the HTML elements that do not start a new line.
var inline = map[string]bool{"a": true, "abbr": true, "b": true, "code": true, "em": true, "i": true, "mark": true, "small": true,
	"span": true, "strong": true, "sub": true, "sup": true, "time": true, "wbr": true, "label": true, "bdi": true, "tspan": true}

// mainText returns the text lines of the page's main element, or of the whole page if it has no
// main element.
func mainText(page string) []string {
	root, err := html.Parse(strings.NewReader(page))
	if err != nil {
		return []string{err.Error()}
	}
	var b strings.Builder
	if m := find(root, "main"); m != nil {
		root = m
	}
	write(&b, root)
	var lines []string
	for l := range strings.SplitSeq(b.String(), "\n") {
		if l = strings.Join(strings.Fields(l), " "); l != "" {
			lines = append(lines, l)
		}
	}
	return lines
}

func find(n *html.Node, name string) *html.Node {
	if n.Type == html.ElementNode && n.Data == name {
		return n
	}
	for c := range n.ChildNodes() {
		if f := find(c, name); f != nil {
			return f
		}
	}
	return nil
}

func write(b *strings.Builder, n *html.Node) {
	switch n.Type {
	case html.TextNode:
		b.WriteString(strings.ReplaceAll(n.Data, "\n", " "))
		return
	case html.ElementNode:
		if n.Data == "script" || n.Data == "style" || n.Data == "template" {
			return
		}
	}
	ends := n.Type == html.ElementNode && !inline[n.Data]
	if ends {
		b.WriteByte('\n')
	}
	for c := range n.ChildNodes() {
		write(b, c)
	}
	if ends {
		b.WriteByte('\n')
	}
}
