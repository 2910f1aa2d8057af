package ingest

import (
	"path"
	"strings"

	"github.com/clawatlas/clawatlas/results"
)

// shownMedia maps file extensions to media types of pictures and sounds that a step can contain, as
// in ATIF.
var shownMedia = map[string]string{
	".png": "image/png", ".jpg": "image/jpeg", ".jpeg": "image/jpeg", ".gif": "image/gif", ".webp": "image/webp",
	".wav": "audio/wav", ".mp3": "audio/mpeg", ".m4a": "audio/mp4", ".mp4a": "audio/mp4",
	".ogg": "audio/ogg", ".oga": "audio/ogg", ".opus": "audio/ogg", ".weba": "audio/webm",
	".flac": "audio/flac", ".aac": "audio/aac", ".aif": "audio/aiff", ".aiff": "audio/aiff",
}

// ShownMedia returns the media type of a picture or sound that a step can contain. It returns ""
// for other files.
func ShownMedia(name string) string { return shownMedia[strings.ToLower(path.Ext(name))] }

// PartMedia returns the media type of a file that a step refers to. Unlike ShownMedia, it uses the
// step to distinguish audio from video.
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
