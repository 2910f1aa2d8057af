package ingest

import (
	"path"
	"strings"

	"github.com/clawatlas/clawatlas/results"
)

// ShownMedia is the media type of a picture or a sound that a step can show, by
// the name of its file; empty for every other file. The types are those that
// ATIF knows.
func ShownMedia(name string) string {
	switch strings.ToLower(path.Ext(name)) {
	case ".png":
		return "image/png"
	case ".jpg", ".jpeg":
		return "image/jpeg"
	case ".gif":
		return "image/gif"
	case ".webp":
		return "image/webp"
	case ".wav":
		return "audio/wav"
	case ".mp3":
		return "audio/mpeg"
	case ".m4a", ".mp4a":
		return "audio/mp4"
	case ".ogg", ".oga", ".opus":
		return "audio/ogg"
	case ".weba":
		return "audio/webm"
	case ".flac":
		return "audio/flac"
	case ".aac":
		return "audio/aac"
	case ".aif", ".aiff":
		return "audio/aiff"
	}
	return ""
}

// PartMedia is ShownMedia for a file that a step names. What the step says it
// is decides where a name stands for a film and for a sound alike.
func PartMedia(p *results.Part, name string) string {
	if p.Type == "audio" {
		switch strings.ToLower(path.Ext(name)) {
		case ".mp4":
			return "audio/mp4"
		case ".webm":
			return "audio/webm"
		}
	}
	return ShownMedia(name)
}
