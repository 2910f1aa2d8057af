package chart

// phoneOf is a drawing as a phone shows it.
func phoneOf(c Drawing) figure {
	f, _ := c.figure(Phone)
	return f
}

func (c Lines) name() string   { return c.Title }
func (c Scatter) name() string { return c.Title }
