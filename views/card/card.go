// Package card draws the preview images of boards and comparisons for links on other sites. An
// image is 1200 by 630 pixels and shows the result, a chart and a footer.
package card

import (
	"bytes"
	_ "embed"
	"fmt"
	"image"
	"image/color"
	"image/draw"
	"image/png"
	"math"
	"strings"
	"sync"

	"golang.org/x/image/font"
	"golang.org/x/image/font/opentype"
	"golang.org/x/image/font/sfnt"
	"golang.org/x/image/math/fixed"

	"github.com/clawatlas/clawatlas/results/words"
	"github.com/clawatlas/clawatlas/views/fingerprint"
)

const (
	Width  = 1200
	Height = 630
)

const (
	margin  = 56
	right   = Width - margin
	footTop = 541 // y coordinate of the line above the footer
	bodyEnd = 516
)

// Colours of the light theme in static/app.css. A test checks that they are equal.
var (
	ink    = color.RGBA{0x1a, 0x1a, 0x18, 0xff}
	ink2   = color.RGBA{0x4a, 0x4a, 0x46, 0xff}
	ink3   = color.RGBA{0x6a, 0x6a, 0x65, 0xff}
	paper  = color.RGBA{0xfd, 0xfd, 0xfc, 0xff}
	paper2 = color.RGBA{0xf3, 0xf3, 0xef, 0xff}
	line   = color.RGBA{0xdc, 0xdc, 0xd6, 0xff}
	grid   = color.RGBA{0xe6, 0xe6, 0xe0, 0xff}
	solid  = color.RGBA{0x23, 0x23, 0x1f, 0xff}
	hollow = color.RGBA{0xb6, 0x32, 0x2b, 0xff}
	bars   = color.RGBA{0x8b, 0x8b, 0x84, 0xff}
)

type Card struct {
	Title string // result, at most two lines
	Sub   string // support for the result (value, interval, sample size), at most two lines
	Body  Forest
	Foot  Foot
}

// Foot is the footer of a card: counts, URL and date of the last change. Long texts are truncated.
type Foot struct{ Count, Address, Date string }

func (x Card) Alt() string { return clean(strings.TrimSpace(x.Title + ". " + x.Sub)) }

func (x Card) PNG() ([]byte, error) {
	p, err := newPen()
	if err != nil {
		return nil, err
	}
	c := &canvas{pen: p, img: image.NewRGBA(image.Rect(0, 0, Width, Height))}
	draw.Draw(c.img, c.img.Rect, image.NewUniform(paper), image.Point{}, draw.Src)
	c.rect(ink, 0, 0, Width, 12)
	y := 101.0
	for _, l := range c.wrap(style{44, true}, clean(x.Title), right-margin, 2) {
		c.text(style{44, true}, ink, margin, y, l)
		y += 52
	}
	y -= 9
	for _, l := range c.wrap(style{24, false}, clean(x.Sub), right-margin, 2) {
		c.text(style{24, false}, ink2, margin, y, l)
		y += 32
	}
	if len(x.Body.Rows) > 0 {
		x.Body.draw(c, y-8)
	}
	c.foot(x.Foot)
	var b bytes.Buffer
	if err := png.Encode(&b, few(c.img)); err != nil {
		return nil, fmt.Errorf("card: %w", err)
	}
	return b.Bytes(), nil
}

// few converts an image to a palette of at most 256 colours, which makes the PNG file about two
// thirds smaller. It returns the image unchanged if it has too many colours.
func few(img *image.RGBA) image.Image {
	out := image.NewPaletted(img.Rect, color.Palette{ink, ink2, ink3, paper, paper2, line, grid, solid, hollow, bars})
	index := map[color.RGBA]uint8{}
	for i, c := range out.Palette {
		index[c.(color.RGBA)] = uint8(i)
	}
	for i := range out.Pix {
		p := img.Pix[4*i : 4*i+4 : 4*i+4]
		c := color.RGBA{p[0], p[1], p[2], p[3]}
		k, known := index[c]
		if !known {
			c = color.RGBA{p[0] &^ 7, p[1] &^ 7, p[2] &^ 7, p[3]}
			if k, known = index[c]; !known {
				if len(out.Palette) == 256 {
					return img
				}
				k = uint8(len(out.Palette))
				out.Palette, index[c] = append(out.Palette, c), k
			}
		}
		out.Pix[i] = k
	}
	return out
}

func (c *canvas) foot(f Foot) {
	c.rect(line, margin, footTop, right-margin, 1)
	const cell, pitch = 6, 7
	for y, row := range fingerprint.Window {
		for x, k := range row {
			left, top := margin+float64(x*pitch), 560+float64(y*pitch)
			if k == '#' {
				c.rect(solid, left, top, cell, cell)
			} else {
				c.rect(hollow, left, top, cell, cell)
				c.rect(paper, left+1, top+1, cell-2, cell-2)
			}
		}
	}
	name := style{26, true}
	c.text(name, ink, margin+48, 586, "ClawAtlas")
	var parts []string
	for _, part := range []string{f.Count, f.Address, f.Date} {
		if part != "" {
			parts = append(parts, clean(part))
		}
	}
	s := style{22, false}
	c.textEnd(s, ink2, right, 585, c.fit(s, strings.Join(parts, " · "), right-margin-48-c.width(name, "ClawAtlas")-40))
}

type canvas struct {
	*pen
	img *image.RGBA
}

func (c *canvas) rect(ink color.Color, x, y, w, h float64) {
	at := func(v float64) int { return int(math.Round(v)) }
	draw.Draw(c.img, image.Rect(at(x), at(y), at(x+w), at(y+h)), image.NewUniform(ink), image.Point{}, draw.Src)
}

// Forest is a chart of systems with their intervals on one scale.
type Forest struct {
	Rows  []ForestRow // rows; at most ForestMost are shown
	Ticks []Tick
}

const ForestMost = 8

// ForestRow is the row of one system. Positions on the scale are fractions from 0 (left) to 1
// (right).
type ForestRow struct {
	Name, Value string
	At          *float64 // position of the value; nil if off the scale or missing
	Lo, Hi      *float64 // ends of the interval, clipped to the scale; nil without an interval
	Hollow      bool     // true for a reported result without records
	Tied        bool     // true if tied with the leader
}

type Tick struct {
	At    float64
	Label string
}

func (f Forest) draw(c *canvas, top float64) {
	const to = 1000
	rows := f.Rows[:min(len(f.Rows), ForestMost)]
	from := 400.0 // narrower plot for long names
	tied := 0.0
	for _, r := range rows {
		from = max(from, min(760, margin+32+c.width(style{22, r.Tied}, clean(r.Name))))
		if r.Tied {
			tied++
		}
	}
	high := min(36, (bodyEnd-6-top)/float64(max(1, len(rows))))
	at := func(share float64) float64 { return from + share*(to-from) }
	end := top + float64(len(rows))*high
	c.rect(paper2, margin, top, right-margin, tied*high)
	for _, t := range f.Ticks {
		c.rect(grid, at(t.At), top-3, 1, end-top+6)
		s := style{19, false}
		c.text(s, ink3, at(t.At)-c.width(s, t.Label)/2, end+22, t.Label)
	}
	for i, r := range rows {
		y := top + (float64(i)+.5)*high
		s := style{22, r.Tied}
		c.text(s, ink, margin+12, y+8, c.fit(s, clean(r.Name), from-margin-32))
		c.textEnd(s, ink, right-12, y+8, r.Value)
		if r.Lo != nil && r.Hi != nil {
			c.rect(bars, at(*r.Lo), y-5, at(*r.Hi)-at(*r.Lo), 10)
		}
		if r.At != nil {
			c.rect(ink, at(*r.At)-7, y-7, 14, 14)
			if r.Hollow {
				c.rect(paper, at(*r.At)-5, y-5, 10, 10)
			}
		}
	}
}

// The Inter fonts with Latin characters only (SIL Open Font License, see fonts/README.md). Other
// characters are drawn as question marks.
var (
	//go:embed fonts/inter-latin-400.ttf
	regularFile []byte
	//go:embed fonts/inter-latin-700.ttf
	boldFile []byte
)

// typefaces parses the regular and the bold font once.
var typefaces = sync.OnceValues(func() (faces [2]*sfnt.Font, err error) {
	for i, data := range [][]byte{regularFile, boldFile} {
		if faces[i], err = opentype.Parse(data); err != nil {
			return faces, fmt.Errorf("read font: %w", err)
		}
	}
	return faces, nil
})

type style struct {
	size float64 // px
	bold bool
}

// pen measures and draws text. It is not safe for concurrent use, because font.Face is not.
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

// textMost is the maximum length of a drawn text, in characters.
const textMost = 400

// clean returns the text as one line of at most textMost characters, with invisible characters made
// visible.
func clean(text string) string {
	text = strings.Join(strings.FieldsFunc(words.Plain(text), func(r rune) bool { return r == ' ' || r == '\n' || r == '\t' }), " ")
	text = strings.ReplaceAll(text, "\u202f", "\u00a0") // the fonts do not contain the narrow no-break space
	if list := []rune(text); len(list) > textMost {
		return string(list[:textMost-1]) + "…"
	}
	return text
}

// drawn replaces characters missing from the fonts by question marks.
func (p *pen) drawn(text string) string {
	return strings.Map(func(r rune) rune {
		if i, err := p.fonts[0].GlyphIndex(&p.buf, r); err != nil || i == 0 {
			return '?'
		}
		return r
	}, text)
}

func (p *pen) width(s style, text string) float64 {
	return float64(font.MeasureString(p.face(s), p.drawn(text))) / 64
}

func (c *canvas) text(s style, ink color.Color, x, y float64, text string) {
	d := font.Drawer{Dst: c.img, Src: image.NewUniform(ink), Face: c.face(s),
		Dot: fixed.Point26_6{X: fixed.Int26_6(x * 64), Y: fixed.Int26_6(y * 64)}}
	d.DrawString(c.drawn(text))
}

func (c *canvas) textEnd(s style, ink color.Color, x, y float64, text string) {
	c.text(s, ink, x-c.width(s, text), y, text)
}

// fit truncates a line to a width in pixels and appends an ellipsis if it was too long.
func (p *pen) fit(s style, text string, width float64) string {
	list, cut := []rune(text), text
	for p.width(s, cut) > width && len(list) > 0 {
		list = list[:len(list)-1]
		cut = strings.TrimRight(string(list), " ,;:·") + "…"
	}
	return cut
}

// wrap breaks a text at spaces into at most most lines and truncates each line to the width.
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

// Set truncates a text to a maximum width in pixels and returns the truncated text with its width.
func Set(text string, size, most float64) (cut string, width float64, err error) {
	p, err := newPen()
	if err != nil {
		return "", 0, err
	}
	s := style{size: size}
	cut = p.fit(s, clean(text), most)
	return cut, p.width(s, cut), nil
}
