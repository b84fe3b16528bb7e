package postgres

import (
	"context"
	"errors"
	"fmt"
	"strings"
	"testing"
	"time"

	"github.com/jackc/pgx/v5"

	"github.com/weft-mesh/weft/notes"
	"github.com/weft-mesh/weft/store"
	"github.com/weft-mesh/weft/store/storetest"
)

var monday = time.Date(2026, 1, 5, 7, 30, 0, 0, time.UTC)

func keep(t testing.TB, s *Store, scope store.Scope, key, text string) string {
	t.Helper()
	e, err := s.Keep(t.Context(), scope, store.NewEntry{Key: key, Time: monday, Text: text})
	if err != nil {
		t.Fatal(err)
	}
	return e.GetId()
}

func connect(t testing.TB, url string) *pgx.Conn {
	t.Helper()
	conn, err := pgx.Connect(t.Context(), url)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = conn.Close(context.Background()) })
	return conn
}

func TestTheDatabaseShowsATenantNothingOfAnother(t *testing.T) {
	t.Parallel()
	url := cluster.Database(t)
	s := open(t, url, Options{})
	id := keep(t, s, storetest.Scope, "k", "secret")
	if _, err := keepPage(t, s, storetest.Scope); err != nil {
		t.Fatal(err)
	}
	if _, err := s.Remove(t.Context(), storetest.Scope, keep(t, s, storetest.Scope, "l", "discarded"), notes.Hash("discarded")); err != nil {
		t.Fatal(err)
	}
	putTimeline(t, s, storetest.Scope, 0, "half marathon")
	conn := connect(t, url)
	count := func(q interface {
		QueryRow(context.Context, string, ...any) pgx.Row
	}, table string) (n int) {
		t.Helper()
		if err := q.QueryRow(t.Context(), "SELECT count(*) FROM weft."+table).Scan(&n); err != nil {
			t.Fatal(err)
		}
		return n
	}
	for _, table := range []string{"tenant", "note", "trash", "page", "timeline", "roadmap"} {
		for _, tenant := range []string{"", storetest.Other.Tenant, storetest.Scope.Tenant} {
			tx, err := conn.Begin(t.Context())
			if err != nil {
				t.Fatal(err)
			}
			if tenant != "" {
				if _, err := tx.Exec(t.Context(), setTenant, tenant); err != nil {
					t.Fatal(err)
				}
			}
			if n := count(tx, table); (n > 0) != (tenant == storetest.Scope.Tenant) {
				t.Errorf("as tenant %q the table %s shows %d rows", tenant, table, n)
			}
			if err := tx.Commit(t.Context()); err != nil {
				t.Fatal(err)
			}
		}
		if n := count(conn, table); n != 0 {
			t.Errorf("after the transaction of a tenant the connection still sees %d rows of %s", n, table)
		}
	}
	for name, sql := range map[string]string{
		"writing for another": `INSERT INTO weft.tenant (tenant, revision) VALUES ('` + storetest.Scope.Tenant + `x', 1)`,
		"giving to another":   `UPDATE weft.note SET tenant = 'local'`,
		"taking over":         `UPDATE weft.note SET text = 'x' WHERE id = '` + id + `'`,
		"deleting":            `DELETE FROM weft.note`,
		"deleting roadmaps":   `DELETE FROM weft.roadmap`,
		"taking over time":    `UPDATE weft.timeline SET tenant = 'local'`,
	} {
		err := pgx.BeginFunc(t.Context(), conn, func(tx pgx.Tx) error {
			if _, err := tx.Exec(t.Context(), setTenant, storetest.Other.Tenant); err != nil {
				return err
			}
			done, err := tx.Exec(t.Context(), sql)
			if err == nil && done.RowsAffected() > 0 {
				t.Errorf("%s: %d rows", name, done.RowsAffected())
			}
			return err
		})
		if name == "writing for another" && (err == nil || !strings.Contains(err.Error(), "row-level security")) {
			t.Errorf("%s: %v, want that row-level security refuses it", name, err)
		}
	}
	if e, err := s.Get(t.Context(), storetest.Scope, id); err != nil || e.GetText() != "secret" {
		t.Errorf("the note became %v, %v", e, err)
	}
}

func keepPage(t testing.TB, s *Store, scope store.Scope) (string, error) {
	e, _, err := s.KeepPage(t.Context(), scope, "home/House", "The boiler is old.", false)
	return e.GetId(), err
}

func TestATenantsNameIsNoSQL(t *testing.T) {
	t.Parallel()
	s := open(t, cluster.Database(t), Options{})
	keep(t, s, storetest.Scope, "k", "secret")
	for _, tenant := range []string{"local' OR '1'='1", "%", "local'; DROP TABLE weft.note; --", "LOCAL", ""} {
		r, err := s.Find(t.Context(), store.Scope{Tenant: tenant}, store.Query{Terms: []store.Term{{Forms: []string{"secret"}}}})
		if err != nil || r.Total > 0 {
			t.Errorf("tenant %q found %v, %v", tenant, r, err)
		}
	}
	if _, err := s.Keep(t.Context(), store.Scope{}, store.NewEntry{Key: "k", Time: monday, Text: "x"}); !errors.Is(err, store.ErrNotFound) {
		t.Errorf("a tenant without a name: %v", err)
	}
}

func TestARoleThatPassesRowLevelSecurityIsRefused(t *testing.T) {
	t.Parallel()
	cluster.Database(t)
	if _, err := Open(t.Context(), cluster.AdminURL(), Options{}); !errors.Is(err, errPassesSecurity) {
		t.Errorf("a superuser: %v", err)
	}
}

func TestAnErrorNeverTellsThePassword(t *testing.T) {
	t.Parallel()
	for _, url := range []string{
		"postgres://weft:hunter2@127.0.0.1:1/weft?connect_timeout=1", "postgres://weft:hunter2@/x?sslmode=nonsense", "postgres://weft:hunter2@[::1", "host=x password=hunter2 port=y",
	} {
		_, err := Open(t.Context(), url, Options{})
		if err == nil || strings.Contains(fmt.Sprint(err), "hunter2") {
			t.Errorf("%v", err)
		}
	}
}
