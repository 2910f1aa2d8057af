package clawmark

import (
	"bytes"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"testing"

	"github.com/clawatlas/clawatlas/results/must"
)

// Program is what a task.py says.
type Program = program

// Know makes the facts of a task.py known.
func Know(t *testing.T, src []byte, p *Program) {
	t.Helper()
	sum := sha256.Sum256(src)
	whole := must.Get(json.Marshal(p))(t)
	must.Get(knownFacts())(t)[hex.EncodeToString(sum[:])] = []json.RawMessage{must.Get(json.Marshal(string(whole)))(t)}
}

// Decoded reads the facts of a task.py from a file that facts.py has written.
func Decoded(t *testing.T, file, src []byte) *Program {
	t.Helper()
	known := map[string][]json.RawMessage{}
	must.Do(t, json.Unmarshal(file, &known))
	sum := sha256.Sum256(src)
	must.Get(knownFacts())(t)[hex.EncodeToString(sum[:])] = known[hex.EncodeToString(sum[:])]
	raw := must.Get(factsOf(sum, src))(t)
	p := &Program{}
	dec := json.NewDecoder(bytes.NewReader(raw))
	dec.DisallowUnknownFields()
	must.Do(t, dec.Decode(p))
	return p
}

// Shipped is the file of facts that is shipped.
var Shipped = shipped
