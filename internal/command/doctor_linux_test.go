package command

import (
	"os"
	"path/filepath"
	"testing"

	"github.com/weft-mesh/weft/kit/disk/disktest"
)

func TestTheDoctorLooksAtTheRoomOnTheDisks(t *testing.T) {
	t.Parallel()
	small := disktest.Small(t, "12")
	got := play(t, &played{}, "", "doctor", "--vault", small, "--set", "limits.disk_reserve=8MiB")
	got.mustExit(t, exitDone)
	mustContain(t, got.out, "ok  disk", "12 MiB free for the vault at "+small)
	got = play(t, &played{}, "", "doctor", "--vault", t.TempDir(), "--set", "nats.dir="+small+"/not/made/yet")
	got.mustExit(t, exitFailed)
	mustContain(t, got.out, "bad disk", "12 MiB free for the run log at "+small, "below limits.disk_reserve (64MiB)", "free some space there")
}

func TestTheDoctorNamesLinesOfFrontMatterThatCanNotBeRead(t *testing.T) {
	t.Parallel()
	vault := t.TempDir()
	if err := os.WriteFile(filepath.Join(vault, "Job.md"), []byte("---\ntitle: Fwd: x\n---\nText.\n"), 0o600); err != nil {
		t.Fatal(err)
	}
	mustContain(t, play(t, &played{}, "", "doctor", "--vault", vault).out, "to look at", "Job.md:2: no YAML")
	got := play(t, &played{}, "", "doctor", "--vault", vault, "-o", "json")
	mustContain(t, got.out, `"warnings": [`, "Job.md:2")
}
