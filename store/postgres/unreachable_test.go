package postgres

import (
	"errors"
	"net"
	"strings"
	"testing"

	"github.com/jackc/pgx/v5/pgxpool"

	"github.com/weft-mesh/weft/store"
)

// What the driver says names the host, the user and the database. It goes into runs'
// logs and to their callers.
func TestADatabaseThatIsAwayIsToldWithoutItsAddress(t *testing.T) {
	t.Parallel()
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	address := l.Addr().String()
	if err := l.Close(); err != nil {
		t.Fatal(err)
	}
	pool, err := pgxpool.New(t.Context(), "postgres://somebody:secret@"+address+"/notes")
	if err != nil {
		t.Fatal(err)
	}
	defer pool.Close()
	err = (&Store{pool: pool}).Ping(t.Context())
	if !errors.Is(err, store.ErrUnavailable) {
		t.Fatalf("got %v", err)
	}
	for _, part := range []string{"somebody", "secret", "127.0.0.1", "database="} {
		if strings.Contains(err.Error(), part) {
			t.Errorf("%q names %s", err, part)
		}
	}
	// Another process may listen there by now, and hang up.
	if !strings.Contains(err.Error(), "refused") && !strings.Contains(err.Error(), "reset") {
		t.Errorf("%q does not tell what is wrong", err)
	}
}
