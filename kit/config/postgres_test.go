package config_test

import (
	"strings"
	"testing"

	"github.com/weft-mesh/weft/kit/config"
)

func TestTheURLOfADatabaseIsCheckedAndItsPasswordNeitherWrittenNorPrinted(t *testing.T) {
	t.Parallel()
	for _, tt := range []struct {
		name, file, want string
		env              []string
	}{
		{name: "a database without a URL", file: "store: postgres", want: "postgres.url"},
		{name: "a password in the file", file: "postgres: {url: 'postgres://weft:hunter2@db/weft'}", want: "contains the password itself"},
		{name: "a password in the query", file: "postgres: {url: 'postgres://weft@db/weft?password=hunter2'}", want: "contains the password itself"},
		{name: "not a URL", file: "postgres: {url: 'mysql://weft:hunter2@db/weft'}", want: "not a URL"},
		{name: "another store", file: "store: mysql", want: "vault, postgres"},
		{name: "a URL without a password", file: "store: postgres\npostgres: {url: 'postgres://weft@db/weft'}"},
		{name: "a variable", file: "store: postgres\npostgres: {url: '${WEFT_DB}'}"},
		{name: "a file", file: "store: postgres\npostgres: {url: 'file:/run/secrets/db'}"},
		{name: "a password in the environment", file: "store: postgres", env: []string{"WEFT_POSTGRES_URL=postgres://weft:hunter2@db/weft"}},
	} {
		t.Run(tt.name, func(t *testing.T) {
			t.Parallel()
			s, _ := source(t, tt.file+"\n")
			s.Env = append(s.Env, tt.env...)
			c, err := config.Load(s)
			switch {
			case tt.want == "" && err != nil:
				t.Fatal(err)
			case tt.want == "":
				if text := printed(t, c, true); strings.Contains(text, "hunter2") {
					t.Errorf("printed as\n%s", text)
				}
			case err == nil || !strings.Contains(err.Error(), tt.want) || strings.Contains(err.Error(), "hunter2"):
				t.Errorf("%v, want %q", err, tt.want)
			}
		})
	}
}
