package card

// Told is a finding and the words of the record that it stands on.
type Told struct {
	Text   string
	Quotes Lines
}

func (t Told) draw(c *canvas, top float64) {
	n := len(c.wrap(proseStyle, clean(t.Text), right-margin, 3))
	Prose(t.Text).lines(c, top, n)
	t.Quotes.draw(c, top+36+float64(n)*proseHigh)
}

// Prose is the beginning of a text.
type Prose string

const proseHigh = 42

var proseStyle = style{28, false}

func (p Prose) draw(c *canvas, top float64) { p.lines(c, top, int((bodyEnd-top-20)/proseHigh)) }

func (p Prose) lines(c *canvas, top float64, most int) {
	for i, l := range c.wrap(proseStyle, clean(string(p)), right-margin, most) {
		c.text(proseStyle, ink, margin, top+52+float64(i)*proseHigh, l)
	}
}
