package main

import (
	"bytes"
	"encoding/json"
	"io"
	"io/fs"
	"path"
	"strings"
	"sync/atomic"
)

// wholeLines is a file system in which files of JSON lines end with their last whole
// line: what follows it is still being written.
type wholeLines struct {
	inner fs.FS
	read  *atomic.Int64 // bytes of lines that were read, for who waits; nil if nobody does
}

// Open implements fs.FS.
func (w wholeLines) Open(name string) (fs.File, error) {
	f, err := w.inner.Open(name)
	if err != nil {
		return nil, err
	}
	ext := strings.ToLower(path.Ext(name))
	at, seeks := f.(io.ReaderAt)
	if !seeks || ext != ".jsonl" && ext != ".ndjson" {
		return f, nil
	}
	info, err := f.Stat()
	if err != nil || !info.Mode().IsRegular() {
		return f, nil // who reads it will say
	}
	size, err := wholeSize(at, info.Size())
	if err != nil {
		f.Close()
		return nil, &fs.PathError{Op: "open", Path: name, Err: err}
	}
	return &cutFile{File: f, info: cutInfo{info, size}, left: io.NewSectionReader(at, 0, size), read: w.read}, nil
}

// ReadDir implements fs.ReadDirFS, also for archives, which open as files.
func (w wholeLines) ReadDir(name string) ([]fs.DirEntry, error) { return fs.ReadDir(w.inner, name) }

// tailStep is how much of a file’s end is read at once, tailMost how long a last line
// can be to be looked at whether it is whole.
const (
	tailStep = 64 << 10
	tailMost = 16 << 20
)

// wholeSize is how many bytes of a file are whole lines. A last line without an end
// counts if it is whole JSON, because not every program ends its last line. One
// document over many lines is whole, whatever its name ends with.
func wholeSize(r io.ReaderAt, size int64) (int64, error) {
	head := make([]byte, min(size, tailStep))
	if _, err := r.ReadAt(head, 0); err != nil && err != io.EOF {
		return 0, err
	}
	first, _, ended := bytes.Cut(head, []byte("\n"))
	if first = bytes.TrimSpace(first); ended && len(first) > 0 && strings.ContainsRune("{[", rune(first[0])) && !json.Valid(first) {
		return size, nil
	}
	var tail []byte
	for end := size; ; {
		from := max(end-tailStep, 0)
		chunk := make([]byte, end-from)
		if _, err := r.ReadAt(chunk, from); err != nil && err != io.EOF {
			return 0, err
		}
		i := bytes.LastIndexByte(chunk, '\n')
		tail = append(chunk[i+1:len(chunk):len(chunk)], tail...)
		begin := end - int64(len(chunk)-i-1)
		if i < 0 && from > 0 && len(tail) < tailMost {
			end = from
			continue
		}
		if len(tail) == 0 || json.Valid(tail) {
			return size, nil
		}
		return begin, nil
	}
}

// cutFile is a file that ends before its end.
type cutFile struct {
	fs.File
	info cutInfo
	left *io.SectionReader
	read *atomic.Int64
}

func (f *cutFile) Read(p []byte) (int, error) {
	n, err := f.left.Read(p)
	if f.read != nil {
		f.read.Add(int64(n))
	}
	return n, err
}

func (f *cutFile) ReadAt(p []byte, off int64) (int, error)   { return f.left.ReadAt(p, off) }
func (f *cutFile) Seek(off int64, whence int) (int64, error) { return f.left.Seek(off, whence) }
func (f *cutFile) Stat() (fs.FileInfo, error)                { return f.info, nil }

type cutInfo struct {
	fs.FileInfo
	size int64
}

func (i cutInfo) Size() int64 { return i.size }
