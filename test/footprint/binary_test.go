package footprint

import (
	"os"
	"os/exec"
	"path/filepath"
	"testing"
)

// mostBytes is what the released binary may have.
const mostBytes = 62_000_000

// measured is the variable that names the binary to measure, as "make build" made it.
const measured = "WEFT_FOOTPRINT"

// A library that costs tens of megabytes is found here and not by whoever
// downloads the release.
func TestTheReleasedBinaryIsSmall(t *testing.T) {
	t.Parallel()
	path := os.Getenv(measured)
	if path == "" { // with the tag and the flags of the release, without which nine megabytes of methods stay
		path = filepath.Join(t.TempDir(), "weft")
		out, err := exec.Command("go", "build", "-tags=grpcnotrace", "-trimpath", "-ldflags=-s -w -funcalign=16", "-o", path, "github.com/weft-mesh/weft/cmd/weft").CombinedOutput()
		if err != nil {
			t.Fatalf("%v\n%s", err, out)
		}
	}
	info, err := os.Stat(path)
	if err != nil {
		t.Fatal(err)
	}
	t.Logf("the binary has %.1f MB", float64(info.Size())/1e6)
	if info.Size() > mostBytes {
		t.Errorf("the binary has %d bytes, more than %d; docs/performance.md tells how to see what takes them", info.Size(), mostBytes)
	}
}
