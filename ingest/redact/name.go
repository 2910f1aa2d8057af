package redact

import "strings"

// trust says how much the name of a variable promises that its value is a
// secret, and so how little the value must prove by itself.
type trust int

const (
	trustNone  trust = iota // MAX_TOKENS, primary_key
	trustMaybe              // CACHE2_KEY: the value must look random
	trustLower              // api_key, accessToken: code and prose use them too
	trustEnv                // OPENAI_API_KEY
)

// promise is what a name says of its value.
type promise struct {
	level    trust
	short    bool // a password: people choose short ones
	digits   bool // a PIN: a few digits
	card     bool // the code of a card, which has three
	compound bool // the name says whose it is: github_token, not token
	basic    bool // name:password in base64, as Docker and npm keep it
	words    bool // a phrase of words
	weak     bool // pass alone, which verdicts have too
	strong   bool // no label or parameter of a program has the name: client_secret
}

// promiseOf classifies the name of a variable, field or option by its last
// word, and by what stands before it.
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
	p := promise{level: trustLower, compound: len(words) > 1}
	if env {
		p.level = trustEnv
	}
	if !p.kind(last, before, env) {
		p.level = trustNone
	}
	return p
}

// kind fills in what the last word of a name says; false: nothing.
func (p *promise) kind(last, before string, env bool) bool {
	switch last = telling(last); last {
	case "password", "passwd", "passphrase", "passcode", "passwort", "storepass", "keypass":
		p.short, p.words = true, last == "passphrase"
		return !isHarmless(before)
	case "pwd":
		p.short = true
		return before != "old" && (!env || before != "")
	case "pass", "pw":
		p.short = true
		p.weak = last == "pass" && !p.compound && !env
		return p.weak || isAccount(before)
	case "pin", "cvv", "cvc", "otp", "totp":
		p.digits, p.card = true, last == "cvv" || last == "cvc"
		return !p.compound || last != "pin" || isAccount(before) || before == "card" || before == "bank" || before == "sim" || before == "door" || before == "access" || before == "security"
	case "mnemonic", "phrase":
		p.words = true
		return last == "mnemonic" || before == "seed" || before == "recovery" || before == "secret"
	case "auth":
		p.basic = true
		return true
	case "pat":
		return p.compound && before != "no"
	case "secret", "apikey", "secretkey", "credential", "credentials", "privatekey", "accesskey", "authkey", "jwt", "accountkey", "appkey":
		p.compound = p.compound || last != "secret" && last != "jwt"
		p.strong = last != "jwt" && !strings.HasPrefix(last, "cred")
		return !isHarmless(before)
	case "token":
		return !isHarmless(before) && !isSpecialToken(before)
	case "key":
		level := trustInKey(before, p.level)
		p.level = level
		p.strong = before == "api" || before == "secret" || before == "access"
		return level != trustNone
	}
	return false
}

// telling is the end of a word that runs several together: mypassword, authtoken.
func telling(word string) string {
	for _, end := range []string{"password", "passwd", "passphrase", "secret", "apikey", "secretkey", "privatekey", "accesskey", "accountkey", "authkey", "token"} {
		if strings.HasSuffix(word, end) {
			return end
		}
	}
	return word
}

func trustInKey(before string, level trust) trust {
	for _, end := range []string{"encryption", "signing", "private", "secret", "access", "master", "license", "account", "application", "service", "api"} {
		if strings.HasSuffix(before, end) {
			before = end
		}
	}
	switch before {
	case "api", "secret", "access", "private", "encryption", "signing", "auth", "master", "license", "account", "app", "application", "service", "integration", "subscription", "webhook", "client", "admin", "deploy", "functions", "storage", "ingest", "write", "server", "apikey":
		if isHarmless(before) && level != trustEnv {
			return trustMaybe
		}
		return level
	}
	if level != trustEnv || isHarmless(before) {
		return trustNone
	}
	switch before {
	case "agent", "ssh", "jwt", "bot", "role", "anon", "session", "cookie", "token":
		return trustEnv
	}
	return trustMaybe
}

// isSuffix lists words that follow the name of a secret without changing what
// it is. TOKEN_FILE or KEY_NAME are not secrets; they end in another word.
func isSuffix(word string) bool {
	switch word {
	case "prod", "dev", "staging", "live", "test", "value", "b64", "base64", "pem", "primary", "secondary", "backup", "old", "new", "plaintext", "base":
		return true
	}
	return strings.Trim(word, "0123456789") == ""
}

// isHarmless lists what stands before key, token or password in names that
// hold no secret: columns, paging, error messages.
func isHarmless(word string) bool {
	switch word {
	case "primary", "foreign", "sort", "partition", "public", "cache", "unique", "shard", "row", "hash", "lookup",
		"join", "search", "group", "order", "config", "registry", "dict", "idempotency", "dedup", "object", "map",
		"invalid", "missing", "expired", "unexpected", "bad", "wrong", "no", "max", "min", "per", "press", "hot",
		"shortcut", "arrow", "next", "prev", "previous", "page", "continuation", "translation", "storage", "has", "is", "show", "forgot", "reset", "without", "use", "num", "count", "total":
		return true
	}
	return false
}

// isSpecialToken lists the words before token in tokenizers and parsers.
func isSpecialToken(word string) bool {
	switch word {
	case "eos", "bos", "pad", "unk", "mask", "cls", "sep", "special", "stop", "start", "end", "cancel", "cancellation",
		"input", "output", "prompt", "completion", "first", "last", "image", "audio", "text", "current", "peek", "sync", "cached", "reasoning":
		return true
	}
	return false
}

func isAccount(word string) bool {
	for _, end := range []string{"smtp", "mail", "mysql", "postgres", "redis", "mongo", "ldap", "admin", "user"} {
		if strings.HasSuffix(word, end) {
			return true
		}
	}
	switch word {
	case "db", "database", "smtp", "imap", "mail", "email", "mysql", "postgres", "redis", "mongo", "user", "admin",
		"root", "ftp", "ssh", "sudo", "proxy", "auth", "login", "basic", "wifi", "ldap", "rabbitmq", "amqp", "pg", "sql", "key", "store", "keystore", "ca", "vnc", "rdp", "jenkins", "nexus", "account", "service":
		return true
	}
	return false
}

// splitName cuts a name into lower-case words at _, - and changes of case:
// OPENAI_API_KEY, x-api-key, openaiAPIKey.
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
