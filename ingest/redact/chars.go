package redact

type class [256]bool

// set returns the class of bytes listed in spec. a-z is a range. A minus sign is literal only at
// the end.
func set(spec string) *class {
	var c class
	for i := 0; i < len(spec); i++ {
		from, to := spec[i], spec[i]
		if i+2 < len(spec) && spec[i+1] == '-' {
			to = spec[i+2]
			i += 2
		}
		for k := int(from); k <= int(to); k++ {
			c[k] = true
		}
	}
	return &c
}

func (c *class) run(b []byte, i int) int {
	for i < len(b) && c[b[i]] {
		i++
	}
	return i
}

// back returns the start of the run of bytes in c that ends before i. It stops at floor.
func (c *class) back(b []byte, i, floor int) int {
	for i > floor && c[b[i-1]] {
		i--
	}
	return i
}

func (c *class) all(b []byte) bool { return c.run(b, 0) == len(b) }

// Classes used by several finders. The classes for vendor keys are in rules.txt.
var (
	digits     = set("0-9")
	lowers     = set("a-z")
	alnum      = set("0-9A-Za-z")
	hexes      = set("0-9A-Fa-f")
	word       = set("0-9A-Za-z_")
	base64URL  = set("0-9A-Za-z_-") // alphabet of most tokens
	base64Any  = set("0-9A-Za-z+/_-")
	base64Std  = set("0-9A-Za-z+/=")
	dotted     = set("0-9A-Za-z_.-")
	blanks     = set(" \t")
	oneSpace   = set(" ")
	dashes     = set("-")
	slashes    = set("\\")
	printable  = set(" -~")
	upperLabel = set("0-9A-Z ")
)

func isDigit(c byte) bool { return c >= '0' && c <= '9' }
func isLower(c byte) bool { return c >= 'a' && c <= 'z' }
func isUpper(c byte) bool { return c >= 'A' && c <= 'Z' }

func allHex(b []byte) bool { return hexes.all(b) }

func trimDots(b []byte, start, end int) int {
	for end > start && b[end-1] == '.' {
		end--
	}
	return end
}

func count(value []byte) (letters, numbers int) {
	for _, c := range value {
		if isDigit(c) {
			numbers++
		} else if alnum[c] {
			letters++
		}
	}
	return letters, numbers
}
