package command

import (
	"fmt"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"github.com/spf13/cobra"

	"github.com/weft-mesh/weft/internal/app"
	"github.com/weft-mesh/weft/kit/identity"
)

func (p *program) certsCommand() *cobra.Command {
	return group(&cobra.Command{
		Use:   "certs",
		Short: "Make certificates for trying an encrypted mesh",
		Long: `The processes of a mesh identify each other by certificate (see tls in the
configuration): one per role, with the id spiffe://DOMAIN/role/ROLE. In
production, use an authority such as cert-manager or SPIRE. To try a mesh out,
use this command.`,
		Example: `  weft certs dev`,
	}, p.certsDevCommand())
}

func (p *program) certsDevCommand() *cobra.Command {
	dir := "certs"
	known := app.Certified()
	var roles, hosts []string
	c := &cobra.Command{
		Use:   "dev",
		Short: "Make a development authority and a certificate for each role",
		Long: `Makes an authority in a folder, unless there is one already, and a certificate
for each role, for a NATS server and for whoever takes backups of its streams:
ROLE.crt and ROLE.key, valid for a year and for localhost, the role's name and
each --host. Run it again to renew them;
running processes pick them up.

Anyone who can read ca.key can pose as any role, so use this authority for
trials only.`,
		Example: `  weft certs dev
  weft certs dev --dir /etc/weft/certs --host weft.example.org --host 10.0.0.7
  weft certs dev --roles planner    # renew one`,
		Args: noArgs,
		RunE: func(*cobra.Command, []string) error {
			if len(roles) == 0 {
				roles = known
			}
			for _, role := range roles {
				if !slices.Contains(known, role) {
					return usage("--roles: there is no role %q; the roles are %s", role, strings.Join(known, ", "))
				}
			}
			cfg, err := p.settings()
			if err != nil {
				return err
			}
			return p.develop(dir, cfg.TLS.TrustDomain, roles, hosts)
		},
	}
	c.Flags().StringVar(&dir, "dir", dir, "`folder` for the certificates")
	c.Flags().StringSliceVar(&roles, "roles", nil, "make certificates for these `roles` only")
	c.Flags().StringSliceVar(&hosts, "host", nil, "host `name` or address to include; repeatable")
	complete(c, "roles", known...)
	return c
}

func (p *program) develop(dir, domain string, roles, hosts []string) error {
	if err := identity.Develop(dir, domain, roles, hosts, time.Now()); err != nil {
		return fmt.Errorf("make certificates in %s: %w", dir, err)
	}
	if p.flags.json() {
		return p.printValue(struct {
			Dir    string   `json:"dir"`
			CA     string   `json:"ca"`
			Domain string   `json:"trustDomain"`
			Roles  []string `json:"roles"`
		}{dir, filepath.Join(dir, identity.AuthorityFile), domain, roles})
	}
	return p.print(fmt.Sprintf("%s holds an authority (%s) and certificates in the trust domain %s for\n  %s\n",
		dir, identity.AuthorityFile, domain, strings.Join(roles, ", ")))
}
