package disk_test

import (
	"errors"
	"path/filepath"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"google.golang.org/grpc/codes"

	"github.com/weft-mesh/weft/kit/disk"
	"github.com/weft-mesh/weft/kit/fault"
)

const mib = 1 << 20

func TestBelowTheReserveThereIsNoRoom(t *testing.T) {
	t.Parallel()
	cases := []struct {
		name     string
		free     int64
		known    bool
		promised int64
		room     bool
		open     bool
	}{
		{"plenty", 1000 * mib, true, 0, true, true},
		{"just the reserve", 64 * mib, true, 0, true, true},
		{"less than the reserve", 64*mib - 1, true, 0, false, true},
		{"what has been promised counts", 100 * mib, true, 40 * mib, false, true},
		{"too little to go on", 8*mib - 1, true, 0, false, false},
		{"nothing", 0, true, 0, false, false},
		{"unknown", 0, false, 0, true, true},
	}
	for _, c := range cases {
		t.Run(c.name, func(t *testing.T) {
			t.Parallel()
			g := disk.NewGuard(disk.Options{
				Reserve: 64 * mib,
				Places:  []disk.Place{{Name: "the vault", Dir: "/plenty"}, {Name: "the bus", Dir: "/small"}},
				Free: func(dir string) (int64, bool) {
					if dir == "/plenty" {
						return 1 << 40, true
					}
					return c.free, c.known
				},
			})
			for what, err := range map[*bool]error{&c.room: g.Room(c.promised), &c.open: g.Open()} {
				if (err == nil) != *what {
					t.Fatalf("Room %v, Open %v", g.Room(c.promised), g.Open())
				}
				if err != nil && (!errors.Is(err, fault.DiskFull) || !strings.Contains(err.Error(), "the bus (/small)")) {
					t.Errorf("it says %v", err)
				}
			}
		})
	}
}

func TestTheErrorSaysHowMuchIsLeftAndWhatToDo(t *testing.T) {
	t.Parallel()
	g := disk.NewGuard(disk.Options{
		Reserve: 64 * mib, Places: []disk.Place{{Name: "the vault", Dir: "/notes"}},
		Free: func(string) (int64, bool) { return 3 * mib, true },
	})
	var full *fault.Error
	if !errors.As(g.Room(0), &full) || full.Code != codes.ResourceExhausted || full.Metadata["free_bytes"] != "3145728" {
		t.Fatalf("got %#v", full)
	}
	want := "the disk of the vault (/notes) has 3072 KiB left, and 64 MiB are needed to finish what has been accepted; free some space, or lower limits.disk_reserve"
	if full.Message != want {
		t.Errorf("got  %s\nwant %s", full.Message, want)
	}
}

func TestTheDiskIsNotAskedAtEveryInput(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		asked, free := 0, int64(0)
		g := disk.NewGuard(disk.Options{Reserve: mib, Places: []disk.Place{{Dir: "/"}}, Free: func(string) (int64, bool) {
			asked++
			return free, true
		}})
		for range 100 {
			if g.Room(0) == nil {
				t.Fatal("there is room on a full disk")
			}
		}
		if asked != 1 {
			t.Errorf("asked %d times", asked)
		}
		free = 2 * mib
		time.Sleep(time.Second)
		if err := g.Room(0); err != nil {
			t.Errorf("still no room a second after it was made: %v", err)
		}
	})
}

func TestFreeOfAFolder(t *testing.T) {
	t.Parallel()
	if n, ok := disk.Free(t.TempDir()); ok && n <= 0 {
		t.Errorf("%d bytes", n)
	}
	if _, ok := disk.Free(filepath.Join(t.TempDir(), "gone")); ok {
		t.Error("it knows the room of a folder that is not there")
	}
}
