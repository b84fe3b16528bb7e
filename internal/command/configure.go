package command

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"os"

	"github.com/goccy/go-yaml"
	"github.com/spf13/cobra"

	"github.com/weft-mesh/weft/internal/app"
	"github.com/weft-mesh/weft/kit/config"
)

func (p *program) configCommand() *cobra.Command {
	return group(&cobra.Command{
		Use:   "config",
		Short: "Check, print or describe the configuration",
		Long: `Settings come from one YAML file; WEFT_ environment variables override the file,
and flags override both. You need none of them: every setting has a default.`,
		Example: `  weft config check
  weft config print --origins
  weft config prefer --depth quick
  weft config schema > weft.schema.json`,
	}, p.configCheckCommand(), p.configPrintCommand(), p.configSchemaCommand(), p.configPreferCommand())
}

func (p *program) configCheckCommand() *cobra.Command {
	return &cobra.Command{
		Use:   "check",
		Short: "Check the configuration; mistakes are shown with file and line",
		Long: `Checks every setting, and reads the certificates and keys that the settings name,
without which a server doesn't start. Run it where the server runs.`,
		Example: `  weft config check
  weft config check --config deploy/weft.yaml`,
		Args: noArgs,
		RunE: func(*cobra.Command, []string) error {
			source, err := p.source()
			if err != nil {
				return err
			}
			if _, err := p.graphs(); err != nil { // which check what is set for them
				return p.problems(err)
			}
			c, err := p.settings()
			if err != nil {
				return err
			}
			if err := app.CheckFiles(c); err != nil {
				return err
			}
			file, _ := source.File()
			if p.flags.json() {
				return p.printValue(struct {
					Valid bool   `json:"valid"`
					File  string `json:"file"`
				}{true, file})
			}
			if _, err := os.Stat(file); err != nil {
				return p.print("The configuration is valid. No file at " + file + ".\n")
			}
			return p.print("The configuration is valid: " + file + "\n")
		},
	}
}

// problems prints what is wrong with the configuration, a line each, which
// editors can follow to file and line.
func (p *program) problems(err error) error {
	wrong, ok := errors.AsType[*config.InvalidError](err)
	if !ok || p.flags.json() {
		return err
	}
	for _, problem := range wrong.Problems {
		p.say(problem.String())
	}
	return exitError{exitUsage}
}

func (p *program) configPrintCommand() *cobra.Command {
	var origins bool
	c := &cobra.Command{
		Use:   "print",
		Short: "Print the configuration in effect",
		Example: `  weft config print
  weft config print --origins --set api.listen=127.0.0.1:0`,
		Args: noArgs,
		RunE: func(*cobra.Command, []string) error {
			c, err := p.settings()
			if err != nil {
				return err
			}
			if !p.flags.json() {
				return c.Print(p.out, origins)
			}
			var text bytes.Buffer
			if err := c.Print(&text, false); err != nil {
				return err
			}
			raw, err := yaml.YAMLToJSON(text.Bytes())
			if err != nil {
				return fmt.Errorf("writing the configuration as JSON: %w", err)
			}
			return p.printValue(json.RawMessage(raw))
		},
	}
	c.Flags().BoolVar(&origins, "origins", false, "show where each value comes from")
	return c
}

func (p *program) configSchemaCommand() *cobra.Command {
	return &cobra.Command{
		Use:     "schema",
		Short:   "Print the configuration's JSON Schema, for editors",
		Example: "  weft config schema > weft.schema.json",
		Args:    noArgs,
		RunE: func(*cobra.Command, []string) error {
			return p.printValue(config.Schema())
		},
	}
}
