package command

import (
	"slices"
	"strings"
	"time"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"
	"google.golang.org/grpc/codes"

	"github.com/weft-mesh/weft/kit/fault"
)

// globalFlags are the flags that every command has.
type globalFlags struct {
	server   string
	token    string // file with the server's token
	vault    string
	config   string
	output   string
	now      string
	zone     string
	trace    string
	logLevel string
	quiet    bool
	version  bool
	set      []string

	steps     bool
	detailed  bool
	depth     string
	requestID string
	thread    string
	labels    map[string]string
}

var outputs = []string{"text", "json"}
var depths = []string{"off", "quick", "focused", "deep"}
var logLevels = []string{"debug", "info", "warn", "error"}

// register adds the flags. What is set already is their default, so that a
// command within a conversation has the flags of the conversation.
func (f *globalFlags) register(flags *pflag.FlagSet) {
	if f.output == "" {
		f.output = "text"
	}
	flags.StringVar(&f.server, "server", f.server, "use the server at this `address`, such as 127.0.0.1:7433")
	flags.StringVar(&f.token, "token-file", f.token, "`file` with that server's token (default: the vault's)")
	flags.StringVar(&f.vault, "vault", f.vault, "`folder` of your notes (default: from the configuration)")
	flags.StringVar(&f.config, "config", f.config, "configuration `file`")
	flags.StringArrayVar(&f.set, "set", f.set, "set one configuration value, as `path=value`; repeatable")
	flags.StringVarP(&f.output, "output", "o", f.output, "output `format`: text or json")
	flags.StringVar(&f.now, "now", f.now, "`time` to treat as now: 2026-02-23T09:00 (in --tz) or RFC 3339")
	flags.StringVar(&f.zone, "tz", f.zone, "your time `zone`, such as Europe/Berlin (default: from the configuration)")
	flags.StringVar(&f.trace, "trace-file", f.trace, "write a trace of this command to this `file`")
	flags.StringVar(&f.logLevel, "log-level", f.logLevel, "least severe `level` to log on standard error: debug, info, warn or error")
	flags.BoolVarP(&f.quiet, "quiet", "q", f.quiet, "print only results and errors")
}

func completeGlobals(c *cobra.Command) {
	complete(c, "output", outputs...)
	complete(c, "log-level", logLevels...)
	complete(c, "server")
	complete(c, "now")
	complete(c, "set")
	_ = c.MarkPersistentFlagDirname("vault")
	_ = c.MarkPersistentFlagFilename("config", "yaml", "yml")
	_ = c.MarkPersistentFlagFilename("token-file")
}

// complete tells the shell what values a flag takes. The only error is a flag
// that does not exist, which a test of every command would show.
func complete(c *cobra.Command, flag string, values ...string) {
	_ = c.RegisterFlagCompletionFunc(flag, cobra.FixedCompletions(values, cobra.ShellCompDirectiveNoFileComp))
}

// check refuses values that no command could use.
func (f *globalFlags) check() error {
	if !slices.Contains(outputs, f.output) {
		wrong := f.output
		f.output = "text"
		return usage("--output %q: use text or json", wrong)
	}
	if f.logLevel != "" && !slices.Contains(logLevels, f.logLevel) {
		return usage("--log-level %q: use one of %s", f.logLevel, strings.Join(logLevels, ", "))
	}
	if f.depth != "" && !slices.Contains(depths, f.depth) {
		return usage("--depth %q: use one of %s", f.depth, strings.Join(depths, ", "))
	}
	if f.zone != "" {
		if _, err := time.LoadLocation(f.zone); err != nil || f.zone == "Local" {
			return fault.New(codes.InvalidArgument, fault.TimeZoneUnknown,
				"--tz %q is not a known time zone; use an IANA name such as Europe/Berlin", f.zone)
		}
	}
	if f.now != "" {
		if _, err := parseNow(f.now, time.UTC); err != nil {
			return usage("--now %v", err)
		}
	}
	return nil
}

func (f *globalFlags) json() bool { return f.output == "json" }
