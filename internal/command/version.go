package command

import (
	"fmt"
	"runtime"
	"runtime/debug"
	"slices"

	"github.com/spf13/cobra"
)

// A build says what this binary is.
type build struct {
	Version  string `json:"version"`
	Commit   string `json:"commit"`
	Date     string `json:"date"`
	Modified bool   `json:"modified"`
	Go       string `json:"goVersion"`
	Platform string `json:"platform"`
}

// weftModule is the module of this package, which other modules build their binaries with.
const weftModule = "github.com/weft-mesh/weft"

func buildOf(release string, info *debug.BuildInfo) build {
	b := build{Version: release, Go: runtime.Version(), Platform: runtime.GOOS + "/" + runtime.GOARCH}
	if info == nil {
		info = &debug.BuildInfo{}
	}
	if b.Version == "" {
		b.Version = info.Main.Version
		if i := slices.IndexFunc(info.Deps, func(d *debug.Module) bool { return d.Path == weftModule }); i >= 0 {
			b.Version = fmt.Sprintf("%s in %s %s", info.Deps[i].Version, info.Main.Path, info.Main.Version)
		}
	}
	if b.Version == "" {
		b.Version = "(devel)"
	}
	for _, s := range info.Settings {
		switch s.Key {
		case "vcs.revision":
			b.Commit = s.Value
		case "vcs.time":
			b.Date = s.Value
		case "vcs.modified":
			b.Modified = s.Value == "true"
		}
	}
	return b
}

func (p *program) thisBuild() build {
	info, _ := debug.ReadBuildInfo()
	return buildOf(p.version, info)
}

func (b build) String() string {
	out := "weft " + b.Version
	if b.Commit != "" {
		out += fmt.Sprintf(" (%.12s %s)", b.Commit, b.Date)
	}
	return out + " " + b.Go + " " + b.Platform
}

func (p *program) versionCommand() *cobra.Command {
	return &cobra.Command{
		Use:     "version",
		Short:   "Print the version of Weft",
		Example: "  weft version -o json",
		Args:    noArgs,
		RunE:    func(*cobra.Command, []string) error { return p.printVersion() },
	}
}

func (p *program) printVersion() error {
	b := p.thisBuild()
	if !p.flags.json() {
		return p.print(b.String() + "\n")
	}
	return p.printValue(b)
}
