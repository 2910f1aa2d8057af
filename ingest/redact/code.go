package redact

import "strings"

// codeRule finds passwords by their place: the second argument of a login, or
// behind the word for a password in another language than English.
func codeRule() rule {
	r := rule{name: "login"}
	for _, call := range []string{"auth=(", "auth = (", "basicauth(", ".login("} {
		r.anchors = append(r.anchors, anchor{text: call, fold: true, find: func(b []byte, at, floor int) (span, bool) {
			return secondArgument(b, at+len(call))
		}})
	}
	for _, word := range []string{"密码", "口令", "密碼", "パスワード", "비밀번호", "contraseña", "contrasena", "mot de passe", "kennwort", "senha", "пароль", "Пароль"} {
		for _, spelled := range []string{word, asEscapes(word)} {
			r.anchors = append(r.anchors, anchor{text: spelled, find: func(b []byte, at, floor int) (span, bool) {
				return foreignPassword(b, at+len(spelled))
			}})
		}
		if r.anchors[len(r.anchors)-1].text == word { // ASCII: both spellings are the same
			r.anchors = r.anchors[:len(r.anchors)-1]
		}
	}
	r.anchors = append(r.anchors, anchor{text: "oracle:thin:", find: findOracle}, anchor{text: "sqlplus ", find: findOracle})
	return r
}

// asEscapes spells a word as JSON in ASCII does.
func asEscapes(word string) string {
	var b strings.Builder
	for _, c := range word {
		if c < 0x80 {
			b.WriteRune(c)
			continue
		}
		const hex = "0123456789abcdef"
		b.WriteString(`\u` + string([]byte{hex[c>>12&15], hex[c>>8&15], hex[c>>4&15], hex[c&15]}))
	}
	return b.String()
}

// secondArgument takes the second of two texts in quotes.
func secondArgument(b []byte, i int) (span, bool) {
	var o operand
	for n := range 2 {
		for i < len(b) && (b[i] == ' ' || n == 1 && b[i] == ',') {
			i++
		}
		if o.quote, o.depth, o.start = quoteAt(b, i); o.quote == 0 {
			return span{}, false
		}
		end, ok := o.closing(b)
		if !ok || end == o.start || isBetween(b[o.start:end]) {
			return span{}, false
		}
		if n == 1 {
			value := b[o.start:end]
			return span{start: o.start, end: end}, len(value) >= shortMin && !isBetween(value) && !isPlaceholder(value) && !isTypeName(value) && isPrintable(value)
		}
		i = end + o.depth + 1
	}
	return span{}, false
}

// foreignPassword takes a value with letters and digits or signs behind a word
// for a password and what links them.
func foreignPassword(b []byte, i int) (span, bool) {
	from := i
	for i < len(b) && i-from < 40 {
		n := linkAt(b, i)
		if n == 0 {
			break
		}
		i += n
	}
	end := class(func(c byte) bool {
		return isDotted(c) || strings.IndexByte("~+/=!@#$%^&*", c) >= 0
	}).run(b, i)
	end = trimDots(b, i, end)
	value := b[i:end]
	letters, numbers := count(value)
	return span{start: i, end: end}, i > from && len(value) >= valueMin && letters > 0 && (numbers > 0 || letters < len(value)-1) && !isPlaceholder(value) && !isReference(value)
}

// linkAt is the length of a sign or a word that links a name and its value.
func linkAt(b []byte, i int) int {
	for _, link := range []string{" ", ":", "=", "`", "*", "'", "“", "「", "：", "是", "为", "は", "는", `\uff1a`, `\u662f`, `\u4e3a`, `\u306f`, `\"`, "es ", "est ", "ist "} {
		if len(b)-i >= len(link) && string(b[i:i+len(link)]) == link {
			return len(link)
		}
	}
	return 0
}

// findOracle takes the password of name/password@.
func findOracle(b []byte, at, floor int) (span, bool) {
	i := at + len("sqlplus ")
	if b[at] == 'o' {
		i = at + len("oracle:thin:")
	}
	user := class(isWord).run(b, i)
	if user == i || user >= len(b) || b[user] != '/' {
		return span{}, false
	}
	end := class(func(c byte) bool { return isDotted(c) || strings.IndexByte("!#$%^&*+=", c) >= 0 }).run(b, user+1)
	return span{start: user + 1, end: end}, end > user+1 && end < len(b) && b[end] == '@' && !isPlaceholder(b[user+1:end])
}
