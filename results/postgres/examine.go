package postgres

import (
	"context"
	"errors"
	"fmt"

	"github.com/clawatlas/clawatlas/results"
	"github.com/clawatlas/clawatlas/results/objects"
	"github.com/clawatlas/clawatlas/results/sqlstore"
)

// looseHere lists the references without a foreign key that exist only in this store.
var looseHere = []sqlstore.Loose{
	{What: "pieces of no trace", Query: "SELECT count(*) FROM body_pieces p WHERE p.kind = 'trace' AND NOT EXISTS (SELECT 1 FROM " +
		"trials t WHERE t.id = p.body_id)"},
	{What: "pieces of no raw record", Query: "SELECT count(*) FROM body_pieces p WHERE p.kind = 'raw' AND NOT EXISTS (SELECT 1 FROM " +
		"raws w WHERE w.id = p.body_id)"},
	{What: "texts of no step", Query: "SELECT count(*) FROM step_text x WHERE NOT EXISTS (SELECT 1 FROM steps s WHERE s.id = x.step_id)"},
	{What: "pieces of texts of no step", Query: "SELECT count(*) FROM step_text_pieces x WHERE NOT EXISTS (SELECT 1 FROM steps s " +
		"WHERE s.id = x.step_id)"},
	{What: "references that the server has not looked at", Query: "SELECT count(*) FROM pg_constraint c JOIN pg_namespace n ON n.oid " +
		"= c.connamespace WHERE n.nspname = 'main' AND NOT c.convalidated"},
}

// Examine checks references and objects, and compares all blobs with their digests.
func (db *DB) Examine(ctx context.Context) (*sqlstore.Examined, error) {
	x := &sqlstore.Examined{}
	if err := db.ExamineRows(ctx, x, looseHere...); err != nil {
		return x, err
	}
	for _, examine := range []func(context.Context, *sqlstore.Examined) error{db.examineObjects, db.ExamineBodies} {
		if err := examine(ctx, x); err != nil {
			return x, err
		}
	}
	return x, nil
}

// examineObjects compares the sizes of objects with those in the database and counts unreferenced
// objects.
func (db *DB) examineObjects(ctx context.Context, x *sqlstore.Examined) error {
	type object struct {
		Name, Run string
		Size      int64
	}
	for after := ""; ; {
		const q = `SELECT o.name, max(o.size) AS size, min(r.slug) AS run
FROM run_objects o
JOIN main.runs r ON r.id = o.run_id
WHERE o.name > ?
GROUP BY o.name
ORDER BY o.name
LIMIT 500`
		list, err := sqlstore.ListOf[object](ctx, db.r, "list objects", q, after)
		if err != nil {
			return err
		}
		if len(list) == 0 {
			break
		}
		for _, o := range list {
			switch info, err := db.objects.Stat(ctx, o.Name); {
			case errors.Is(err, results.ErrNotFound):
				x.Faults = append(x.Faults, fmt.Sprintf("object %s of run %s is missing", o.Name, o.Run))
			case err != nil:
				return err
			case info.Size != o.Size:
				x.Faults = append(x.Faults, fmt.Sprintf("object %s of run %s has %d bytes, not %d", o.Name, o.Run, info.Size, o.Size))
			}
			after = o.Name
		}
	}
	return db.examineOthers(ctx, x)
}

func (db *DB) examineOthers(ctx context.Context, x *sqlstore.Examined) error {
	var others objects.Swept
	some := sqlstore.Portions[objects.Info]{Most: 500, To: func(ctx context.Context, list []objects.Info) error {
		free, _, err := ofNoRun(ctx, db.r, list)
		for _, o := range free {
			others.Add(objects.Swept{Objects: 1, Bytes: o.Size})
		}
		return err
	}}
	err := db.objects.List(ctx, func(o objects.Info) error {
		if !ofRuns(o.Name) {
			return nil
		}
		return some.Add(ctx, o)
	})
	if err == nil {
		err = some.Flush(ctx)
	}
	if err == nil && others.Objects > 0 {
		x.Notes = append(x.Notes, fmt.Sprintf("%d objects with %d bytes are of no run; compact deletes those that are older than a day",
			others.Objects, others.Bytes))
	}
	return err
}
