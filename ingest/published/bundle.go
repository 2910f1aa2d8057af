package published

import (
	"fmt"

	"github.com/clawatlas/clawatlas/ingest"
	"github.com/clawatlas/clawatlas/results"
)

// ManifestName is the name of the file that identifies a directory as a bundle.
const ManifestName = "clawatlas-figures.json"

const manifestVersion = 1

// Bundle is the validated content of a bundle's files.
type Bundle struct {
	Models    []results.Model
	Datasets  []results.Dataset
	Sources   []results.FigureSource
	Figures   []results.Figure
	Tables    []results.StatTable
	Snapshots []Snapshot
}

// manifest lists the files of the bundle by kind of content. Paths are relative to the manifest.
type manifest struct {
	Format     string   `json:"format"`
	Version    int      `json:"version"`
	Benchmarks []string `json:"benchmarks"`
	Models     []string `json:"models"`
	Datasets   []string `json:"datasets"`
	Worlds     []string `json:"worlds"`
	Records    []string `json:"records"`
	Figures    []string `json:"figures"`
	Tables     []string `json:"tables"`
}

func readBundle(in *ingest.Input) (*Bundle, error) {
	var m manifest
	if err := decode(in, ManifestName, &m); err != nil {
		return nil, err
	}
	if m.Format != "clawatlas-figures" || m.Version != manifestVersion {
		return nil, fmt.Errorf("%s: format %q version %d: %w: this program reads clawatlas-figures version %d",
			in.Path(ManifestName), m.Format, m.Version, results.ErrInvalid, manifestVersion)
	}
	b := &Bundle{}
	benchmarks := map[string]results.Benchmark{}
	readers := []struct {
		files []string
		read  func(in *ingest.Input, name string) error
	}{
		{m.Benchmarks, func(in *ingest.Input, name string) error { return readBenchmarks(in, name, benchmarks) }},
		{m.Models, b.readModels},
		{m.Datasets, func(in *ingest.Input, name string) error { return b.readDataset(in, name, benchmarks) }},
		{m.Worlds, b.readWorlds},
		{m.Figures, b.readFigures},
		{m.Records, b.readSnapshot},
		{m.Tables, b.readTables},
	}
	for _, r := range readers {
		for _, name := range r.files {
			if err := r.read(in, name); err != nil {
				return nil, err
			}
		}
	}
	return b, nil
}

func decode(in *ingest.Input, name string, v any) error {
	rec, err := in.Record(in.Path(name))
	if err != nil {
		return err
	}
	return rec.Decode(v)
}

func (b *Bundle) source(id string) (*results.FigureSource, bool) {
	for i := range b.Sources {
		if b.Sources[i].ID == id {
			return &b.Sources[i], true
		}
	}
	return nil, false
}

func (b *Bundle) dataset(benchmark string) (*results.Dataset, bool) {
	for i := range b.Datasets {
		if b.Datasets[i].Benchmark.ID == benchmark {
			return &b.Datasets[i], true
		}
	}
	return nil, false
}

func (b *Bundle) readModels(in *ingest.Input, name string) error {
	var file struct {
		Models []results.Model `json:"models"`
	}
	if err := decode(in, name, &file); err != nil {
		return err
	}
	for _, m := range file.Models {
		if !results.ValidSlug(m.ID) {
			return fmt.Errorf("%s: model id %q is not a slug: %w", in.Path(name), m.ID, results.ErrInvalid)
		}
	}
	b.Models = append(b.Models, file.Models...)
	return nil
}

func (b *Bundle) figuresOf(source string) []results.Figure {
	var out []results.Figure
	for i := range b.Figures {
		if b.Figures[i].Source == source {
			out = append(out, b.Figures[i])
		}
	}
	return out
}
