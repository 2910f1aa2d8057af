package files

import (
	"strings"

	"github.com/clawatlas/clawatlas/results/calls"
)

// edit records the replacements of an editing call. It applies them if the content of the file is
// known and contains the replaced texts.
func (v *visit) edit(path string, args *calls.Args) {
	if args.Patch != "" {
		v.patch(args.Patch)
		return
	}
	text, known := v.text(path)
	for _, c := range args.Changes {
		switch {
		case !known || !strings.Contains(text, c.Old):
			known = false
		case replacesAll(args):
			text = strings.ReplaceAll(text, c.Old, c.New)
		default:
			text = strings.Replace(text, c.Old, c.New, 1)
		}
	}
	v.put(Touch{Op: Edit, Path: path, Text: text, Known: known})
}

func replacesAll(args *calls.Args) bool {
	for _, a := range args.Rest {
		if (a.Name == "replace_all" || a.Name == "replaceAll") && a.Value == "true" {
			return true
		}
	}
	return false
}
