package sqlstore

import (
	"context"
	"crypto/sha256"
	"encoding/hex"

	"github.com/jmoiron/sqlx"

	"github.com/clawatlas/clawatlas/results"
)

// WorldScenes lists the stored scenes of a benchmark in the dataset's order. A world of facts has none.
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

// WorldScene returns the scene of a scenario's world.
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

// SaveWorldScene replaces the scene of a scenario's world and returns its digest.
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
