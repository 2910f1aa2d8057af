package chart

import (
	"context"
	"crypto/sha256"
	"encoding/base64"
	"slices"
	"strings"
)

// Named is a chart that can be taken away from its page: as a picture, and its
// numbers as CSV.
type Named struct {
	ID       string // unique on its page
	Drawing  Drawing
	SVG, CSV string // addresses; empty where only a server could answer them
}

// Collected are the charts of a page that is rendered to find one of them.
type Collected struct{ list []Named }

type collectedKey struct{}

// Collecting notes the charts of what is rendered with the context.
func Collecting(ctx context.Context) (context.Context, *Collected) {
	c := &Collected{}
	return context.WithValue(ctx, collectedKey{}, c), c
}

// collect notes a chart where they are noted. It returns nothing to be shown.
func collect(ctx context.Context, n Named) string {
	if c, ok := ctx.Value(collectedKey{}).(*Collected); ok {
		c.list = append(c.list, n)
	}
	return ""
}

// Find is the drawing of a chart that has one.
func (c *Collected) Find(id string) (Drawing, bool) {
	i := slices.IndexFunc(c.list, func(n Named) bool { return n.ID == id })
	if i < 0 {
		return nil, false
	}
	_, ok := c.list[i].Drawing.figure(Wide)
	return c.list[i].Drawing, ok
}

// IDs are the charts that were found, in their order.
func (c *Collected) IDs() []string {
	var list []string
	for _, n := range c.list {
		list = append(list, n.ID)
	}
	return list
}

// sheet colours a chart that stands by itself. The values are the light ones of
// static/app.css: a picture that is printed or pasted has its ground with it.
const sheet = `text{font:12px ui-sans-serif,system-ui,"Segoe UI",Roboto,"Liberation Sans",Arial,sans-serif;fill:#4a4a46;paint-order:stroke;stroke:#fdfdfc;stroke-width:3px;stroke-linejoin:round}` +
	`.g{fill:#fdfdfc}.h{font-size:14px;font-weight:600;fill:#1a1a18}.tick,.axis,.foot{fill:#6a6a65}.row,.name{fill:#1a1a18}.other{fill:#4a4a46}` +
	`.grid{stroke:#dcdcd6}.base,.lead{stroke:#6a6a65}.update{stroke:#6a6a65;fill:none;stroke-dasharray:1 3}` +
	`.s0{color:#6a6a65}.s1{color:#125ca1}.s2{color:#a84811}.s3{color:#047463}.s4{color:#6d41a9}.s5{color:#ab2368}.s6{color:#676815}.s7{color:#3a6170}.s8{color:#764d30}` +
	`.name.s1,.name.s2,.name.s3,.name.s4,.name.s5,.name.s6,.name.s7,.name.s8{fill:currentColor}` +
	`.ln{fill:none;stroke:currentColor;stroke-width:2;stroke-linejoin:round}.ln.s0{stroke:#cfcfc8;stroke-width:1}.band{fill:currentColor;fill-opacity:.2}` +
	`.range{stroke:currentColor;stroke-opacity:.36;stroke-width:5}.ci{stroke:#8b8b84;stroke-width:3}.pt{fill:currentColor;stroke:#fdfdfc}.pt.hollow{fill:#fdfdfc;stroke:currentColor;stroke-width:1.5}` +
	`.dot{fill:#6a6a65;stroke:#fdfdfc}.dot.front{fill:#1a1a18}.dot.hollow{fill:#fdfdfc;stroke:#6a6a65;stroke-width:1.5}.dot.front.hollow{stroke:#1a1a18}` +
	`.frontier{fill:none;stroke:#4a4a46;stroke-width:1.5;stroke-dasharray:1.5 3}.bar{fill:#4a8bcc}.bar.s1,.bar.s2,.bar.s3,.bar.s4,.bar.s5,.bar.s6,.bar.s7,.bar.s8{fill:currentColor}` +
	`.quiet{fill:#f3f3ef}.task{fill:#23231f;fill-opacity:.55}.doubt{fill:#fdfdfc;stroke:#b6322b;stroke-width:1.6}` +
	`.fb{stroke:#8b8b84;stroke-width:4}.fb.strong{stroke:#1a1a18}.fp{fill:#1a1a18}.fp.weak{fill:#8b8b84}.fp.hollow{fill:#fdfdfc;stroke:#6a6a65;stroke-width:1.5}.group{font-weight:600;fill:#1a1a18}.num{fill:#1a1a18;font-variant-numeric:tabular-nums}`

// Policy lets a picture have its own sheet, by its digest, and nothing else: no
// script, no image, no address.
var Policy = "default-src 'none'; style-src 'sha256-" + digest(sheet) + "'"

func digest(text string) string {
	sum := sha256.Sum256([]byte(text))
	return base64.StdEncoding.EncodeToString(sum[:])
}

// measures of what stands around a chart that stands by itself.
const (
	fileSide = 16.0
	fileHead = 40.0
	fileFoot = 28.0
)

// File is a drawing as a picture that stands by itself, with its title above it
// and its source below. ok is false where there is nothing to draw.
func File(c Drawing, source string) (svg string, ok bool, err error) {
	f, ok := c.figure(Wide)
	if !ok {
		return "", false, nil
	}
	var b strings.Builder
	err = alone(f, source).Render(context.Background(), &b)
	return b.String(), true, err
}
