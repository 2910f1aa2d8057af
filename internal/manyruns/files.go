package manyruns

import (
	"archive/zip"
	"bytes"
	"compress/flate"
	"io"
	"io/fs"
)

// add takes one file, or a folder if its name ends in a slash.
type add func(name string, data []byte)

// files is a zip in memory of what write adds.
func files(write func(add)) fs.FS {
	var buf bytes.Buffer
	w := zip.NewWriter(&buf)
	// One for all files: to make another takes longer than to use it.
	deflate, err := flate.NewWriter(nil, flate.BestSpeed)
	if err != nil {
		panic(err)
	}
	w.RegisterCompressor(zip.Deflate, func(to io.Writer) (io.WriteCloser, error) {
		deflate.Reset(to)
		return deflate, nil
	})
	write(func(name string, data []byte) {
		f, err := w.CreateHeader(&zip.FileHeader{Name: name, Method: zip.Deflate, Modified: epoch})
		if err == nil && len(data) > 0 {
			_, err = f.Write(data)
		}
		if err != nil {
			panic(err)
		}
	})
	if err := w.Close(); err != nil {
		panic(err)
	}
	r, err := zip.NewReader(bytes.NewReader(buf.Bytes()), int64(buf.Len()))
	if err != nil {
		panic(err)
	}
	return r
}
