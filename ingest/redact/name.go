package redact

import "strings"

// trust states how strongly a variable's name suggests that its value is a secret. The stronger it
// is, the less the value needs to look like a secret.
type trust int

const (
	trustNone  trust = iota // MAX_TOKENS, primary_key
	trustMaybe              // CACHE2_KEY: the value must look random
	trustLower              // api_key, accessToken: also common in code and prose
	trustEnv                // OPENAI_API_KEY
)

// promise describes the kind of value that a variable's name suggests.
type promise struct {
	level    trust
	short    bool // the value is a password, which may be short
	digits   bool // the value is a PIN with few digits
	card     bool // the value is a card's security code with three digits
	compound bool // the name includes an owner: github_token, not token
	basic    bool // the value is name:password in base64, as stored by Docker and npm
	weak     bool // the name is "pass" without an owner, which is also a verdict
	strong   bool // the name is not used as a label or parameter of programs: client_secret
}

// promiseOf classifies the name of a variable, field or option by its last word and the word before
// it.
func promiseOf(name string) promise {
	words := splitName(name)
	env := strings.ToUpper(name) == name
	for len(words) > 1 && isSuffix(words[len(words)-1]) {
		words = words[:len(words)-1]
	}
	if len(words) == 0 {
		return promise{}
	}
	last, before := words[len(words)-1], ""
	if len(words) > 1 {
		before = words[len(words)-2]
	}
	for _, short := range [...]string{"pass", "pwd", "pw"} { // dbpass
		if owner, ok := strings.CutSuffix(last, short); ok && isAccount(owner) && last != "keypass" && last != "storepass" {
			words, last, before = append(words, short), short, owner
		}
	}
	p := promise{level: trustLower, compound: len(words) > 1}
	if env {
		p.level = trustEnv
	}
	if !p.kind(last, before, env) {
		p.level = trustNone
	}
	if last == "key" && len(words) == 2 && p.level == trustEnv && listed("harmless", before) { // STORAGE_KEY in a browser
		p.level = trustMaybe
	}
	return p
}

// kind sets the fields of p that the last word of a name implies. It returns false if the word does
// not name a secret.
func (p *promise) kind(last, before string, env bool) bool {
	last, _ = endsIn("telling-end", last) // mypassword, authtoken
	switch last {
	case "password", "passwd", "passphrase", "passcode", "passwort", "storepass", "keypass", "psk":
		p.short = true
		return !listed("harmless", before)
	case "pwd":
		p.short = true
		return before != "old" && (!env || before != "")
	case "pass", "pw":
		p.short = true
		p.weak = !p.compound && !env
		return p.weak || isAccount(before)
	case "pin", "cvv", "cvc", "otp", "totp":
		p.digits, p.card = true, last == "cvv" || last == "cvc"
		return !p.compound || last != "pin" || isAccount(before) || listed("pin-of", before)
	case "auth":
		p.basic = true
		return true
	case "pat":
		return p.compound && before != "no"
	case "secret", "apikey", "secretkey", "credential", "credentials", "privatekey", "accesskey", "authkey", "jwt", "accountkey", "appkey":
		p.compound = p.compound || last != "secret" && last != "jwt"
		p.strong = last != "jwt" && !strings.HasPrefix(last, "cred")
		return !listed("harmless", before)
	case "token":
		return !listed("harmless", before) && !listed("special-token", before)
	case "key":
		p.level = trustInKey(before, p.level)
		p.strong = before == "api" || before == "secret" || before == "access"
		return p.level != trustNone
	}
	return false
}

func trustInKey(before string, level trust) trust {
	before, _ = endsIn("key-end", before)
	switch {
	case listed("key-of", before) && (level == trustEnv || !listed("harmless", before)):
		return level
	case listed("key-of", before):
		return trustMaybe
	case level != trustEnv || listed("harmless", before):
		return trustNone
	case listed("key-of-env", before):
		return trustEnv
	}
	return trustMaybe
}

// isSuffix reports whether a word can end the name of a secret without changing what the name
// means. "file" is no such word: TOKEN_FILE is not a secret.
func isSuffix(word string) bool {
	return listed("suffix", word) || strings.Trim(word, "0123456789") == ""
}

func isAccount(word string) bool {
	_, ends := endsIn("account-end", word)
	return ends || listed("account", word)
}

// splitName splits a name into lower-case words at _, at - and at changes of case: OPENAI_API_KEY,
// x-api-key, openaiAPIKey.
func splitName(name string) []string {
	var words []string
	start := 0
	cut := func(end int) {
		if end > start {
			words = append(words, strings.ToLower(name[start:end]))
		}
	}
	for i := 0; i < len(name); i++ {
		switch {
		case name[i] == '_' || name[i] == '-':
			cut(i)
			start = i + 1
		case i > start && isUpper(name[i]) && !isUpper(name[i-1]),
			i > start && isUpper(name[i]) && i+1 < len(name) && isLower(name[i+1]):
			cut(i)
			start = i
		}
	}
	cut(len(name))
	return words
}
