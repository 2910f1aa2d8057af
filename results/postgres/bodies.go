package postgres

import (
	"context"
	"errors"
	"fmt"

	"github.com/jmoiron/sqlx"

	"github.com/clawatlas/clawatlas/results"
	"github.com/clawatlas/clawatlas/results/blob"
	"github.com/clawatlas/clawatlas/results/objects"
	"github.com/clawatlas/clawatlas/results/sqlstore"
)

// bodies implements sqlstore.Blobs. The database stores where in an object each piece is; the
// objects contain the data.
type bodies struct {
	db   sqlx.ExtContext
	read *objects.Reader
}

type bodyPlace struct {
	Name                string
	Start, Length, Size int64
	Sum                 []byte
}

// Read implements sqlstore.Blobs.
func (b bodies) Read(ctx context.Context, key blob.Key, from, size int) ([]byte, error) {
	var at bodyPlace
	const q = `SELECT o.name, p.start, p.length, p.size, p.sum
FROM body_pieces p
JOIN run_objects o ON o.run_id = p.run_id AND o.ordinal = p.ordinal
WHERE p.kind = ?1
  AND p.body_id = ?2
  AND p.n = ?3`
	const ofTrial = q + " AND p.run_id = ?2 >> 32" // only for trials: the id of a trial contains the run id, the id of a raw record does not
	ask := q
	if key.Kind == blob.Trace {
		ask = ofTrial
	}
	if err := sqlx.GetContext(ctx, b.db, &at, ask, key.Kind, key.Of, key.N); err != nil {
		return nil, sqlstore.MapError("find "+string(key.Kind), err)
	}
	data, err := b.read.Read(ctx, at.Name, objects.Span{From: at.Start, Size: at.Length, Sum: at.Sum})
	if err != nil {
		return nil, fmt.Errorf("read %s: %w", key.Kind, err)
	}
	p := blob.Piece{Key: key, Size: int(at.Size), Data: data}
	return p.Cut(from, size)
}

// ofBodies is a condition that selects the pieces of the blobs whose ids are in a JSON array.
const ofBodies = `kind = ?
  AND body_id IN (SELECT CAST(value AS bigint) FROM json_array_elements_text(CAST(? AS json)) x)`

// Delete implements sqlstore.Blobs. It records the run's objects, which are deleted after the commit
// unless another run references them. Their rows are deleted with the row of the run.
func (b bodies) Delete(ctx context.Context, run int64) error {
	const dropped = `INSERT INTO dropped_objects (name)
SELECT DISTINCT name
FROM run_objects
WHERE run_id = ?
ON CONFLICT (name) DO NOTHING`
	_, err := b.db.ExecContext(ctx, dropped, run)
	return sqlstore.MapError("delete traces and raw records", err)
}

// Taken implements sqlstore.Blobs.
func (b bodies) Taken(ctx context.Context, kind blob.Kind, of []int64) (int64, error) {
	var n int64
	err := sqlx.GetContext(ctx, b.db, &n, "SELECT COALESCE(CAST(sum(length) AS bigint), 0) FROM body_pieces WHERE "+ofBodies, kind,
		sqlstore.IDList(of))
	return n, sqlstore.MapError("measure "+string(kind), err)
}

// readAhead is the maximum number of adjacent bytes that one request reads from an object.
const readAhead = 4 << 20

// Each implements sqlstore.Blobs.
func (b bodies) Each(ctx context.Context, kind blob.Kind, of []int64, each func(blob.Key, []byte) error) error {
	const q = `SELECT p.body_id, p.n, o.name, p.start, p.length, p.size, p.sum
FROM body_pieces p
JOIN run_objects o ON o.run_id = p.run_id AND o.ordinal = p.ordinal
WHERE ` + ofBodies + `
ORDER BY p.body_id, p.n`
	rows, err := b.db.QueryxContext(ctx, q, kind, sqlstore.IDList(of))
	if err != nil {
		return sqlstore.MapError("find "+string(kind), err)
	}
	defer rows.Close()
	next := ahead{kind: kind, read: b.read, each: each}
	for rows.Next() {
		p := blob.Piece{Key: blob.Key{Kind: kind}}
		var at bodyPlace
		if err := rows.Scan(&p.Of, &p.N, &at.Name, &at.Start, &at.Length, &p.Size, &at.Sum); err != nil {
			return sqlstore.MapError("find "+string(kind), err)
		}
		if err := next.add(ctx, p, at.Name, objects.Span{From: at.Start, Size: at.Length, Sum: at.Sum}); err != nil {
			return err
		}
	}
	if err := rows.Err(); err != nil {
		return sqlstore.MapError("find "+string(kind), err)
	}
	return next.flush(ctx)
}

// ahead buffers the locations of pieces, so that one request reads several adjacent pieces.
type ahead struct {
	kind   blob.Kind
	read   *objects.Reader
	each   func(blob.Key, []byte) error
	name   string
	pieces []blob.Piece
	spans  []objects.Span
}

// add buffers a piece. If the piece is not adjacent to the buffered ones, or together with them
// exceeds readAhead, add first reads those.
func (a *ahead) add(ctx context.Context, p blob.Piece, name string, at objects.Span) error {
	if n := len(a.spans); n > 0 {
		first, last := a.spans[0], a.spans[n-1]
		if name != a.name || at.From != last.From+last.Size || at.From+at.Size-first.From > readAhead {
			if err := a.flush(ctx); err != nil {
				return err
			}
		}
	}
	a.name, a.pieces, a.spans = name, append(a.pieces, p), append(a.spans, at)
	return nil
}

func (a *ahead) flush(ctx context.Context) error {
	list, err := a.read.ReadAll(ctx, a.name, a.spans)
	if err != nil {
		return fmt.Errorf("read %s: %w", a.kind, err)
	}
	for i, p := range a.pieces {
		data, err := blob.Unpack(list[i], p.Size)
		if err != nil {
			return sqlstore.DamagedPiece(p.Key, err)
		}
		if err := a.each(p.Key, data); err != nil {
			return err
		}
	}
	a.pieces, a.spans = a.pieces[:0], a.spans[:0]
	return nil
}

// objectMost is the maximum size of an object in bytes; a larger run uses several objects.
const objectMost = 1 << 30

type sender struct {
	to      objects.Store
	claim   func(context.Context) error // function called before the first upload
	dir     string
	parcels []*parcel
	current map[blob.Kind]int // index of the current parcel
	pieces  []placed
}

type parcel struct {
	*objects.Parcel
	kind blob.Kind
	sent bool
}

// placed is a piece with its position in a parcel.
type placed struct {
	key    blob.Key
	size   int
	parcel int
	at     objects.Span
}

func newSender(to objects.Store, dir string, claim func(context.Context) error) *sender {
	return &sender{to: to, claim: claim, dir: dir, current: map[blob.Kind]int{}}
}

// Add implements sqlstore.Sender.
func (s *sender) Add(p blob.Piece) error {
	n, ok := s.current[p.Kind]
	if !ok || s.parcels[n].Size() > 0 && s.parcels[n].Size()+int64(len(p.Data)) > objectMost {
		n = len(s.parcels)
		s.parcels = append(s.parcels, &parcel{Parcel: objects.NewParcel(s.dir), kind: p.Kind})
		s.current[p.Kind] = n
	}
	at, err := s.parcels[n].Add(p.Data)
	if err != nil {
		return err
	}
	s.pieces = append(s.pieces, placed{p.Key, p.Size, n, at})
	return nil
}

// Send implements sqlstore.Sender.
func (s *sender) Send(ctx context.Context) error {
	if err := s.claim(ctx); err != nil {
		return err
	}
	for _, p := range s.parcels {
		if p.sent {
			continue
		}
		if err := p.Send(ctx, s.to, string(p.kind)); err != nil {
			return err
		}
		p.sent = true
	}
	return nil
}

// Save implements sqlstore.Sender.
func (s *sender) Save(ctx context.Context, tx *sqlx.Tx, run int64, own func(blob.Key) blob.Key) error {
	// Prevent the deletion of objects until the transaction ends, see deleteObjects.
	if _, err := tx.ExecContext(ctx, "SELECT pg_advisory_xact_lock_shared(?)", objectsLock); err != nil {
		return sqlstore.MapError("wait for object deletion", err)
	}
	for _, p := range s.parcels {
		info, err := s.to.Stat(ctx, p.Name(string(p.kind)))
		if errors.Is(err, results.ErrNotFound) || err == nil && info.Size != p.Size() {
			p.sent = false // object deleted by a concurrent sweep before a row referenced it
			return sqlstore.ErrAgain
		}
		if err != nil {
			return err
		}
	}
	rows := sqlstore.NewBatch(tx, "run_objects", "run_id, ordinal, name, size", 20)
	for i, p := range s.parcels {
		if err := rows.Add(ctx, run, i, p.Name(string(p.kind)), p.Size()); err != nil {
			return err
		}
	}
	if err := rows.Flush(ctx); err != nil {
		return err
	}
	pieces := sqlstore.NewBatch(tx, "body_pieces", "kind, body_id, n, run_id, ordinal, start, length, size, sum", 50)
	for _, p := range s.pieces {
		key := own(p.key)
		if err := pieces.Add(ctx, key.Kind, key.Of, key.N, run, p.parcel, p.at.From, p.at.Size, p.size, p.at.Sum); err != nil {
			return err
		}
	}
	return pieces.Flush(ctx)
}

// Drop implements sqlstore.Sender.
func (s *sender) Drop() {
	for _, p := range s.parcels {
		_ = p.Drop() // an unlinked temporary file disappears without Drop
	}
	s.parcels, s.pieces, s.current = nil, nil, map[blob.Kind]int{}
}
