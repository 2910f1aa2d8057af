package card

import (
	"embed"
	"fmt"
	"strings"
	"sync"
	"unicode"

	"golang.org/x/image/font"
	"golang.org/x/image/font/opentype"
	"golang.org/x/image/font/sfnt"
	"golang.org/x/image/math/fixed"
	"golang.org/x/text/unicode/norm"

	"github.com/clawatlas/clawatlas/results/words"
)

// The fonts are cut from Inter (Latin, Greek, Cyrillic) and Noto Sans SC (the
// characters of GB 2312's first level), both under the SIL Open Font License, so
// that a card looks the same on every machine: fonts/README.md.
//
//go:embed fonts/*.ttf
var fontFiles embed.FS

// typeface is a font as a chain: of each character the first that has it.
type typeface []*sfnt.Font

// typefaces are the regular and the bold one; they are read once.
var typefaces = sync.OnceValues(func() (faces [2]typeface, err error) {
	for i, weight := range []string{"400", "700"} {
		for _, name := range []string{"inter-latin-" + weight, "inter-latin-ext-" + weight, "inter-greek-" + weight,
			"inter-cyrillic-" + weight, "noto-sans-sc-400"} {
			data, err := fontFiles.ReadFile("fonts/" + name + ".ttf")
			if err != nil {
				return faces, fmt.Errorf("read font: %w", err)
			}
			f, err := opentype.Parse(data)
			if err != nil {
				return faces, fmt.Errorf("read font %s: %w", name, err)
			}
			faces[i] = append(faces[i], f)
		}
	}
	return faces, nil
})

// style is how a line is set.
type style struct {
	size float64 // px
	bold bool
}

// pen sets text. It is for one drawing: a font's face is not for several at once.
type pen struct {
	faces [2]typeface
	open  map[openFace]font.Face
	buf   sfnt.Buffer
}

type openFace struct {
	font *sfnt.Font
	size float64
}

func newPen() (*pen, error) {
	faces, err := typefaces()
	return &pen{faces: faces, open: map[openFace]font.Face{}}, err
}

// face is that of a character, nil where no font has it.
func (p *pen) face(s style, r rune) font.Face {
	chain := p.faces[0]
	if s.bold {
		chain = p.faces[1]
	}
	for _, f := range chain {
		if i, err := f.GlyphIndex(&p.buf, r); err != nil || i == 0 {
			continue
		}
		key := openFace{f, s.size}
		if p.open[key] == nil {
			face, err := opentype.NewFace(f, &opentype.FaceOptions{Size: s.size, DPI: 72})
			if err != nil {
				return nil
			}
			p.open[key] = face
		}
		return p.open[key]
	}
	return nil
}

// textMost is how much of a text is set at all, in characters: more than a card
// has room for.
const textMost = 400

// clean is a text as it is set: one line, with what acts unseen made visible, and
// letters with their accents as one character.
func clean(text string) string {
	text = norm.NFC.String(strings.Join(strings.FieldsFunc(words.Plain(text),
		func(r rune) bool { return r == ' ' || r == '\n' || r == '\t' }), " "))
	text = strings.ReplaceAll(text, "\u202f", "\u00a0") // the fonts have no narrow one
	list := []rune(text)
	if len(list) > textMost {
		list = append(list[:textMost-1], '…')
	}
	return string(list)
}

// box is the width of the square that stands for a character without a letter.
func (s style) box() float64 { return s.size * .6 }

// advance is how far a character moves the pen.
func (p *pen) advance(s style, r rune) float64 {
	if unicode.Is(unicode.Mn, r) { // would lie upon the letter before it
		return s.box()
	}
	f := p.face(s, r)
	if f == nil {
		return s.box()
	}
	a, _ := f.GlyphAdvance(r)
	return px(a)
}

func px(x fixed.Int26_6) float64 { return float64(x) / 64 }

// width is that of a line in px.
func (p *pen) width(s style, text string) float64 {
	w := 0.0
	for _, r := range text {
		w += p.advance(s, r)
	}
	return w
}

// fit cuts a line to a width, with an ellipsis for what is left out.
func (p *pen) fit(s style, text string, width float64) string {
	if p.width(s, text) <= width {
		return text
	}
	list, room := []rune(text), width-p.advance(s, '…')
	for i, r := range list {
		if room -= p.advance(s, r); room < 0 {
			return strings.TrimRight(string(list[:i]), " ,;:·") + "…"
		}
	}
	return text
}

// wrap breaks a text at its spaces into at most a number of lines, the last of
// which is cut. A word that is longer than a line is broken anywhere.
func (p *pen) wrap(s style, text string, width float64, most int) []string {
	var lines []string
	line := ""
	for _, word := range strings.Split(text, " ") {
		for next := ""; word != ""; word = next {
			next = ""
			with := word
			if line != "" {
				with = line + " " + word
			}
			switch {
			case p.width(s, with) <= width:
				line = with
			case line != "":
				lines, line, next = append(lines, line), "", word
			default:
				n := max(1, p.most(s, word, width))
				list := []rune(word)
				line, next = string(list[:n]), string(list[n:])
			}
		}
	}
	if line != "" {
		lines = append(lines, line)
	}
	if len(lines) > most {
		rest := strings.Join(lines[most-1:], " ")
		lines = append(lines[:most-1], p.fit(s, rest, width))
	}
	return lines
}

// most is how many characters of a word a line has room for.
func (p *pen) most(s style, word string, width float64) int {
	n := 0
	for _, r := range word {
		if width -= p.advance(s, r); width < 0 {
			break
		}
		n++
	}
	return n
}

// balance is wrap with lines of about the same length.
func (p *pen) balance(s style, text string, width float64, most int) []string {
	lines := p.wrap(s, text, width, most)
	for w := width * .97; len(lines) > 1 && w > width/3; w *= .97 {
		next := p.wrap(s, text, w, most+1)
		if len(next) > len(lines) {
			break
		}
		lines = next
	}
	return lines
}

// Set is a text as it is set in one line of the regular font: cut to a width, and
// how wide it is.
func Set(text string, size, most float64) (cut string, width float64, err error) {
	p, err := newPen()
	if err != nil {
		return "", 0, err
	}
	s := style{size: size}
	cut = p.fit(s, clean(text), most)
	return cut, p.width(s, cut), nil
}
