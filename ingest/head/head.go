// Package head reads the beginning of a file, which is all that format detection may read.
package head

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"path"
	"strings"

	"golang.org/x/text/encoding"
	"golang.org/x/text/encoding/unicode"
)

// Max is the number of bytes of a file that detection reads.
const Max = 64 << 10

// Head is the beginning of a file.
type Head struct {
	Name  string
	Data  []byte // at most Max bytes, without a byte order mark
	Whole bool   // set if Data is the complete file
}

// Read reads up to Max bytes from the start of a regular file.
func Read(fsys fs.FS, name string) (Head, error) {
	f, err := fsys.Open(name)
	if err != nil {
		return Head{}, fmt.Errorf("open %s: %w", name, err)
	}
	defer f.Close()
	data := make([]byte, Max)
	n, err := io.ReadFull(f, data)
	whole := errors.Is(err, io.EOF) || errors.Is(err, io.ErrUnexpectedEOF)
	if err != nil && !whole {
		return Head{}, fmt.Errorf("read %s: %w", name, err)
	}
	if info, err := f.Stat(); err == nil && info.Size() == int64(n) {
		whole = true
	}
	data = data[:n:n]
	if utf16 := UTF16(data); utf16 != nil {
		data, _ = utf16.Bytes(data) // the last character may be incomplete
	}
	return Head{Name: name, Data: WithoutMark(data), Whole: whole}, nil
}

// UTF16 returns a decoder for text in UTF-16, as written by > in PowerShell 5. It recognises a byte
// order mark and an opening JSON bracket of two bytes. It returns nil for any other text.
func UTF16(data []byte) *encoding.Decoder {
	switch string(data[:min(len(data), 2)]) {
	case "\xff\xfe", "{\x00", "[\x00":
		return unicode.UTF16(unicode.LittleEndian, unicode.UseBOM).NewDecoder()
	case "\xfe\xff", "\x00{", "\x00[":
		return unicode.UTF16(unicode.BigEndian, unicode.UseBOM).NewDecoder()
	}
	return nil
}

// Of returns the head of a file whose content is data.
func Of(name string, data []byte) Head {
	return Head{Name: name, Data: WithoutMark(data[:min(len(data), Max)]), Whole: len(data) <= Max}
}

// Mark is the UTF-8 byte order mark that some programs write at the start of a file.
var Mark = []byte("\xef\xbb\xbf")

// WithoutMark removes a byte order mark from the start of data.
func WithoutMark(data []byte) []byte { return bytes.TrimPrefix(data, Mark) }

// Ext returns the file name's last extension in lower case, including the dot.
func (h Head) Ext() string { return strings.ToLower(path.Ext(h.Name)) }

func (h Head) first() byte {
	if rest := bytes.TrimLeft(h.Data, " \t\r\n"); len(rest) > 0 {
		return rest[0]
	}
	return 0
}

// IsObject reports whether the file begins like a JSON object.
func (h Head) IsObject() bool { return h.first() == '{' }

// IsArray reports whether the file begins like a JSON array.
func (h Head) IsArray() bool { return h.first() == '[' }
