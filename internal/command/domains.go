package command

import (
	"encoding/json"
	"fmt"
	"strings"

	"github.com/spf13/cobra"
	"google.golang.org/grpc/codes"

	"github.com/weft-mesh/weft/domains"
	"github.com/weft-mesh/weft/internal/command/internal/render"
	"github.com/weft-mesh/weft/kit/fault"
)

func (p *program) domainsCommand() *cobra.Command {
	return group(&cobra.Command{
		Use:   "domains",
		Short: "List or check domains",
		Long: `A domain is a YAML file that teaches Weft one subject: its words, the data to
find in notes and the rules for answers. Put your own in a folder listed in
domains.dirs; a domain named like a built-in one replaces it.`,
		Example: `  weft domains ls
  weft domains check ~/weft-domains --examples`,
	}, p.domainsListCommand(), p.domainsCheckCommand())
}

func (p *program) domainsListCommand() *cobra.Command {
	return &cobra.Command{
		Use:     "ls",
		Aliases: []string{"list"},
		Short:   "List the domains, the base first",
		Example: `  weft domains ls
  weft domains ls -o json | jq -r '.domains[].name'`,
		Args: noArgs,
		RunE: func(*cobra.Command, []string) error {
			set, err := p.domains(nil)
			if err != nil {
				return p.refuseDomains(err)
			}
			if p.flags.json() {
				return p.printDomains(set)
			}
			var out strings.Builder
			for _, d := range set.Infos() {
				out.WriteString(render.Domain(p.outStyle, d))
			}
			return p.print(out.String())
		},
	}
}

func (p *program) domainsCheckCommand() *cobra.Command {
	var examples bool
	c := &cobra.Command{
		Use:   "check [FOLDER…]",
		Short: "Check domains; mistakes are shown with file and line",
		Long: `Checks the built-in domains, those in domains.dirs, and those in each FOLDER.
With --examples it also parses each domain's examples and compares the result
with what the file expects.`,
		Example: `  weft domains check
  weft domains check ~/weft-domains --examples`,
		RunE: func(_ *cobra.Command, folders []string) error {
			set, err := p.domains(folders)
			if err != nil {
				return p.refuseDomains(err)
			}
			if examples {
				if err := set.CheckExamples(); err != nil {
					return p.refuseDomains(err)
				}
			}
			if p.flags.json() {
				return p.printDomains(set)
			}
			return p.print(count(len(set.Infos()), "domain") + ", all valid\n")
		},
	}
	c.Flags().BoolVar(&examples, "examples", false, "also check that each example parses as its file says")
	return c
}

// domains loads the domains of the configuration and of more folders.
func (p *program) domains(folders []string) (*domains.Set, error) {
	c, err := p.settings()
	if err != nil {
		return nil, err
	}
	builtin, err := p.mesh.builtinDomains()
	if err != nil {
		return nil, fmt.Errorf("can't load the built-in domains: %w", err)
	}
	return domains.Load(builtin, append(append([]string{}, c.Domains.Dirs...), folders...)...)
}

// refuseDomains tells all that is wrong with domains, each where it is.
func (p *program) refuseDomains(err error) error {
	if describe(err).Reason == string(fault.ConfigInvalid) {
		return err // of the settings
	}
	if p.flags.json() {
		return fault.New(codes.InvalidArgument, fault.ConfigInvalid, "%v", err)
	}
	p.say(err.Error())
	return exitError{exitUsage}
}

func (p *program) printDomains(set *domains.Set) error {
	told := struct {
		Base    string            `json:"base"`
		Domains []json.RawMessage `json:"domains"`
	}{Base: set.Base()}
	for _, d := range set.Infos() {
		line, err := render.Line(d)
		if err != nil {
			return err
		}
		told.Domains = append(told.Domains, line)
	}
	return p.printValue(told)
}
