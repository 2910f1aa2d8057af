package ingest

import (
	"bytes"
	"encoding/base64"
	"image"
	"image/jpeg"
	"image/png"
	"testing"

	"github.com/clawatlas/clawatlas/results/must"
)

func TestPictureSize(t *testing.T) {
	var p, j bytes.Buffer
	must.Do(t, png.Encode(&p, image.NewGray(image.Rect(0, 0, 7, 3))))
	must.Do(t, jpeg.Encode(&j, image.NewGray(image.Rect(0, 0, 9, 4)), nil))
	webp := must.Get(base64.StdEncoding.DecodeString("UklGRiIAAABXRUJQVlA4IBYAAAAwAQCdASoBAAEADsD+JaQAA3AAAAAA"))(t)
	for name, tt := range map[string]struct {
		data          []byte
		width, height int
	}{"png": {p.Bytes(), 7, 3}, "jpeg": {j.Bytes(), 9, 4}, "webp": {webp, 1, 1}, "cut off": {p.Bytes()[:20], 0, 0},
		"sound": {[]byte("OggS"), 0, 0}, "nothing": {nil, 0, 0}} {
		if w, h := PictureSize(tt.data); w != tt.width || h != tt.height {
			t.Errorf("%s: got %d x %d, want %d x %d", name, w, h, tt.width, tt.height)
		}
	}
}
