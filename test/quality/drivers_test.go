package quality

import (
	"os"
	"testing"
	"time"

	"google.golang.org/protobuf/proto"
	"google.golang.org/protobuf/types/known/timestamppb"

	commonv1 "github.com/weft-mesh/weft/proto/gen/weft/common/v1"
	retrieverv1 "github.com/weft-mesh/weft/proto/gen/weft/retriever/v1"
	"github.com/weft-mesh/weft/services/retriever"
	"github.com/weft-mesh/weft/store"
	"github.com/weft-mesh/weft/store/postgres"
	"github.com/weft-mesh/weft/store/postgres/postgrestest"
	files "github.com/weft-mesh/weft/store/vault"
)

var database postgrestest.Cluster

func TestMain(m *testing.M) { os.Exit(database.Run(m)) }

// bothDrivers returns a retriever on the notes of a folder, and one on a database with the same notes.
func bothDrivers(t *testing.T, dir, zone string) (v, db *retriever.Service) {
	t.Helper()
	loc, err := time.LoadLocation(zone)
	if err != nil {
		t.Fatal(err)
	}
	from, err := files.Open(dir, files.Options{TimeZone: loc})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = from.Close() })
	to, err := postgres.Open(t.Context(), database.Database(t), postgres.Options{TimeZone: loc})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = to.Close() })
	for batch, err := range from.Export(t.Context(), store.Scope{Tenant: files.DefaultTenant}) {
		if err == nil {
			_, err = to.Import(t.Context(), store.Scope{Tenant: files.DefaultTenant}, batch)
		}
		if err != nil {
			t.Fatal(err)
		}
	}
	return service(t, from), service(t, to)
}

func service(t *testing.T, notes store.Reader) *retriever.Service {
	t.Helper()
	s, err := retriever.New(retriever.Deps{Store: notes})
	if err != nil {
		t.Fatal(err)
	}
	return s
}

func TestEveryRetrievalCaseFindsTheSameNotesInAVaultAndInADatabase(t *testing.T) {
	t.Parallel()
	env, err := Unpack(t.TempDir())
	if err != nil {
		t.Fatal(err)
	}
	labels, err := Files(Cases(), "retrieval", Dev)
	if err != nil {
		t.Fatal(err)
	}
	cases, err := load[retrievalCase](labels)
	if err != nil {
		t.Fatal(err)
	}
	for name, dir := range env.Vaults {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			of := knownVaults[name]
			v, db := bothDrivers(t, dir, of.zone)
			asked, found := 0, 0
			for _, c := range cases {
				if c.want.Vault != name {
					continue
				}
				now, err := moment(or(c.want.Now, of.now), of.zone)
				if err != nil {
					t.Fatal(err)
				}
				req := &retrieverv1.RetrieveRequest{
					Context:    &commonv1.CallContext{Tenant: files.DefaultTenant, Now: timestamppb.New(now), TimeZone: of.zone},
					MaxEntries: mostShown,
					Instructions: []*commonv1.RetrievalInstruction{
						{Strategy: commonv1.RetrievalStrategy_RETRIEVAL_STRATEGY_QUESTION, Question: c.want.Ask},
						{Strategy: commonv1.RetrievalStrategy_RETRIEVAL_STRATEGY_TOPIC, Topic: c.want.Ask},
					},
				}
				want, err := v.Retrieve(t.Context(), req)
				if err != nil {
					t.Fatal(c.want.ID, err)
				}
				got, err := db.Retrieve(t.Context(), req)
				if err != nil {
					t.Fatal(c.want.ID, err)
				}
				want.Warnings = nil // of files
				if !proto.Equal(got, want) {
					t.Fatalf("%s: found\n%v\nwant\n%v", c.want.ID, got, want)
				}
				asked++
				found += len(got.GetEntries())
			}
			if asked > 0 && found < asked {
				t.Errorf("%d cases found %d notes", asked, found)
			}
		})
	}
}
