package fingerprint

import (
	"context"
	"crypto/sha256"
	"encoding/base64"
	"strings"
)

// sheet colours a picture that stands by itself, light and dark. The values are
// those of the custom properties of static/app.css, which a picture cannot see;
// TestSheet holds them together.
const sheet = `.g{fill:#fdfdfc}.fp-p{fill:#23231f}.fp-f,.fp-n,.fp-t,.fp-e,.fp-x{fill:none;stroke-width:1.2}` +
	`.fp-f{stroke:#b6322b}.fp-n{stroke:#5b646f}.fp-t{stroke:#8d5e05}.fp-tq{fill:#8d5e05}.fp-e{stroke:#7a41af}.fp-eb{fill:#7a41af}` +
	`.fp-j,.fp-m{fill:#6c6c69}.fp-u,.fp-s{fill:#4a4a46}text{font:11px system-ui,sans-serif;fill:#6a6a65}.c{font-weight:600;fill:#1a1a18}` +
	`@media(prefers-color-scheme:dark){.g{fill:#131312}.fp-p{fill:#d6d6cf}.fp-f{stroke:#f87f71}.fp-n{stroke:#9ba6b1}.fp-t{stroke:#e0ae57}` +
	`.fp-tq{fill:#e0ae57}.fp-e{stroke:#bf93f1}.fp-eb{fill:#bf93f1}.fp-j,.fp-m{fill:#999895}.fp-u,.fp-s{fill:#bdbdb6}text{fill:#9a9a93}.c{fill:#eeeee9}}`

// Policy lets a picture have its own sheet, by its digest, and nothing else: no
// script runs in it and it loads nothing, wherever it is shown.
var Policy = "default-src 'none'; style-src 'sha256-" + digest(sheet) + "'"

func digest(text string) string {
	sum := sha256.Sum256([]byte(text))
	return base64.StdEncoding.EncodeToString(sum[:])
}

// Caption are the words under a picture that stands by itself.
type Caption struct {
	System    string // what ran
	Benchmark string // on what
	Scripted  bool   // by a scripted agent, not by a model
}

// File is the picture of a run that other sites embed: the field with the names
// of the scenarios, and under it what it shows.
func File(r Run, c Caption) (string, error) {
	f := newField(r, true)
	var b strings.Builder
	err := picture(f, f.lines(c)).Render(context.Background(), &b)
	return b.String(), err
}

// lines are the caption.
func (f field) lines(c Caption) []string {
	list := []string{c.System, c.Benchmark + ": " + f.Outcome()}
	if c.Scripted {
		list = append(list, "Made by a scripted agent, not by a model")
	}
	if text := strings.TrimSpace(f.coarse()); text != "" {
		list = append(list, text)
	}
	return list
}

// framed is a field with room around it and for its caption.
type framed struct {
	field
	lines []string
}

// Room around a picture, and between the lines of its caption.
const (
	margin   = 10
	leading  = 16
	charWide = 6.6 // of text of 11 px, in a wide font
)

func (f framed) w() float64 {
	w := f.field.w()
	for _, line := range f.lines {
		w = max(w, charWide*float64(len([]rune(line))))
	}
	return w + 2*margin
}

func (f framed) h() float64 { return f.field.h() + 2*margin + leading*float64(len(f.lines)) }

func (f framed) viewBox() string { return "0 0 " + text(f.w()) + " " + text(f.h()) }

// lineY is the ground line of the ith line of the caption.
func (f framed) lineY(i int) string {
	return text(margin + f.field.h() + leading*(float64(i)+.8))
}
