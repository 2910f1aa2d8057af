package sqlstore

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"fmt"

	"github.com/jmoiron/sqlx"

	"github.com/clawatlas/clawatlas/results"
)

// worldRow is one version of a file or chat in an environment.
type worldRow struct {
	Scenario     string
	Layout       string
	LayoutsJSON  string
	Files, Chats int
	results.WorldChange
	UpdatesJSON string
	Data        []byte // content of the file or chat
}

const worldColumns = `s.slug AS scenario, w.layout, w.layouts AS layouts_json, w.files, w.chats, x.round, x.kind, x.path, x.name, x.updates AS updates_json, x.effect, x.told, x.author,
  x.had, x.removed, x.added, x.kept, x.size`

const worldFrom = `
FROM world_states x
JOIN worlds w ON w.scenario_id = x.scenario_id
JOIN scenarios s ON s.id = x.scenario_id
JOIN benchmarks b ON b.id = s.benchmark_id
WHERE b.slug = ?
  AND (? = '' OR s.slug = ?)
ORDER BY s.ordinal, s.slug, x.ordinal
LIMIT 1000000`

// Worlds returns the environments of a benchmark in the order of the dataset, without texts and
// differences.
func (db *DB) Worlds(ctx context.Context, benchmark string) ([]results.World, error) {
	return db.worlds(ctx, "list worlds of "+benchmark, "SELECT "+worldColumns+worldFrom, benchmark, "")
}

// FindWorld returns the environment of a scenario with its texts.
func (db *DB) FindWorld(ctx context.Context, benchmark, scenario string) (results.World, error) {
	what := "find world of " + benchmark + "/" + scenario
	list, err := db.worlds(ctx, what, "SELECT "+worldColumns+", x.data"+worldFrom, benchmark, scenario)
	if err == nil && (len(list) == 0 || scenario == "") {
		err = fmt.Errorf("%s: %w", what, results.ErrNotFound)
	}
	if err != nil {
		return results.World{}, err
	}
	return list[0], nil
}

// WorldText returns the content of a file or chat after the update before a round. If round is
// empty, it returns the initial content.
func (db *DB) WorldText(ctx context.Context, benchmark, scenario, round, kind, path string) ([]byte, error) {
	const q = `SELECT x.data
FROM world_states x
JOIN scenarios s ON s.id = x.scenario_id
JOIN benchmarks b ON b.id = s.benchmark_id
WHERE b.slug = ?
  AND s.slug = ?
  AND x.round = ?
  AND x.kind = ?
  AND x.path = ?
  AND x.size IS NOT NULL`
	data, err := oneOf[[]byte](ctx, db.r, "read "+path+" of "+benchmark+"/"+scenario, q, benchmark, scenario, round, kind, path)
	if err != nil {
		return nil, err
	}
	return unpackSized(data)
}

func (db *DB) worlds(ctx context.Context, what, q, benchmark, scenario string) ([]results.World, error) {
	rows, err := ListOf[worldRow](ctx, db.r, what, q, benchmark, scenario, scenario)
	if err != nil {
		return nil, err
	}
	list := []results.World{}
	var latest map[results.WorldObject]*worldRow
	for i := range rows {
		r := &rows[i]
		if len(list) == 0 || list[len(list)-1].Scenario != r.Scenario {
			list = append(list, results.World{Scenario: r.Scenario, Layout: r.Layout, Files: r.Files, Chats: r.Chats})
			if err := fromJSON(r.LayoutsJSON, &list[len(list)-1].Layouts); err != nil {
				return nil, fmt.Errorf("%s: %w", what, err)
			}
			latest = map[results.WorldObject]*worldRow{}
		}
		if err := r.addTo(&list[len(list)-1], latest); err != nil {
			return nil, fmt.Errorf("%s: %w", what, err)
		}
	}
	return list, nil
}

// addTo adds the version to its environment. latest holds the previous version of each file or
// chat, with the text before the change.
func (r *worldRow) addTo(w *results.World, latest map[results.WorldObject]*worldRow) error {
	before := latest[r.WorldObject]
	latest[r.WorldObject] = r
	var err error
	if r.Data != nil {
		if r.Data, err = unpackSized(r.Data); err != nil {
			return err
		}
	}
	if r.Round == "" {
		w.Start = append(w.Start, results.WorldText{WorldObject: r.WorldObject, Text: r.Data})
		return nil
	}
	c := r.WorldChange
	c.After = r.Data
	if before != nil {
		c.Was, c.Before = before.Size, before.Data
	}
	if err := fromJSON(r.UpdatesJSON, &c.Updates); err != nil {
		return err
	}
	w.Changes = append(w.Changes, c)
	return nil
}

// WorldScenes returns the stored scenes of a benchmark in the order of the dataset. Environments
// without texts have no scene.
func (db *DB) WorldScenes(ctx context.Context, benchmark string) ([]results.WorldScene, error) {
	const q = `SELECT s.slug AS scenario, COALESCE(c.key, '') AS key, COALESCE(c.digest, '') AS digest
FROM worlds w
JOIN scenarios s ON s.id = w.scenario_id
JOIN benchmarks b ON b.id = s.benchmark_id
LEFT JOIN world_scenes c ON c.scenario_id = w.scenario_id
WHERE b.slug = ?
  AND EXISTS (SELECT 1 FROM world_states x WHERE x.scenario_id = w.scenario_id AND x.size IS NOT NULL)
ORDER BY s.ordinal, s.slug
LIMIT 1000000`
	return ListOf[results.WorldScene](ctx, db.r, "list scenes of "+benchmark, q, benchmark)
}

// WorldScene returns the scene of a scenario's environment.
func (db *DB) WorldScene(ctx context.Context, benchmark, scenario string) ([]byte, error) {
	const q = `SELECT c.data
FROM world_scenes c
JOIN scenarios s ON s.id = c.scenario_id
JOIN benchmarks b ON b.id = s.benchmark_id
WHERE b.slug = ?
  AND s.slug = ?`
	data, err := oneOf[[]byte](ctx, db.r, "read scene of "+benchmark+"/"+scenario, q, benchmark, scenario)
	if err != nil {
		return nil, err
	}
	return unpackSized(data)
}

// SaveWorldScene replaces the scene of a scenario's environment and returns its digest.
func (db *DB) SaveWorldScene(ctx context.Context, benchmark, scenario, key string, scene []byte) (string, error) {
	what := "save scene of " + benchmark + "/" + scenario
	data, err := packSized(scene)
	if err != nil {
		return "", err
	}
	sum := sha256.Sum256(scene)
	digest := hex.EncodeToString(sum[:])
	return digest, db.inTx(ctx, what, noBenchmark, func(tx *sqlx.Tx) error {
		const q = `INSERT INTO world_scenes (scenario_id, key, digest, data)
SELECT s.id, ?, ?, ?
FROM scenarios s
JOIN benchmarks b ON b.id = s.benchmark_id
WHERE b.slug = ?
  AND s.slug = ?
ON CONFLICT (scenario_id) DO UPDATE SET key = excluded.key, digest = excluded.digest, data = excluded.data`
		return exec(ctx, tx, what, q, key, digest, data, benchmark, scenario)
	})
}
