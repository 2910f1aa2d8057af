package redact

import "bytes"

// token describes keys that name their vendor: a prefix and a body.
type token struct {
	prefix string
	key    int   // offset of the rarest pair of bytes in prefix
	body   class // bytes of the body
	min    int   // shortest body
	max    int   // longest body, 0 for any; a longer run is something else
	random bool  // the body must look random, because the prefix is a word
	// base64 says that the prefix could occur by chance in an image, where a
	// plus sign or a slash stands left of it as often as a letter does.
	base64 bool
}

func (t token) anchor() anchor {
	return anchor{text: t.prefix, key: t.key, find: t.find}
}

func (t token) find(b []byte, at, floor int) (span, bool) {
	if !boundary(b, at, floor) || t.base64 && insideBase64(b, at, floor) {
		return span{}, false
	}
	from := at + len(t.prefix)
	end := t.body.run(b, from)
	for end > from && (b[end-1] == '.' || b[end-1] == '-') { // the end of a sentence
		end--
	}
	body := b[from:end]
	if len(body) < t.min || t.max > 0 && len(body) > t.max {
		return span{}, false
	}
	if t.random && !looksRandom(body, t.min) || bytes.Contains(body, []byte("EXAMPLE")) {
		return span{}, false
	}
	return span{at, end}, true
}

func insideBase64(b []byte, at, floor int) bool {
	if at == floor {
		return false
	}
	if b[at-1] == '/' {
		return at-2 < floor || b[at-2] != '/' // a URL's user is not base64
	}
	return b[at-1] == '+'
}

// tokenRules lists the vendors. Prefixes that begin like another come first.
func tokenRules() []rule {
	vendors := []struct {
		rule   string
		tokens []token
	}{
		{"anthropic-key", []token{{prefix: "sk-ant-", key: 1, body: isBase64URL, min: 20}}},
		{"openrouter-key", []token{{prefix: "sk-or-", key: 1, body: isBase64URL, min: 20}}},
		{"langfuse-key", []token{
			{prefix: "sk-lf-", key: 1, body: isBase64URL, min: 30},
		}},
		{"openai-key", []token{
			{prefix: "sk-proj-", key: 1, body: isBase64URL, min: 20},
			{prefix: "sk-svcacct-", key: 1, body: isBase64URL, min: 20},
			{prefix: "sk-", key: 1, body: isBase64URL, min: 16, random: true},
		}},
		{"google-key", []token{
			{prefix: "AIza", key: 1, body: isBase64URL, min: 35, max: 35, base64: true},
			{prefix: "GOCSPX-", key: 1, body: isBase64URL, min: 20},
			{prefix: "ya29.", key: 1, body: isDotted, min: 30},
		}},
		{"github-token", []token{
			{prefix: "ghp_", key: 0, body: isAlnum, min: 30},
			{prefix: "gho_", key: 0, body: isAlnum, min: 30},
			{prefix: "ghu_", key: 0, body: isAlnum, min: 30},
			{prefix: "ghs_", key: 0, body: isAlnum, min: 30},
			{prefix: "ghr_", key: 0, body: isAlnum, min: 30},
			{prefix: "github_pat_", key: 5, body: isWord, min: 22},
		}},
		{"gitlab-token", []token{{prefix: "glpat-", key: 1, body: isDotted, min: 20}}},
		{"slack-token", slackTokens()},
		{"notion-token", []token{
			{prefix: "ntn_", key: 1, body: isAlnum, min: 30},
			{prefix: "secret_", key: 5, body: isAlnum, min: 43, max: 43},
		}},
		{"huggingface-token", []token{{prefix: "hf_", key: 0, body: isAlnum, min: 30}}},
		{"aws-key-id", []token{
			{prefix: "AKIA", key: 1, body: isBase32, min: 16, max: 16, base64: true},
			{prefix: "ASIA", key: 1, body: isBase32, min: 16, max: 16, base64: true},
		}},
		{"stripe-key", []token{
			{prefix: "sk_live_", key: 1, body: isAlnum, min: 16},
			{prefix: "rk_live_", key: 1, body: isAlnum, min: 16},
			{prefix: "sk_test_", key: 1, body: isAlnum, min: 16, random: true},
		}},
		{"vendor-key", []token{
			{prefix: "gsk_", key: 1, body: isAlnum, min: 40},
			{prefix: "xai-", key: 2, body: isAlnum, min: 40},
			{prefix: "nvapi-", key: 0, body: isBase64URL, min: 40},
			{prefix: "pplx-", key: 2, body: isAlnum, min: 40},
			{prefix: "tvly-", key: 1, body: isBase64URL, min: 16, random: true},
			{prefix: "r8_", key: 0, body: isAlnum, min: 36},
			{prefix: "npm_", key: 1, body: isAlnum, min: 36, max: 36},
			{prefix: "pypi-AgE", key: 6, body: isBase64URL, min: 50},
			{prefix: "SG.", key: 0, body: isDotted, min: 60, max: 70},
		}},
	}
	var list []rule
	for _, v := range vendors {
		r := rule{name: v.rule}
		for _, t := range v.tokens {
			r.anchors = append(r.anchors, t.anchor())
		}
		list = append(list, r)
	}
	return list
}

func slackTokens() []token {
	path := func(c byte) bool { return isAlnum(c) || c == '/' }
	tokens := []token{
		{prefix: "xapp-", key: 0, body: isBase64URL, min: 20, random: true},
		{prefix: "hooks.slack.com/services/", key: 4, body: path, min: 30, random: true},
	}
	for _, kind := range "abeoprs" {
		tokens = append(tokens, token{prefix: "xox" + string(kind) + "-", key: 0, body: isBase64URL, min: 16, random: true})
	}
	return tokens
}

// findJWT takes three parts where the first two begin like {" in base64, so
// that dotted names and encrypted blobs of one part survive.
func findJWT(b []byte, at, floor int) (span, bool) {
	part := class(isBase64URL)
	if !boundary(b, at, floor) {
		return span{}, false
	}
	head := part.run(b, at)
	if head-at < 12 || head >= len(b) || b[head] != '.' || !bytes.HasPrefix(b[head+1:], []byte("ey")) {
		return span{}, false
	}
	claims := part.run(b, head+1)
	if claims-head < 8 || claims >= len(b) || b[claims] != '.' {
		return span{}, false
	}
	end := part.run(b, claims+1)
	return span{at, end}, end-claims > 8
}

// findTelegram takes the number of a bot and its 35 characters, which begin
// with AA in every token that Telegram has issued.
func findTelegram(b []byte, at, floor int) (span, bool) {
	start := at
	for start > floor && isDigit(b[start-1]) {
		start--
	}
	if start-6 >= floor && b[start-1] == 'u' && insideEscape(b, start) {
		start += 4
	}
	if n := at - start; n < 8 || n > 12 {
		return span{}, false
	}
	bot := start-3 >= floor && string(b[start-3:start]) == "bot"
	end := class(isBase64URL).run(b, at+1)
	return span{start, end}, end-at-1 == 35 && (bot || boundary(b, start, floor))
}
