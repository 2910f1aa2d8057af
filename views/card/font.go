package card

import (
	_ "embed"
	"fmt"
	"image"
	"image/color"
	"strings"
	"sync"

	"golang.org/x/image/font"
	"golang.org/x/image/font/opentype"
	"golang.org/x/image/font/sfnt"
	"golang.org/x/image/math/fixed"

	"github.com/clawatlas/clawatlas/results/words"
)

// The Latin letters of Inter, under the SIL Open Font License: fonts/README.md. A
// character that they do not have is drawn as a question mark.
var (
	//go:embed fonts/inter-latin-400.ttf
	regularFile []byte
	//go:embed fonts/inter-latin-700.ttf
	boldFile []byte
)

// typefaces are the regular and the bold one; they are read once.
var typefaces = sync.OnceValues(func() (faces [2]*sfnt.Font, err error) {
	for i, data := range [][]byte{regularFile, boldFile} {
		if faces[i], err = opentype.Parse(data); err != nil {
			return faces, fmt.Errorf("read font: %w", err)
		}
	}
	return faces, nil
})

// style is how a line is set.
type style struct {
	size float64 // px
	bold bool
}

// pen sets text. It is for one drawing: a face is not for several at once.
type pen struct {
	fonts [2]*sfnt.Font
	open  map[style]font.Face
	buf   sfnt.Buffer
}

func newPen() (*pen, error) {
	fonts, err := typefaces()
	return &pen{fonts: fonts, open: map[style]font.Face{}}, err
}

func (p *pen) face(s style) font.Face {
	if p.open[s] == nil {
		f := p.fonts[0]
		if s.bold {
			f = p.fonts[1]
		}
		p.open[s], _ = opentype.NewFace(f, &opentype.FaceOptions{Size: s.size, DPI: 72}) // never fails
	}
	return p.open[s]
}

// textMost is how much of a text is set at all, in characters: more than a card
// has room for.
const textMost = 400

// clean is a text as it is set: one line, with what acts unseen made visible.
func clean(text string) string {
	text = strings.Join(strings.FieldsFunc(words.Plain(text), func(r rune) bool { return r == ' ' || r == '\n' || r == '\t' }), " ")
	text = strings.ReplaceAll(text, "\u202f", "\u00a0") // the fonts have no narrow one
	if list := []rune(text); len(list) > textMost {
		return string(list[:textMost-1]) + "…"
	}
	return text
}

// drawn is a text with what the fonts have.
func (p *pen) drawn(text string) string {
	return strings.Map(func(r rune) rune {
		if i, err := p.fonts[0].GlyphIndex(&p.buf, r); err != nil || i == 0 {
			return '?'
		}
		return r
	}, text)
}

// width is that of a line in px.
func (p *pen) width(s style, text string) float64 {
	return float64(font.MeasureString(p.face(s), p.drawn(text))) / 64
}

// text sets a line from x on, on the ground line y.
func (c *canvas) text(s style, ink color.Color, x, y float64, text string) {
	d := font.Drawer{Dst: c.img, Src: image.NewUniform(ink), Face: c.face(s),
		Dot: fixed.Point26_6{X: fixed.Int26_6(x * 64), Y: fixed.Int26_6(y * 64)}}
	d.DrawString(c.drawn(text))
}

// textEnd is text that ends at x.
func (c *canvas) textEnd(s style, ink color.Color, x, y float64, text string) {
	c.text(s, ink, x-c.width(s, text), y, text)
}

// fit cuts a line to a width, with an ellipsis for what is left out.
func (p *pen) fit(s style, text string, width float64) string {
	list, cut := []rune(text), text
	for p.width(s, cut) > width && len(list) > 0 {
		list = list[:len(list)-1]
		cut = strings.TrimRight(string(list), " ,;:·") + "…"
	}
	return cut
}

// wrap breaks a text at its spaces into at most a number of lines, each of which is cut
// where it is too long.
func (p *pen) wrap(s style, text string, width float64, most int) (lines []string) {
	for _, word := range strings.Split(text, " ") {
		last := len(lines) - 1
		if last >= 0 && (last == most-1 || p.width(s, lines[last]+" "+word) <= width) {
			lines[last] += " " + word
			continue
		}
		lines = append(lines, word)
	}
	for i := range lines {
		lines[i] = p.fit(s, lines[i], width)
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
