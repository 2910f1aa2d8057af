package ingest

import (
	"errors"
	"fmt"
	"io/fs"

	"github.com/pelletier/go-toml/v2"
)

// ManifestName is the file that may stand beside records to state what they do
// not state themselves.
const ManifestName = "clawatlas.toml"

// readManifest fills the fields that flags leave empty from the manifest.
func readManifest(fsys fs.FS, flags Identity) (Identity, error) {
	data, err := fs.ReadFile(fsys, ManifestName)
	if errors.Is(err, fs.ErrNotExist) {
		return flags, nil
	}
	if err != nil {
		return flags, fmt.Errorf("read %s: %w", ManifestName, err)
	}
	var m Identity
	if err := toml.Unmarshal(data, &m); err != nil {
		var de *toml.DecodeError
		if errors.As(err, &de) {
			line, _ := de.Position()
			return flags, fmt.Errorf("%s:%d: %w", ManifestName, line, err)
		}
		return flags, fmt.Errorf("%s: %w", ManifestName, err)
	}
	pick := func(flag, file string) string {
		if flag != "" {
			return flag
		}
		return file
	}
	return Identity{
		Benchmark: pick(flags.Benchmark, m.Benchmark), Model: pick(flags.Model, m.Model),
		Framework: pick(flags.Framework, m.Framework), Variant: pick(flags.Variant, m.Variant),
		Provider: pick(flags.Provider, m.Provider), Date: pick(flags.Date, m.Date),
	}, nil
}
