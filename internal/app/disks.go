package app

import (
	"os"
	"path/filepath"

	"github.com/weft-mesh/weft/kit/config"
	"github.com/weft-mesh/weft/kit/disk"
)

// Disk is the file system that something is kept on.
type Disk struct {
	Holds string // "vault", "run log"
	Dir   string
	Free  int64 // bytes
	Full  bool  // it has less than limits.disk_reserve: new input is refused
}

// Disks tells of the disks that a mesh with this configuration writes to, as far
// as that can be told. It makes no folder.
func Disks(c *config.Config) []Disk {
	var out []Disk
	for _, d := range disks(c, findState(c.Vault)) {
		free, ok := disk.Free(existing(d.Dir))
		if !ok {
			continue
		}
		d.Free, d.Full = free, free < int64(c.Limits.DiskReserve)
		out = append(out, d)
	}
	return out
}

// guard looks at the disks of a mesh that has a state folder.
func guard(c *config.Config, state string) *disk.Guard {
	var places []disk.Place
	for _, d := range disks(c, state) {
		places = append(places, disk.Place{Name: "the " + d.Holds, Dir: d.Dir})
	}
	return disk.NewGuard(disk.Options{Reserve: int64(c.Limits.DiskReserve), Places: places})
}

// disks names what a mesh writes to: the vault, and the log of its runs unless a
// NATS server elsewhere keeps it.
func disks(c *config.Config, state string) []Disk {
	all := []Disk{{Holds: "vault", Dir: c.Vault}}
	if c.NATS.URL == "" {
		all = append(all, Disk{Holds: "run log", Dir: natsDir(c, state)})
	}
	return all
}

// existing returns the nearest folder above a path that is there, or the path.
func existing(path string) string {
	for dir := path; ; dir = filepath.Dir(dir) {
		if _, err := os.Stat(dir); err == nil || dir == filepath.Dir(dir) {
			return dir
		}
	}
}
