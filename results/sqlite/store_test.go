package sqlite

import (
	"testing"

	"github.com/clawatlas/clawatlas/internal/storetest"
)

func TestStore(t *testing.T) {
	storetest.Run(t, func(t *testing.T) storetest.Store { return open(t) })
}
