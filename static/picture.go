package static

import (
	"fmt"
	"regexp"
	"strings"
)

// Picture is the sheet of an SVG that stands by itself, outside of any page, from
// rules that name the colours of app.css as var(--ink): a picture cannot see those,
// and not every program that opens one knows of variables, so that each stands here
// as its value. What is another in the dark scheme follows in a block of its own,
// each rule of it with below before its selectors: empty, or a condition with a space
// after it that weighs nothing, :where(...), so that the order of rules stays.
// Rules are plain: no comments, and no blocks within blocks. It panics for a name
// that app.css does not have, which is an error in the program.
func Picture(rules, below string) string {
	light, dark := schemes()
	var b, night strings.Builder
	b.WriteString(resolve(rules, light))
	for _, rule := range ruleForm.FindAllStringSubmatch(rules, -1) {
		var differ []string
		for _, d := range strings.Split(rule[2], ";") {
			if there := resolve(d, dark); there != resolve(d, light) {
				differ = append(differ, there)
			}
		}
		if len(differ) > 0 {
			night.WriteString(below + strings.ReplaceAll(rule[1], ",", ","+below) + "{" + strings.Join(differ, ";") + "}")
		}
	}
	if night.Len() > 0 {
		b.WriteString("@media screen and (prefers-color-scheme:dark){" + night.String() + "}")
	}
	return b.String()
}

var (
	ruleForm  = regexp.MustCompile(`([^{}]+)\{([^{}]*)\}`)
	rootForm  = regexp.MustCompile(`(?s):root \{(.*?)\}`)
	tokenForm = regexp.MustCompile(`--([a-z0-9-]+): ([^;]+);`)
	nameForm  = regexp.MustCompile(`var\(--([a-z0-9-]+)\)`)
)

// schemes are the variables of app.css by name, and those of its dark scheme, which
// has its own for some.
func schemes() (light, dark map[string]string) {
	css, err := files.ReadFile("app.css")
	if err != nil {
		panic(fmt.Errorf("read embedded app.css: %w", err))
	}
	light, dark = map[string]string{}, map[string]string{}
	for i, root := range rootForm.FindAllSubmatch(css, 2) {
		for _, t := range tokenForm.FindAllSubmatch(root[1], -1) {
			if i == 0 {
				light[string(t[1])] = string(t[2])
			}
			dark[string(t[1])] = string(t[2])
		}
	}
	return light, dark
}

func resolve(text string, values map[string]string) string {
	return nameForm.ReplaceAllStringFunc(text, func(use string) string {
		name := nameForm.FindStringSubmatch(use)[1]
		value, ok := values[name]
		if !ok {
			panic("static: app.css has no --" + name)
		}
		return value
	})
}
