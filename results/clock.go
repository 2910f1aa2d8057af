package results

import (
	"regexp"
	"strings"
)

var clock = regexp.MustCompile(`^\[(?:Mon|Tue|Wed|Thu|Fri|Sat|Sun) \d{4}-\d\d-\d\d \d\d:\d\d(?::\d\d)? [^\]\s]{1,12}\]\s*`)

// CutClock removes the timestamp that a harness writes before a prompt, such as "[Sat 2026-11-21
// 09:51 UTC]".
func CutClock(prompt string) string {
	if !strings.HasPrefix(prompt, "[") {
		return prompt
	}
	return prompt[len(clock.FindString(prompt)):]
}
