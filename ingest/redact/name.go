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

// trustIn classifies the name of a variable, field or option by its last word,
// and by what stands before it.
func trustIn(name string) trust {
	words := splitName(name)
	env := strings.ToUpper(name) == name
	for len(words) > 1 && isSuffix(words[len(words)-1]) {
		words = words[:len(words)-1]
	}
	if len(words) == 0 {
		return trustNone
	}
	last, before := words[len(words)-1], ""
	if len(words) > 1 {
		before = words[len(words)-2]
	}
	level := trustLower
	if env {
		level = trustEnv
	}
	switch last {
	case "secret", "password", "passwd", "passphrase", "apikey", "secretkey", "accesstoken", "authtoken", "credential", "credentials":
		if isHarmless(before) {
			return trustNone
		}
		return level
	case "token":
		if isHarmless(before) || isSpecialToken(before) {
			return trustNone
		}
		return level
	case "key":
		return trustInKey(before, level)
	case "pass":
		if env && isAccount(before) {
			return trustEnv
		}
	}
	return trustNone
}

func trustInKey(before string, level trust) trust {
	switch before {
	case "api", "secret", "access", "private", "encryption", "signing", "auth", "master", "license":
		return level
	}
	if level != trustEnv || isHarmless(before) {
		return trustNone
	}
	switch before {
	case "service", "account", "agent", "admin", "webhook", "ssh", "jwt", "bot", "app", "role", "anon",
		"integration", "deploy", "session", "cookie", "subscription", "token":
		return trustEnv
	}
	return trustMaybe
}

// isSuffix lists words that follow the name of a secret without changing what
// it is. TOKEN_FILE or KEY_NAME are not secrets; they end in another word.
func isSuffix(word string) bool {
	switch word {
	case "prod", "dev", "staging", "live", "test", "value", "b64", "base64", "pem", "primary", "secondary", "backup", "old", "new":
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
		"shortcut", "arrow", "next", "prev", "previous", "page", "continuation", "translation", "storage":
		return true
	}
	return false
}

// isSpecialToken lists the words before token in tokenizers and parsers.
func isSpecialToken(word string) bool {
	switch word {
	case "eos", "bos", "pad", "unk", "mask", "cls", "sep", "special", "stop", "start", "end", "cancel", "cancellation",
		"input", "output", "prompt", "completion", "first", "last", "image", "audio", "text", "current", "peek", "sync":
		return true
	}
	return false
}

func isAccount(word string) bool {
	switch word {
	case "db", "database", "smtp", "imap", "mail", "email", "mysql", "postgres", "redis", "mongo", "user", "admin",
		"root", "ftp", "ssh", "sudo", "proxy", "auth", "login", "basic":
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
