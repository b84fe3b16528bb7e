package planvault

import (
	"bytes"
	"io/fs"
	"log/slog"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	orchestratorv1 "github.com/weft-mesh/weft/proto/gen/weft/orchestrator/v1"
	planv1 "github.com/weft-mesh/weft/proto/gen/weft/plan/v1"
	"google.golang.org/protobuf/types/known/timestamppb"

	"github.com/weft-mesh/weft/kit/safefile"
	"github.com/weft-mesh/weft/notes/dayfile"
	"github.com/weft-mesh/weft/plans/folder"
	"github.com/weft-mesh/weft/store/vault"
)

const mine = "my own words\n"

// newKeeper returns one on a vault, without an API.
func newKeeper(t *testing.T, files map[string]string) (*keeper, *bytes.Buffer) {
	t.Helper()
	dir := t.TempDir()
	for name, text := range files {
		put(t, dir, name, text)
	}
	v, err := vault.Open(dir, vault.Options{})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = v.Close() })
	f, err := safefile.OpenFolder(dir)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = f.Close() })
	log := &bytes.Buffer{}
	return &keeper{
		Options: Options{
			Vault: dir, Folder: "Weft", Owner: "ann", ByFile: true, Swap: v.Swap, Now: time.Now, Log: slog.New(slog.NewTextHandler(log, nil)),
			Every: time.Second, Dashboard: 5 * time.Second,
		},
		files: f, known: newKnown(), seen: map[string]*seen{}, refused: map[string]string{}, asking: map[string]bool{}, failed: map[string]string{},
	}, log
}

func put(t *testing.T, dir, name, text string) {
	t.Helper()
	full := filepath.Join(dir, filepath.FromSlash(name))
	if err := os.MkdirAll(filepath.Dir(full), 0o755); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(full, []byte(text), 0o644); err != nil {
		t.Fatal(err)
	}
}

func (k *keeper) text(t *testing.T, name string) string {
	t.Helper()
	data, err := os.ReadFile(filepath.Join(k.Vault, filepath.FromSlash(name)))
	if err != nil {
		t.Fatal(err)
	}
	return string(data)
}

func marks(t *testing.T, k *keeper) (out []string) {
	t.Helper()
	err := filepath.WalkDir(k.Vault, func(name string, e fs.DirEntry, err error) error {
		if err == nil && e.Name() == dayfile.PlansMark {
			rel, _ := filepath.Rel(k.Vault, filepath.Dir(name))
			out = append(out, filepath.ToSlash(rel))
		}
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	return out
}

func TestFoldersAreMadeWithTheirMarkUnlessOneIsSomebodysOwn(t *testing.T) {
	t.Parallel()
	const plan, request = "---\nid: PLAN-1\n---\n", "---\nrequest: R/i1\n---\n"
	for name, tt := range map[string]struct {
		files   map[string]string
		refused string
	}{
		"nothing":            {nil, ""},
		"the folder itself":  {map[string]string{"Weft/mine.md": mine}, ""},
		"a folder of notes":  {map[string]string{"Weft/Done/mine.md": mine}, "Weft/Done is somebody's own"},
		"notes among plans":  {map[string]string{"Weft/Plans/PLAN-1.md": plan, "Weft/Plans/mine.md": mine}, "Weft/Plans is somebody's own"},
		"notes deep within":  {map[string]string{"Weft/Done/Actions/a.md": request, "Weft/Done/2026/mine.md": mine}, "Weft/Done is somebody's own"},
		"an empty one":       {map[string]string{"Weft/Done/.keep": ""}, "Weft/Done is somebody's own"},
		"a file":             {map[string]string{"Weft/Approved": mine}, "Weft/Approved is no folder"},
		"without its mark":   {map[string]string{"Weft/Plans/PLAN-1.md": plan, "Weft/Done/Actions/a.md": request}, ""},
		"with its mark":      {map[string]string{"Weft/Plans/mine.md": mine, "Weft/Plans/" + dayfile.PlansMark: ""}, ""},
		"what is not a file": {map[string]string{"Weft/Rejected/picture.png": "x"}, "Weft/Rejected is somebody's own"},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			k, _ := newKeeper(t, tt.files)
			err := k.claim()
			if tt.refused != "" {
				if err == nil || !strings.Contains(err.Error(), tt.refused) || len(marks(t, k)) > 0 {
					t.Errorf("%v, and marks are in %v", err, marks(t, k))
				}
				return
			}
			if err != nil || len(marks(t, k)) != 5 {
				t.Errorf("%v, and marks are in %v", err, marks(t, k))
			}
			for name, text := range tt.files {
				if k.text(t, name) != text {
					t.Errorf("%s is %q", name, k.text(t, name))
				}
			}
			if err := k.claim(); err != nil {
				t.Errorf("once more: %v", err)
			}
		})
	}
}

func TestAFileAgreesWithItselfOnceItIsReadTwiceSomeTimeApart(t *testing.T) {
	t.Parallel()
	k, _ := newKeeper(t, map[string]string{"Weft/Approved/a.md": "x", "Weft/Approved/.hidden.md": "x", "Weft/Approved/a.txt": "x", "Weft/Approved/b/c.md": "x"})
	now := time.Now()
	for i, step := range []struct {
		after   time.Duration
		text    string
		changed bool
		agreed  bool
	}{
		{0, "", true, false},
		{10 * time.Millisecond, "", false, false}, // a plan has changed meanwhile
		{time.Second, "", true, true},
		{time.Second, "", false, true},
		{0, "y", true, false}, // of the same length
		{time.Second, "", true, true},
	} {
		if step.text != "" {
			put(t, k.Vault, "Weft/Approved/a.md", step.text)
		}
		now = now.Add(step.after)
		changed, err := k.look(now)
		if err != nil || changed != step.changed || len(k.seen) != 1 || k.seen["Approved/a.md"].agreed != step.agreed {
			t.Errorf("look %d: %v, %v, %v", i+1, changed, err, k.seen)
		}
	}
}

func TestNothingIsWrittenOverOrMovedThatSomebodyHasChanged(t *testing.T) {
	t.Parallel()
	k, _ := newKeeper(t, map[string]string{"Weft/Plans/a.md": mine, "Weft/Done/Plans/b.md": mine})
	k.write(t.Context(), folder.Write{Path: "Plans/a.md", Old: []byte("as it was"), New: []byte("new")})
	k.write(t.Context(), folder.Write{Path: "Plans/a.md", New: []byte("new")})
	k.move(t.Context(), folder.Move{From: "Plans/a.md", To: "Done/Plans/a.md", Data: []byte("as it was")})
	k.move(t.Context(), folder.Move{From: "Plans/a.md", To: "Done/Plans/b.md", Data: []byte(mine)})
	k.move(t.Context(), folder.Move{From: "Plans/none.md", To: "Done/Plans/c.md"})
	if k.text(t, "Weft/Plans/a.md") != mine || k.text(t, "Weft/Done/Plans/b.md") != mine {
		t.Error("somebody's words are gone")
	}
	k.write(t.Context(), folder.Write{Path: "Plans/a.md", Old: []byte(mine), New: []byte("new")})
	k.move(t.Context(), folder.Move{From: "Plans/a.md", To: "Done/Plans/a.md", Data: []byte("new")})
	if k.text(t, "Weft/Done/Plans/a.md") != "new" {
		t.Error("it was not written and moved")
	}
}

func TestTheDashboardFollowsAtOnceAndThenAfterFiveSeconds(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		k, _ := newKeeper(t, nil)
		if err := k.claim(); err != nil {
			t.Fatal(err)
		}
		k.known.whole = true
		tell := func(objective string) {
			k.known.put(&orchestratorv1.Plan{
				Id: "PLAN-1", State: orchestratorv1.Plan_STATE_EXECUTING, Content: &planv1.Content{Objective: objective}, UpdateTime: timestamppb.Now(),
			})
			k.show(t.Context())
		}
		tells := func(objective string) {
			t.Helper()
			if text := k.text(t, "Weft/Dashboard.md"); !strings.Contains(text, "[[PLAN-1]] "+objective+":") {
				t.Errorf("after %s it does not tell of %q:\n%s", time.Since(k.board.written), objective, text)
			}
		}
		tell("one")
		tells("one")
		for range 4 { // a change each second
			time.Sleep(time.Second)
			tell("two")
			tell("three")
			tells("one")
		}
		<-k.board.due
		k.show(t.Context())
		tells("three")
		if late := k.board.written.Sub(time.Date(2000, 1, 1, 0, 0, 0, 0, time.UTC)); late != 5*time.Second {
			t.Errorf("it comes after %s", late)
		}
		time.Sleep(time.Minute)
		tell("four")
		tells("four")
	})
}

func TestADashboardOfSomebodysOwnStays(t *testing.T) {
	t.Parallel()
	k, log := newKeeper(t, map[string]string{"Weft/Dashboard.md": mine})
	if err := k.claim(); err != nil {
		t.Fatal(err)
	}
	k.known.whole = true
	k.show(t.Context())
	k.show(t.Context())
	if k.text(t, "Weft/Dashboard.md") != mine || strings.Count(log.String(), "is not written") != 1 {
		t.Errorf("it is %q, and told is %s", k.text(t, "Weft/Dashboard.md"), log)
	}
	put(t, k.Vault, "Weft/Dashboard.md", mine+"<!-- weft:dashboard -->\n<!-- weft:end -->\n"+mine)
	k.show(t.Context())
	if text := k.text(t, "Weft/Dashboard.md"); !strings.HasPrefix(text, mine) || !strings.HasSuffix(text, mine) || !strings.Contains(text, "## Waiting for you") {
		t.Errorf("it is %q", text)
	}
	if _, trouble := dayfile.ReadBytes("Weft/Dashboard.md", k.text(t, "Weft/Dashboard.md"), dayfile.DateSettings{}); trouble != dayfile.Dashboard {
		t.Errorf("it is read as a note: %v", trouble)
	}
}
