package fingerprint

import (
	"context"
	"crypto/sha256"
	"encoding/base64"
	"strings"

	"github.com/clawatlas/clawatlas/static"
)

// sheet colours a picture that stands by itself, light and dark, on its own ground.
var sheet = static.Picture(`.g{fill:var(--paper)}.fp-p{fill:var(--fp)}.fp-f,.fp-n,.fp-t,.fp-e,.fp-x{fill:none;stroke-width:1.2}`+
	`.fp-f{stroke:var(--fp-fail)}.fp-n{stroke:var(--none)}.fp-t{stroke:var(--timeout)}.fp-tq{fill:var(--timeout)}.fp-e{stroke:var(--error)}.fp-eb{fill:var(--error)}`+
	`.fp-j,.fp-m{fill:var(--missing)}.fp-u,.fp-s{fill:var(--ink-2)}text{font:11px var(--sans);fill:var(--ink-3)}.c{font-weight:600;fill:var(--ink)}`, "")

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
