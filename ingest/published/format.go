package published

import (
	"context"
	"fmt"
	"io/fs"

	"github.com/clawatlas/clawatlas/ingest"
)

// Name is the format id of published bundles.
const Name = "published"

// Format reads published bundles.
type Format struct{}

// Name returns the format's id.
func (Format) Name() string { return Name }

// Detect implements ingest.Format. It claims a directory that contains a bundle's manifest. It
// returns one item for each kind of content, so that datasets are read before runs.
func (Format) Detect(_ fs.FS, dir string, entries []fs.DirEntry) []ingest.Item {
	if !ingest.HasFile(entries, ManifestName) {
		return nil
	}
	return []ingest.Item{{Kind: ingest.KindDataset, Dir: dir}, {Kind: ingest.KindRuns, Dir: dir}, {Kind: ingest.KindFigures, Dir: dir}}
}

// Read implements ingest.Format. It writes the content of the bundle that corresponds to the item's
// kind.
func (Format) Read(ctx context.Context, in *ingest.Input, w ingest.Writer) error {
	b, err := readBundle(in)
	if err != nil {
		return err
	}
	return b.save(ctx, w, in.Item.Kind, in.Identity)
}

func (b *Bundle) save(ctx context.Context, w ingest.Writer, kind ingest.Kind, id ingest.Identity) error {
	switch kind {
	case ingest.KindDataset:
		return b.saveFacts(ctx, w)
	case ingest.KindRuns:
		for i := range b.Snapshots {
			if err := b.Snapshots[i].save(ctx, w, id); err != nil {
				return err
			}
		}
		return nil
	case ingest.KindFigures:
		return b.saveFigures(ctx, w)
	}
	return fmt.Errorf("read bundle: unknown kind %d", kind)
}

func (b *Bundle) saveFacts(ctx context.Context, w ingest.Writer) error {
	if err := w.SaveModels(ctx, b.Models); err != nil {
		return fmt.Errorf("save models: %w", err)
	}
	for i := range b.Datasets {
		if err := w.SaveDataset(ctx, &b.Datasets[i]); err != nil {
			return fmt.Errorf("save dataset %s: %w", b.Datasets[i].Benchmark.ID, err)
		}
	}
	return nil
}

// saveFigures stores every source, even if only tables refer to it.
func (b *Bundle) saveFigures(ctx context.Context, w ingest.Writer) error {
	for _, s := range b.Sources {
		figs := b.figuresOf(s.ID)
		if err := w.SaveFigures(ctx, s, figs); err != nil {
			return fmt.Errorf("save figures of %s: %w", s.ID, err)
		}
	}
	if err := w.SaveTables(ctx, b.Tables); err != nil {
		return fmt.Errorf("save tables: %w", err)
	}
	return nil
}
