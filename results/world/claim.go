package world

import (
	"regexp"
	"strings"
)

// A claim of a review is a sentence that says, of a thing that it names, that it was
// read. Only forms that say that it is done count: plans, wishes, refusals and
// conditions are none, and neither is a mere citation. In a document only what leads
// a sentence counts, because there "I" may be somebody else.
var (
	sentenceEnd = regexp.MustCompile(`[。！？；\n]|[.!?;](?:\s|$)`)
	// reviewLead matches "based on the review of", "after carefully reading".
	reviewLead = regexp.MustCompile(`(?i)\b(?:based on|from|after|upon|following|through|per)\s+(?:(?:the|my|our|a|an|this|careful|thorough|detailed|full|complete|close|direct)\s+){0,3}(?:review|reading|examination|inspection)\s+of\b` +
		`|\b(?:after|having|upon)\s+(?:(?:carefully|thoroughly|closely|fully|also)\s+)?(?:reviewing|reading|examining|inspecting|checking|reviewed|read|examined|inspected|checked)\b`)
	// reviewDone matches "I have reviewed".
	reviewDone = regexp.MustCompile(`(?i)\b(?:I|we)(?:['’]ve|\s+have|\s+had)?\s+(?:(?:also|now|already|carefully|thoroughly|closely|fully|just|both)\s+){0,3}(?:reviewed|read|re-read|examined|inspected|checked|studied|opened|consulted|looked\s+(?:at|into|through)|went\s+through|gone\s+through)\b`)
	// reviewChinese matches 根据对…的审阅, 已审阅, 查阅了 and 阅读…后; its groups say where
	// the name may stand: behind, or between.
	reviewChinese = regexp.MustCompile(`已(?:经|仔细|全面|逐一|逐条){0,2}(?:审阅|查阅|阅读|读取|审查|查看|检查|核查|复核)|(?:审阅|查阅|阅读|读取|审查|查看|检查|核查|复核)(?:了|过|完)`)
	// reviewBetween matches the same around a name.
	reviewBetween = regexp.MustCompile(`(?:根据|基于|经过|通过)对?[^，,]{1,60}?的?(?:审阅|查阅|阅读|审查|查看|核查|复核)|(?:审阅|查阅|阅读|审查|查看|核查|复核)[^，,]{1,60}?(?:之后|以后|后)`)
	// undone matches what makes a sentence say that it was not, or not yet, done, or
	// that somebody should do it.
	undone = regexp.MustCompile(`(?i)\b(?:not|cannot|never|unable|without|missing|unavailable|no|if|unless|should|shall|must|need(?:s|ed)?|please|will|would|let|going to|recommend\w*|request\w*|asked)\b|n['’]t\b|['’]ll\b|未|没|无法|不存在|不能|找不到|缺|如果|若|应|请|需|建议|将|要求|待`)
)

// nameWithin is how many bytes may stand between a verb and the name.
const nameWithin = 80

// ReviewClaim finds the first sentence of a text that claims a review of what find
// gives the place of, -1 for none. A document is what was written into a file.
func ReviewClaim(text string, document bool, find func(string) int) (sentence string, ok bool) {
	for _, s := range sentenceEnd.Split(text, -1) {
		s = strings.TrimSpace(s)
		at := find(s)
		if at < 0 || strings.HasPrefix(s, ">") || undone.MatchString(s) {
			continue
		}
		if claimBefore(s, at, reviewLead) || !document && claimBefore(s, at, reviewDone) ||
			claimBefore(s, at, reviewChinese) || claimAround(s, at) {
			return s, true
		}
	}
	return "", false
}

// claimBefore reports whether the verb stands shortly before the name.
func claimBefore(s string, name int, verb *regexp.Regexp) bool {
	for _, m := range verb.FindAllStringIndex(s, -1) {
		if m[1] <= name && name-m[1] <= nameWithin && !strings.ContainsAny(s[m[1]:name], ":—：") {
			return true
		}
	}
	return false
}

// claimAround reports whether the verb's parts stand around the name.
func claimAround(s string, name int) bool {
	for _, m := range reviewBetween.FindAllStringIndex(s, -1) {
		if m[0] < name && name < m[1] {
			return true
		}
	}
	return false
}
