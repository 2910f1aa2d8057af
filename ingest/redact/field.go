package redact

import (
	"bytes"
	"strings"
)

// tagMax is how much of a tag of HTML is looked at, and of a block of Terraform.
const tagMax = 300

// fieldValue reads what stands further behind a name that is a value itself: another
// attribute of the tag, the part of a form, the cell beside it, the default of a variable.
func fieldValue(b []byte, start, end int) (operand, bool) {
	quote, depth, i := quoteAt(b, end)
	if quote == 0 {
		return cellValue(b, start, end)
	}
	before := b[max(0, start-depth-20):max(0, start-depth-1)]
	named := bytes.HasSuffix(before, []byte("name=")) || bytes.HasSuffix(before, []byte("type="))
	switch {
	case named && bytes.Contains(b[max(0, start-60):start], []byte("form-data;")):
		return partValue(b, i)
	case named:
		return attributeValue(b, i, quote, depth)
	case bytes.HasSuffix(before, []byte("variable ")):
		return defaultValue(b, i)
	}
	return operand{}, false
}

// attributeValue finds value="..." behind b[i] in the same tag.
func attributeValue(b []byte, i int, quote byte, depth int) (operand, bool) {
	tag := b[i:min(len(b), i+tagMax)]
	if end := bytes.IndexByte(tag, '>'); end >= 0 {
		tag = tag[:end]
	}
	at := bytes.Index(tag, []byte(" value="))
	if at < 0 {
		return operand{}, false
	}
	o := operand{keyed: true}
	o.quote, o.depth, o.start = quoteAt(b, i+at+len(" value="))
	return o, o.quote == quote && o.depth == depth
}

// partValue finds the content of a part of multipart/form-data behind its name.
func partValue(b []byte, i int) (operand, bool) {
	ends := 0
	for i < len(b) && lineEndAt(b, i) {
		k := slashes.run(b, i)
		if b[k] == 'n' || b[k] == '\n' {
			ends++
		}
		i = k + 1
	}
	return operand{start: i, lineStart: true}, ends == 2 || ends == 4 // without escapes a carriage return is one too
}

// cellValue finds the text of the cell beside <th>Password</th>.
func cellValue(b []byte, start, end int) (operand, bool) {
	if b[end] != '<' || start == 0 || b[start-1] != '>' {
		return operand{}, false
	}
	rest := b[end:min(len(b), end+80)]
	if rest = bytes.ReplaceAll(rest, []byte(`\/`), []byte("/")); !listed("cell-end", tagName(rest)) {
		return operand{}, false
	}
	i := end + bytes.IndexByte(b[end:], '>') + 1
	for i > end {
		if i = pastBetween(b, i); i >= len(b) || b[i] != '<' {
			break
		}
		if name := tagName(b[i:min(len(b), i+8)]); !listed("cell", name) {
			return operand{}, false
		}
		n := bytes.IndexByte(b[i:], '>')
		if n < 0 || n > 60 {
			return operand{}, false
		}
		i += n + 1
	}
	return operand{start: i, quote: '<', loose: true}, i > end
}

// tagName is what stands between < and the first byte that no name has.
func tagName(b []byte) string {
	n := 1
	for n < len(b) && (alnum[b[n]] || b[n] == '/') {
		n++
	}
	return strings.ToLower(string(b[1:n]))
}

// defaultValue finds the default of a variable of Terraform.
func defaultValue(b []byte, i int) (operand, bool) {
	block := b[i:min(len(b), i+tagMax)]
	if end := bytes.IndexByte(block, '}'); end >= 0 {
		block = block[:end]
	}
	at := bytes.Index(block, []byte("default"))
	if at < 0 || bytes.IndexByte(block[:at], '{') < 0 {
		return operand{}, false
	}
	o, ok := afterOperator(b, i+at+len("default"))
	return o, ok
}
