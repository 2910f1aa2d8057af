package richtext

import (
	"strconv"
	"strings"
)

// textStyle is the text style set by SGR sequences (ECMA-48, 8.3.117). It uses the site's own
// palette, so that a record cannot make text invisible.
type textStyle struct {
	colour                             byte // index of the colour: 0 for none, 1 (red) to 8 (grey)
	ground                             bool // true if a background colour is set
	bold, faint, italic, line, crossed bool
}

func (p textStyle) class() string {
	if p == (textStyle{}) {
		return ""
	}
	var list []string
	if p.colour > 0 {
		list = append(list, "a"+string('0'+p.colour))
	}
	for _, f := range []struct {
		on   bool
		name string
	}{{p.ground, "ag"}, {p.bold, "aw"}, {p.faint, "af"}, {p.italic, "ai"}, {p.line, "au"}, {p.crossed, "ax"}} {
		if f.on {
			list = append(list, f.name)
		}
	}
	return strings.Join(list, " ")
}

func (p *textStyle) set(params string) {
	list := strings.FieldsFunc(params, func(r rune) bool { return r == ';' || r == ':' })
	if len(list) == 0 {
		*p = textStyle{}
	}
	for i := 0; i < len(list); i++ {
		n, err := strconv.Atoi(list[i])
		if err != nil {
			continue
		}
		switch {
		case n == 38:
			var used int
			p.colour, used = extended(list[i+1:])
			i += used
		case n == 48:
			_, used := extended(list[i+1:])
			p.ground = true
			i += used
		default:
			p.one(n)
		}
	}
}

// one applies one SGR parameter. Hidden text (8) and blinking are ignored.
func (p *textStyle) one(n int) {
	switch {
	case n == 0:
		*p = textStyle{}
	case n == 1:
		p.bold = true
	case n == 2:
		p.faint = true
	case n == 3:
		p.italic = true
	case n == 4:
		p.line = true
	case n == 7:
		p.ground = true
	case n == 9:
		p.crossed = true
	case n == 22:
		p.bold, p.faint = false, false
	case n == 23:
		p.italic = false
	case n == 24:
		p.line = false
	case n == 27, n == 49:
		p.ground = false
	case n == 29:
		p.crossed = false
	case n >= 30 && n <= 37:
		p.colour = basic(n - 30)
	case n >= 90 && n <= 97:
		p.colour = basic(n - 90)
	case n == 39:
		p.colour = 0
	case n >= 40 && n <= 47, n >= 100 && n <= 107:
		p.ground = true
	}
}

// basic maps one of the eight terminal colours to the palette. Black and white become the text
// colour.
func basic(n int) byte {
	if n == 0 || n == 7 {
		return 8
	}
	return byte(n)
}

// extended parses the parameters after 38 or 48, which are 5;n or 2;r;g;b. It returns the nearest
// palette colour and the number of parameters used.
func extended(list []string) (colour byte, used int) {
	number := func(i int) int {
		if i >= len(list) {
			return 0
		}
		n, err := strconv.Atoi(list[i])
		if err != nil || n < 0 || n > 255 {
			return 0
		}
		return n
	}
	switch number(0) {
	case 5:
		return indexed(number(1)), min(2, len(list))
	case 2:
		return nearest(number(1), number(2), number(3)), min(4, len(list))
	}
	return 0, min(1, len(list))
}

// indexed returns the palette colour nearest to colour n of xterm's 256-colour table.
func indexed(n int) byte {
	switch {
	case n < 16:
		return basic(n % 8)
	case n >= 232:
		return 8
	}
	n -= 16
	return nearest(n/36*51, n/6%6*51, n%6*51)
}

// nearest returns the palette colour with the most similar hue, or grey for a colour with little
// saturation.
func nearest(r, g, b int) byte {
	lo, hi := min(r, g, b), max(r, g, b)
	if hi-lo < 40 {
		return 8
	}
	half := (lo + hi) / 2
	return basic(btoi(r > half) | btoi(g > half)<<1 | btoi(b > half)<<2)
}

// sequenceMost is the maximum length in bytes of an escape sequence.
const sequenceMost = 48

// csi parses a control sequence after "ESC [" and returns its parameters, final byte and length;
// the length is 0 if the sequence is invalid.
func csi(s string) (params string, final byte, size int) {
	i := 0
	for i < len(s) && i < sequenceMost && s[i] >= 0x30 && s[i] <= 0x3f {
		i++
	}
	end := i
	for i < len(s) && i < sequenceMost && s[i] >= 0x20 && s[i] <= 0x2f {
		i++
	}
	if i >= len(s) || i >= sequenceMost || s[i] < 0x40 || s[i] > 0x7e {
		return "", 0, 0
	}
	if end < i {
		return "", 0, i + 1 // a sequence with an intermediate byte is not SGR
	}
	return s[:end], s[i], i + 1
}

// ansi renders one line of terminal output and returns the style at its end. Only SGR sequences are
// applied. Other control sequences are made visible, so that no output is hidden.
func (o *out) ansi(s string, p textStyle) textStyle {
	for s != "" {
		esc := strings.IndexByte(s, 0x1b)
		if esc < 0 {
			o.styled(s, p)
			return p
		}
		o.styled(s[:esc], p)
		s = s[esc:]
		if len(s) < 2 || s[1] != '[' {
			o.text(s[:1])
			s = s[1:]
			continue
		}
		params, final, size := csi(s[2:])
		switch {
		case size == 0:
			o.text(s[:1])
			s = s[1:]
			continue
		case final == 'm' && strings.Trim(params, "0123456789;:") == "":
			p.set(params)
		default:
			o.raw(`<span class="ctl" title="escape sequence that is not obeyed">ESC`)
			o.text(s[1 : 2+size])
			o.raw(`</span>`)
		}
		s = s[2+size:]
	}
	return p
}

func (o *out) styled(s string, p textStyle) {
	if s == "" {
		return
	}
	class := p.class()
	if class == "" {
		o.text(s)
		return
	}
	o.raw(`<span class="`, class, `">`)
	o.text(s)
	o.raw(`</span>`)
}
