package reading

import (
	"context"
	"errors"
	"log/slog"
	"os"
	"path/filepath"
	"reflect"
	"slices"
	"sync"
	"sync/atomic"
	"testing"
	"testing/synctest"
	"time"

	"google.golang.org/grpc"
	"google.golang.org/grpc/codes"
	"google.golang.org/protobuf/types/known/structpb"

	"github.com/weft-mesh/weft/domains"
	"github.com/weft-mesh/weft/kit/fault"
	"github.com/weft-mesh/weft/orchestrator/notegraph"
	commonv1 "github.com/weft-mesh/weft/proto/gen/weft/common/v1"
	parserv1 "github.com/weft-mesh/weft/proto/gen/weft/parser/v1"
	routerv1 "github.com/weft-mesh/weft/proto/gen/weft/router/v1"
	"github.com/weft-mesh/weft/services/parser"
	"github.com/weft-mesh/weft/services/router"
	"github.com/weft-mesh/weft/store"
	"github.com/weft-mesh/weft/store/vault"
)

var scope = store.Scope{Tenant: "local", User: "mia"}

type routerHere struct{ *router.Service }

func (r routerHere) Route(ctx context.Context, in *routerv1.RouteRequest, _ ...grpc.CallOption) (*routerv1.RouteResponse, error) {
	return r.Service.Route(ctx, in)
}

// parserHere is a parser in this process, or what a test puts before it.
type parserHere struct {
	*parser.Service
	instead func(*parserv1.ParseRequest) (*parserv1.ParseResponse, error)
}

func (p parserHere) Parse(ctx context.Context, in *parserv1.ParseRequest, _ ...grpc.CallOption) (*parserv1.ParseResponse, error) {
	if p.instead != nil {
		return p.instead(in)
	}
	return p.Service.Parse(ctx, in)
}

// A desk has what is needed to have notes read.
type desk struct {
	deps  notegraph.Deps
	vault *vault.Vault
	parse *parserHere
}

// What takes long to make is shared, as it is by the calls of a process.
var (
	builtin   = sync.OnceValues(domains.Builtin)
	newRouter = sync.OnceValues(func() (*router.Service, error) { return router.New(router.Deps{}) })
	newParser = sync.OnceValues(func() (*parser.Service, error) { return parser.New(parser.Deps{}) })
)

func newDesk(t *testing.T, dir string) *desk {
	t.Helper()
	set, err := builtin()
	if err != nil {
		t.Fatal(err)
	}
	r, err := newRouter()
	if err != nil {
		t.Fatal(err)
	}
	p, err := newParser()
	if err != nil {
		t.Fatal(err)
	}
	v, err := vault.Open(dir, vault.Options{})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = v.Close() })
	d := &desk{vault: v, parse: &parserHere{Service: p}}
	d.deps = notegraph.Deps{Router: routerHere{r}, Parser: d.parse, Store: v, Domains: set}
	return d
}

func (d *desk) reader() *Reader {
	return New(d.deps, notegraph.Config{}, When{TimeZone: "UTC", WeekStart: time.Monday})
}

// plants adds a domain.
func (d *desk) plants(t *testing.T) {
	t.Helper()
	dir := t.TempDir()
	plants := "name: plants\ndescription: House plants.\nnames:\n  plant:\n    monstera: []\n" +
		"schema: {type: object, properties: {water: {$ref: '#/$defs/quantity'}, plant: {type: string}}}\n" +
		"patterns:\n  - {name: watering, match: '(watered|gave) the {plant} with {water:volume}'}\n"
	if err := os.WriteFile(filepath.Join(dir, "plants.yaml"), []byte(plants), 0o600); err != nil {
		t.Fatal(err)
	}
	shipped, err := builtin()
	if err != nil {
		t.Fatal(err)
	}
	set, err := domains.Load(shipped, dir)
	if err != nil {
		t.Fatal(err)
	}
	d.deps.Domains = set
}

func at(day int) time.Time { return time.Date(2026, 1, day, 9, 0, 0, 0, time.UTC) }

// keep keeps a note and has it read.
func (d *desk) keep(t *testing.T, n store.NewEntry, tags ...string) *commonv1.Entry {
	t.Helper()
	n.Key = n.Time.String()
	e, err := d.vault.Keep(t.Context(), scope, n)
	if err == nil {
		err = d.reader().Read(t.Context(), scope, e, "", tags)
	}
	if err != nil {
		t.Fatal(err)
	}
	return d.get(t, e.GetId())
}

func (d *desk) get(t *testing.T, id string) *commonv1.Entry {
	t.Helper()
	e, err := d.vault.Get(t.Context(), scope, id)
	if err != nil {
		t.Fatal(err)
	}
	return e
}

// anew reads the notes again and returns which, and how many there were to read.
func anew(t *testing.T, r *Reader) (ids []string, total int) {
	t.Helper()
	err := r.Anew(t.Context(), scope, func(p Progress) error {
		if total = p.Total; p.Entry != "" {
			ids = append(ids, p.Entry)
		}
		return p.Problem
	})
	if err != nil {
		t.Fatal(err)
	}
	return ids, total
}

func TestAfterAChangeOfDomainsNotesAreReadAgain(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	own := filepath.Join(dir, "2026-01-03.md")
	if err := os.WriteFile(own, []byte("watered the monstera with 2 l\n"), 0o600); err != nil {
		t.Fatal(err)
	}
	d := newDesk(t, dir)
	watered := d.keep(t, store.NewEntry{Time: at(5), Text: "watered the monstera with 0.5 l"}, "green")
	wrong := d.keep(t, store.NewEntry{Time: at(6), Text: "bench press 3x5 at 80 kg"})
	d.keep(t, store.NewEntry{Time: at(7), Text: "nothing to see"})
	corrected, err := structpb.NewStruct(map[string]any{"strength": map[string]any{"sets": []any{map[string]any{"exercise": "squat"}}}})
	if err != nil {
		t.Fatal(err)
	}
	if _, err := d.vault.Correct(t.Context(), scope, wrong.GetId(), "c", store.Parsed{Data: corrected}); err != nil {
		t.Fatal(err)
	}
	if _, err := d.vault.Keep(t.Context(), scope, store.NewEntry{Key: "c", Time: at(8), Text: "it was a squat", Correction: true}); err != nil {
		t.Fatal(err)
	}
	raw := read(t, dir, "logs/raw/2026/01/2026-01-05.md")
	anew(t, d.reader()) // what was corrected is not of these domains yet

	if ids, total := anew(t, d.reader()); total != 0 {
		t.Errorf("with the same domains %v are read again", ids)
	}
	d.plants(t)
	ids, total := anew(t, d.reader())
	if want := []string{"2026-01-07_09-00-00", "2026-01-06_09-00-00", "2026-01-05_09-00-00"}; !slices.Equal(ids, want) || total != len(want) {
		t.Errorf("read again are %v of %d, want %v", ids, total, want)
	}
	if ids, total := anew(t, d.reader()); total != 0 {
		t.Errorf("once more %v", ids)
	}
	now := d.get(t, watered.GetId())
	if now.GetDomainData().GetFields()["plants"] == nil || !slices.Equal(now.GetTags(), []string{"green"}) {
		t.Errorf("the note of the new domain has %v, tags %v", now.GetDomainData(), now.GetTags())
	}
	if got := d.get(t, wrong.GetId()).GetDomainData(); !reflect.DeepEqual(got.AsMap(), corrected.AsMap()) {
		t.Errorf("what was corrected became %v", got)
	}
	if got := read(t, dir, "logs/raw/2026/01/2026-01-05.md"); got != raw {
		t.Errorf("the note itself became %q", got)
	}
	if _, err := os.Stat(filepath.Join(dir, "logs/parsed/2026/01/2026-01-03.json")); err == nil {
		t.Error("a note that was never parsed is now")
	}
}

func read(t *testing.T, dir, rel string) string {
	t.Helper()
	content, err := os.ReadFile(filepath.Join(dir, rel))
	if err != nil {
		t.Fatal(err)
	}
	return string(content)
}

func TestWhatIsInterruptedGoesOnWhereItWas(t *testing.T) {
	t.Parallel()
	d := newDesk(t, t.TempDir())
	for i := range 5 {
		d.keep(t, store.NewEntry{Time: at(i + 1), Text: "slept 7 h"})
	}
	d.plants(t)
	enough := errors.New("enough")
	err := d.reader().Anew(t.Context(), scope, func(p Progress) error {
		if p.Done == 2 {
			return enough
		}
		return nil
	})
	if !errors.Is(err, enough) {
		t.Fatal(err)
	}
	if ids, total := anew(t, d.reader()); total != 3 || ids[0] != "2026-01-03_09-00-00" {
		t.Errorf("then %v of %d are read", ids, total)
	}
}

func TestANoteThatWasChangedByHandIsReadAgain(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	d := newDesk(t, dir)
	e := d.keep(t, store.NewEntry{Time: at(5), Text: "slept 7 h"})
	if err := os.WriteFile(filepath.Join(dir, "logs/raw/2026/01/2026-01-05.md"), []byte("## 09:00\nslept 6 h\n"), 0o600); err != nil {
		t.Fatal(err)
	}
	if err := d.vault.Fresh(t.Context(), scope, nil); err != nil {
		t.Fatal(err)
	}
	if d.get(t, e.GetId()).GetDomainData() != nil {
		t.Error("it has the data of its old text")
	}
	if ids, _ := anew(t, d.reader()); len(ids) != 1 {
		t.Errorf("read again are %v", ids)
	}
	if d.get(t, e.GetId()).GetDomainData().GetFields()["sleep"] == nil {
		t.Error("it has no data")
	}
}

func TestWhatCantBeReadNowKeepsWhatWasKnown(t *testing.T) {
	t.Parallel()
	d := newDesk(t, t.TempDir())
	e := d.keep(t, store.NewEntry{Time: at(5), Text: "slept 7 h"})
	d.plants(t)
	d.parse.instead = func(*parserv1.ParseRequest) (*parserv1.ParseResponse, error) {
		return &parserv1.ParseResponse{Provenance: &commonv1.Provenance{Degraded: true}}, nil
	}
	problems := 0
	err := d.reader().Anew(t.Context(), scope, func(p Progress) error {
		if p.Problem != nil {
			problems++
		}
		return nil
	})
	if err != nil || problems != 1 {
		t.Errorf("%v, %d problems", err, problems)
	}
	away := fault.New(codes.Unavailable, fault.AgentUnavailable, "no parser is ready")
	d.parse.instead = func(*parserv1.ParseRequest) (*parserv1.ParseResponse, error) { return nil, away }
	if err := d.reader().Anew(t.Context(), scope, func(p Progress) error { return p.Problem }); !errors.Is(err, fault.AgentUnavailable) {
		t.Errorf("without a parser: %v", err)
	}
	if d.get(t, e.GetId()).GetDomainData().GetFields()["sleep"] == nil {
		t.Error("its data is lost")
	}
	d.parse.instead = nil
	if _, total := anew(t, d.reader()); total != 1 {
		t.Errorf("%d notes are left to read", total)
	}
}

func TestAServerKeepsNotesRead(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	d := newDesk(t, dir)
	e := d.keep(t, store.NewEntry{Time: at(5), Text: "watered the monstera with 0.5 l"})
	d.plants(t)
	synctest.Test(t, func(t *testing.T) {
		var asked atomic.Int32
		r := d.reader()
		d.parse.instead = func(in *parserv1.ParseRequest) (*parserv1.ParseResponse, error) {
			if asked.Add(1) < 4 {
				return nil, errors.New("broken")
			}
			return d.parse.Service.Parse(t.Context(), in)
		}
		ctx, stop := context.WithCancel(t.Context())
		ended := make(chan error, 1)
		whose := func(context.Context) ([]store.Scope, error) { // the vault has nothing of the first
			return []store.Scope{{Tenant: "somebody else"}, scope}, nil
		}
		go func() { ended <- r.Keep(ctx, whose, slog.New(slog.DiscardHandler)) }()
		time.Sleep(settle + 2*time.Minute + time.Second)
		if n := asked.Load(); n != 2 {
			t.Errorf("asked %d times, want a note that can't be read to be tried ever more rarely", n)
		}
		time.Sleep(time.Hour)
		if n := asked.Load(); n != 4 {
			t.Errorf("asked %d times, want 4: then it is read", n)
		}
		stop()
		if err := <-ended; !errors.Is(err, context.Canceled) {
			t.Errorf("it ends with %v", err)
		}
	})
	if d.get(t, e.GetId()).GetDomainData().GetFields()["plants"] == nil {
		t.Error("the note was not read")
	}
}
