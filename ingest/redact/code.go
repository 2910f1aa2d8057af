package redact

import (
	"bytes"
	"fmt"
	"strings"
)

// asEscapes writes non-ASCII characters of a word as \u escapes, as in ASCII-only JSON.
func asEscapes(word string) string {
	var b strings.Builder
	for _, c := range word {
		if c < 0x80 {
			b.WriteRune(c)
			continue
		}
		fmt.Fprintf(&b, `\u%04x`, c)
	}
	return b.String()
}

// findArgument finds the n-th argument of a call, if that is a quoted string.
func findArgument(n int) func(call string) finder {
	return func(call string) finder {
		return func(b []byte, at, _ int) (span, bool) {
			i := at + len(call)
			for range n - 1 {
				i = oneSpace.run(b, i)
				if o, end, ok := quotedText(b, i); ok {
					i = end + o.depth + 1
				} else if n == 2 && !strings.HasPrefix(call, "jwt") {
					return span{}, false
				} else {
					i = argumentName.run(b, i)
				}
				for i < len(b) && (b[i] == ' ' || b[i] == ',') {
					i++
				}
			}
			if i+1 < len(b) && b[i] == 'b' { // Python bytes literal
				i++
			}
			o, end, ok := quotedText(b, i)
			if !ok || end-o.start < shortMin {
				return span{}, false
			}
			value := b[o.start:end]
			return span{start: o.start, end: end}, !isPlaceholder(value) && !isTypeName(value) && printable.all(value)
		}
	}
}

var argumentName = set("0-9A-Za-z_$.:>-")

// findPair finds the password in a pair such as admin / password that follows the text `before`.
func findPair(before string) finder {
	return func(b []byte, at, _ int) (span, bool) {
		user := pairAround.run(b, at+len(before))
		i := pairUser.run(b, user)
		gap := pairGap.run(b, i)
		end := trimDots(b, gap, foreignBytes.run(b, gap))
		value := b[gap:end]
		letters, numbers := count(value)
		return span{start: gap, end: end}, i > user && gap > i && gap-i <= 3 && len(value) >= 6 && letters > 0 && numbers > 0 &&
			bytes.IndexByte(value, '/') < 0 && !isPlaceholder(value) && !isCall(value)
	}
}

var (
	pairAround = set(" `*")
	pairUser   = set("0-9A-Za-z_.@-")
	pairGap    = set(" /:`")
)

func quotedText(b []byte, i int) (o operand, end int, ok bool) {
	if o.quote, o.depth, o.start = quoteAt(b, i); o.quote == 0 {
		return o, 0, false
	}
	end, ok = o.closing(b)
	return o, end, ok && end > o.start && !isBetween(b[o.start:end])
}

const generatedAhead = 800

// findGenerated finds the result of a random_password resource in a Terraform state.
func findGenerated(b []byte, at, floor int) (span, bool) {
	o, ok := afterOperator(b, at+len("result"))
	if !ok || o.quote == 0 || !bytes.Contains(b[max(floor, at-generatedAhead):at], []byte("random_password")) {
		return span{}, false
	}
	end, ok := o.closing(b)
	return span{start: o.start, end: end}, ok && end > o.start && !isPlaceholder(b[o.start:end])
}

var foreignBytes = set("0-9A-Za-z_.~+/=!@#$%^&*-")

// findForeignPassword finds the value after the word for password in a language other than English.
func findForeignPassword(word string) finder {
	return func(b []byte, at, _ int) (span, bool) {
		from := at + len(word)
		i := from
		for i < len(b) && i-from < 40 {
			n := linkAt(b, i)
			if n == 0 {
				break
			}
			i += n
		}
		end := trimDots(b, i, foreignBytes.run(b, i))
		value := b[i:end]
		letters, numbers := count(value)
		return span{start: i, end: end}, i > from && len(value) >= 6 && letters > 0 && (numbers > 0 || letters < len(value)-1) &&
			!isPlaceholder(value) && !isReference(value)
	}
}

func linkAt(b []byte, i int) int {
	for _, link := range rows().lists["link"] {
		if bytes.HasPrefix(b[i:], []byte(link)) {
			return len(link)
		}
	}
	return 0
}

const (
	vendorWords = 24 // maximum number of letters between the vendor's name and the operator
	vendorMin   = 20 // minimum length of a key that only the vendor's name identifies
)

var vendorBytes = set("0-9A-Za-z_.=+/-")

// findVendorKey finds a key after its vendor's name: ZHIPU: ..., my datadog app key = ...
func findVendorKey(vendor string) finder {
	return func(b []byte, at, _ int) (span, bool) {
		from := at + len(vendor)
		end := from
		for end < len(b) && end-from < vendorWords && (base64URL[b[end]] || blanks[b[end]]) {
			end++
		}
		o, ok := afterOperator(b, end)
		if !ok {
			return span{}, false
		}
		if _, other := endsIn("vendor-other", strings.ToLower(string(b[at:end]))); other {
			return span{}, false
		}
		stop := trimDots(b, o.start, vendorBytes.run(b, o.start))
		value := b[o.start:stop]
		return span{start: o.start, end: stop}, bytes.Count(value, []byte("/")) < 3 && !isReference(value) && !isPlaceholder(value) &&
			looksRandom(value, vendorMin) && bytes.Count(value, []byte("-")) < 4
	}
}
