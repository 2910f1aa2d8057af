package otel

import (
	"bytes"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"io"
	"strings"

	"github.com/go-json-experiment/json/jsontext"
)

// walk takes the spans of one file.
type walk struct {
	f     *forest
	at    place // of the next span or record
	warn  func(line int, message string)
	skip  func(line int, text []byte) bool // lines that were read before
	texts map[string]string                // so that what each span repeats is in memory once
	told  map[string]bool                  // warnings that can come with every span

	spans   []*span // of the document that is being read
	records []*record
}

// read takes the spans of a document.
func (w *walk) read(dec *jsontext.Decoder) error {
	p := &parser{span: w.span, log: w.record}
	err := p.document(dec, nil, 0)
	for _, s := range w.spans {
		if s.resource.names == nil {
			s.resource = s.about.res(s.process)
		}
		s.service, s.version = s.resource.text("service.name"), s.resource.text("service.version")
		w.f.add(s)
	}
	for _, x := range w.records {
		x.resource = x.about.res("")
		w.f.addRecord(x)
	}
	w.spans, w.records = nil, nil
	return err
}

func (w *walk) span(v value, f *frame) {
	at := w.at
	w.at.n++
	if w.f.wanted != nil && !w.f.wanted[at] {
		return
	}
	read := spanOf
	if isObservation(v) {
		read = observationOf
	}
	s := read(v, f)
	s.at = at
	if s.span == "" { // a template, or a broken exporter
		sum := sha256.Sum256(v.json())
		s.content = hex.EncodeToString(sum[:])
	}
	for _, name := range s.attrs.twice {
		w.warnOnce(fmt.Sprintf("attribute %s is stated twice and differently: it counts as not recorded", name))
	}
	for _, what := range s.odd {
		w.warnOnce(what + " is no count of tokens: it counts as not recorded")
	}
	if s.kind == kindOther && !s.mayBeTool {
		s.forget()
	}
	w.share(s)
	w.spans = append(w.spans, s)
}

// warnOnce warns once for all spans of a file.
func (w *walk) warnOnce(message string) {
	if w.told == nil {
		w.told = map[string]bool{}
	}
	if !w.told[message] && len(w.told) < 100 {
		w.told[message] = true
		w.warn(w.at.line, message)
	}
}

// forget drops what nobody asks of plumbing.
func (s *span) forget() {
	kept := attrs{}
	for _, name := range s.attrs.names {
		if strings.HasPrefix(name, "gen_ai.usage.input") || strings.Contains(name, "metadata") ||
			strings.HasSuffix(name, "session.id") || name == "gen_ai.conversation.id" {
			kept.set(name, s.attrs.values[name])
		}
	}
	s.attrs = kept
}

// share keeps equal texts once: each model call repeats the conversation.
func (w *walk) share(s *span) {
	if w.texts == nil {
		w.texts = map[string]string{}
	}
	one := func(t *string) {
		if len(*t) < 32 {
			return
		}
		if known, ok := w.texts[*t]; ok {
			*t = known
		} else {
			w.texts[*t] = *t
		}
	}
	for i := range s.in {
		m := &s.in[i]
		one(&m.text)
		one(&m.reasoning)
		if m.result != nil {
			one(&m.result.text)
		}
		for j := range m.media {
			one(&m.media[j].data)
		}
	}
	for name := range s.attrs.taken { // it is in the step
		s.attrs.values[name] = value{}
	}
}

func (w *walk) record(v value, f *frame) {
	x := recordOf(v, f)
	x.place = w.at
	w.at.n++
	w.records = append(w.records, x)
}

// lines reads a file that has a document on each line. A line that cannot be read
// costs itself; one that stands there twice counts once.
func (w *walk) lines(l lineSource) {
	for {
		line, n, err := l.Next()
		if errors.Is(err, io.EOF) {
			return
		}
		w.at.line, w.at.n = n, 0
		if err != nil {
			w.warn(n, err.Error())
			return
		}
		if len(bytes.TrimSpace(line)) == 0 || w.skip(n, line) {
			continue
		}
		if err := w.read(decoder(line)); err != nil {
			w.warn(n, "the line cannot be read and is left out from there on: "+err.Error())
		}
	}
}

type lineSource interface {
	Next() (line []byte, n int, err error)
}

// document reads a file that is one document.
func (w *walk) document(data []byte) {
	dec := decoder(data)
	err := w.read(dec)
	if err == nil {
		if _, err = dec.ReadToken(); errors.Is(err, io.EOF) {
			return
		}
		err = errors.New("something follows the document")
	}
	at := min(int(dec.InputOffset()), len(data))
	w.warn(1+bytes.Count(data[:at], []byte{'\n'}), "the file cannot be read to its end, what comes before counts: "+err.Error())
}
