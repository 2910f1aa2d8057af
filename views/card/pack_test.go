package card

import (
	"bytes"
	"image"
	"image/color"
	"image/png"
	"math/rand/v2"
	"testing"

	"github.com/clawatlas/clawatlas/results/must"
)

// TestPack: other readers find in a packed picture the colour of the palette that is
// nearest to each pixel, as Palette.Index has it, also when rows and pictures before
// it had others.
func TestPack(t *testing.T) {
	var p packer
	rnd := rand.New(rand.NewPCG(1, 2))
	for _, palette := range []color.Palette{{paper}, {paper, ink}, colours()} {
		img := image.NewRGBA(image.Rect(0, 0, 61, 40))
		for y := range 40 {
			for x := range 61 {
				c := color.RGBA{uint8(rnd.IntN(256)), uint8(rnd.IntN(256)), uint8(rnd.IntN(256)), 255}
				if x > 30 {
					c = color.RGBA{uint8(x), uint8(x), uint8(x), 255}
				}
				if y%3 > 0 { // rows that are as the one before
					c = img.RGBAAt(x, y-1)
				}
				img.SetRGBA(x, y, c)
			}
		}
		data := must.Get(p.pack(img, palette))(t)
		got, err := png.Decode(bytes.NewReader(data))
		if err != nil || got.Bounds() != img.Bounds() {
			t.Fatal(got.Bounds(), err)
		}
		for y := range 40 {
			for x := range 61 {
				if want := palette.Convert(img.At(x, y)); got.At(x, y) != want {
					t.Fatalf("%d colours: %v at %d, %d, want %v", len(palette), got.At(x, y), x, y, want)
				}
			}
		}
	}
}

// TestDrawnAgain: a picture is the same whatever was drawn before in its place.
func TestDrawnAgain(t *testing.T) {
	first := map[string][]byte{}
	for range 2 {
		for name, c := range cards() {
			data, err := c.PNG()
			if err != nil {
				t.Fatal(name, err)
			}
			if first[name] == nil {
				first[name] = data
			} else if !bytes.Equal(data, first[name]) {
				t.Errorf("%s: other bytes", name)
			}
		}
	}
}

// TestGlyphsBetweenPixels: letters that are kept are those of their place within a
// pixel, to the left and above the picture too.
func TestGlyphsBetweenPixels(t *testing.T) {
	fresh := func() *canvas {
		p := must.Get(newPen())(t)
		return &canvas{pen: p, img: image.NewRGBA(image.Rect(0, 0, 90, 40)), glyphs: map[glyphAt]glyph{}}
	}
	kept := fresh()
	for _, at := range [][2]float64{{4, 30}, {4.5, 30}, {4, 30.5}, {4.25, 30.75}, {-3.5, 4.25}, {4, 30}} {
		for _, s := range []style{{24, true}, {24, false}, {12, false}} {
			one := fresh()
			clear(kept.img.Pix)
			end, want := kept.text(s, ink, at[0], at[1], "Affe 模"), one.text(s, ink, at[0], at[1], "Affe 模")
			if end != want || !bytes.Equal(kept.img.Pix, one.img.Pix) {
				t.Errorf("%v at %v: ends at %v, want %v, or has other pixels", s, at, end, want)
			}
		}
	}
}
