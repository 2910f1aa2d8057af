package item

import "regexp"

// rule says which words of a checker stand for which cause. Rules are tried in
// order, because one sentence may hold the words of several.
type rule struct {
	cause Cause
	words *regexp.Regexp
}

// rules are made of the sentences that the checkers of the public datasets
// really write. What none of them knows is Other: the words are shown anyway.
var rules = []rule{
	r(Timeout, `timed out|timeoutexpired|timeout`),
	r(MissingFile, `no such file|file not found|filenotfounderror|file (?:is )?missing|does not exist|[\w/.-]+\.[a-z]\w{0,4} (?:was |is )?not found|missing (?:output )?file`),
	r(MissingKey, `got none\b|keyerror|missing (?:or (?:empty|invalid) )?(?:required )?(?:keys?|fields?|columns?)\b|missing (?:or (?:empty|invalid) )?'[^']*'.*\b(?:keys?|fields?)\b|is missing or empty|\bfields? (?:is )?missing`),
	r(Unwanted, `should not|must not`),
	r(Format, `required sections?|does not match .*format|does not have .*section`),
	r(MissingText, `not found|no .* found|does not (?:contain|cite|mention|reference|state|name|include)|should (?:reference|mention|cite|contain|include)|must (?:explicitly )?(?:contain|include|mention|reference|cite|state|name|confirm)|not stated`),
	r(WrongValue, `must be '[^']*'.*got|wrong value`),
	r(Format, `must (?:be|have|appear)|headings?|json\w*error|not valid|invalid|lacks|given \d+ times|has no attribute|typeerror|filename`),
	r(WrongValue, `expected|wrong|out of range|too (?:low|high|few|many)|assertionerror|!=|printed`),
	r(MissingText, `missing`),
	r(Crash, `error|exception`),
}

func r(c Cause, pattern string) rule { return rule{c, regexp.MustCompile(`(?i)` + pattern)} }

// classify says what kind of complaint a sentence is.
func classify(text string) Cause {
	for _, rule := range rules {
		if rule.words.MatchString(text) {
			return rule.cause
		}
	}
	return Other
}
