package command

import (
	"context"
	"errors"
	"fmt"
	"strconv"
	"strings"
	"time"
	"unicode"

	"github.com/spf13/cobra"

	"github.com/weft-mesh/weft/kit/auth"
)

func (p *program) keysCommand() *cobra.Command {
	var file string
	c := group(&cobra.Command{
		Use:   "keys",
		Short: "Make, list, rotate or revoke API keys",
		Long: `An API key lets one caller use the API: a backend or a person. Each key belongs
to a user of a tenant and has the scopes that you name, and no other: read,
write, approve, operate, calendar, admin. With admin it can manage the keys of
its tenant over the API.
The file auth.keys_file stores only hashes of keys; a running server picks up
changes to it. With --server and without --file these commands ask that server
instead, with a key that has the scope admin (--token-file), and manage the keys
of its tenant.`,
		Example: `  weft keys add reports --file keys.json --user reports --scopes read
  weft up --set auth.keys_file=keys.json`,
	}, p.keysAddCommand(&file), p.keysListCommand(&file), p.keysRotateCommand(&file), p.keysRevokeCommand(&file))
	c.PersistentFlags().StringVar(&file, "file", "", "key `file` (default: auth.keys_file)")
	return c
}

// keysFile returns the file that was named, else the configured one.
func (p *program) keysFile(named string) (string, error) {
	if named != "" {
		return named, nil
	}
	c, err := p.settings()
	if err != nil {
		return "", err
	}
	if c.Auth.KeysFile == "" {
		return "", usage("there is no key file; name one with --file, or set auth.keys_file in the configuration")
	}
	return c.Auth.KeysFile, nil
}

func (p *program) keysAddCommand(file *string) *cobra.Command {
	var tenant, user, expires string
	var scopes []string
	kind := string(auth.Service)
	c := &cobra.Command{
		Use:   "add NAME",
		Short: "Make a key and print it",
		Long: `Makes an API key and prints it. Copy it now: only its hash is stored, so you
can't see the key again. NAME says what the key is for.`,
		Example: `  weft keys add reports --user reports --scopes read
  weft keys add phone --user ann --kind person --scopes read,write --expires 90d
  weft keys add backend --tenant acme --user backend --scopes read,write > key`,
		Args: between(1, 1, "a NAME"),
		RunE: func(cmd *cobra.Command, args []string) error {
			cfg, err := p.settings()
			if err != nil {
				return err
			}
			remote := p.keysOnServer(*file)
			if remote && tenant != "" {
				return usage("--tenant: a server makes keys of the caller's tenant alone; leave --tenant out")
			}
			if tenant == "" {
				tenant = cfg.Tenant
			}
			now := time.Now()
			k := auth.Key{Name: args[0], Tenant: tenant, User: user, Kind: auth.Kind(kind)}
			if err := auth.CheckKeyNames(k.Name, k.User); err != nil {
				return usage("%v", err)
			}
			if k.Scopes, err = auth.ParseScopes(scopes); err != nil {
				return usage("--scopes: %v", err)
			}
			if k.Expires, err = expiry(expires, now); err != nil {
				return err
			}
			if remote {
				var lifetime time.Duration
				if k.Expires != nil {
					lifetime = k.Expires.Sub(now.Truncate(time.Second))
				}
				return p.addServerKey(cmd.Context(), k, lifetime)
			}
			path, err := p.keysFile(*file)
			if err != nil {
				return err
			}
			return p.addKey(cmd.Context(), path, k, now)
		},
	}
	c.Flags().StringVar(&tenant, "tenant", "", "`tenant` whose notes the key opens (default: tenant in the configuration)")
	c.Flags().StringVar(&user, "user", "", "`user` the caller acts as")
	c.Flags().StringVar(&kind, "kind", kind, "what the caller is: person or service")
	c.Flags().StringSliceVar(&scopes, "scopes", nil, "what the key allows, any of: `read,write,approve,operate,calendar,admin`")
	c.Flags().StringVar(&expires, "expires", "", "`time` until the key expires, such as 90d or 12h (default: never)")
	complete(c, "kind", string(auth.Person), string(auth.Service))
	complete(c, "scopes", "read", "write", "approve", "operate", "calendar", "admin")
	return c
}

// expiry returns when a key that is made now expires, nil for never.
func expiry(text string, now time.Time) (*time.Time, error) {
	if text == "" {
		return nil, nil
	}
	d, err := time.ParseDuration(text)
	if days, isDays := strings.CutSuffix(text, "d"); isDays {
		var n int
		n, err = strconv.Atoi(days)
		d = time.Duration(n) * 24 * time.Hour
		if n > 36500 {
			err = errors.New("it is more than a hundred years")
		}
	}
	if err != nil || d <= 0 {
		return nil, usage("--expires %s: use a time in the future, such as 90d or 12h", text)
	}
	at := now.UTC().Add(d).Truncate(time.Second)
	return &at, nil
}

func (p *program) addKey(ctx context.Context, path string, k auth.Key, now time.Time) error {
	k, text := auth.Issue(k, now)
	if err := k.Check(); err != nil {
		return usage("%v", err)
	}
	if err := auth.AddKey(ctx, path, k); err != nil {
		return fmt.Errorf("can't add a key to %s: %w", path, err)
	}
	if p.flags.json() {
		return p.printValue(struct {
			ID  string `json:"id"`
			Key string `json:"key"`
		}{k.ID, text})
	}
	p.notice("key %s; its hash is in %s. Copy the key now, it won't be shown again:", k.ID, path)
	return p.print(text + "\n")
}

func (p *program) keysListCommand(file *string) *cobra.Command {
	return &cobra.Command{
		Use:     "ls",
		Aliases: []string{"list"},
		Short:   "List keys, oldest first; the keys themselves aren't shown",
		Example: `  weft keys ls
  weft keys ls -o json`,
		Args: noArgs,
		RunE: func(cmd *cobra.Command, _ []string) error {
			if p.keysOnServer(*file) {
				return p.listServerKeys(cmd.Context())
			}
			path, err := p.keysFile(*file)
			if err != nil {
				return err
			}
			keys, err := auth.ReadKeys(path)
			if err != nil {
				return err
			}
			uses, err := auth.ReadKeyUses(path)
			if err != nil {
				p.notice("it is not known when keys were last used: %v", err)
			}
			if p.flags.json() {
				return p.printValue(struct {
					Keys []listedKey `json:"keys"`
				}{listed(keys, uses, time.Now())})
			}
			var out strings.Builder
			for _, k := range listed(keys, uses, time.Now()) {
				out.WriteString(keyLine(k.ID, k.State, k.Tenant+"/"+k.User, string(k.Kind), k.Scopes, k.Name, uses[k.ID].Last))
			}
			if len(keys) == 0 {
				p.notice("there are no keys in %s", path)
			}
			return p.print(out.String())
		},
	}
}

// keyLine is what a list tells of a key; last is zero if no use of it is known.
func keyLine(id, state, who, kind string, scopes []string, name string, last time.Time) string {
	line := fmt.Sprintf("%s  %-8s  %s  %s  %s  %s", id, state, who, kind, strings.Join(scopes, ","), name)
	line = strings.Map(func(r rune) rune { // a file may have any name
		if unicode.IsPrint(r) {
			return r
		}
		return unicode.ReplacementChar
	}, line)
	if !last.IsZero() {
		line += "  last used " + last.Local().Format("2006-01-02 15:04")
	}
	return line + "\n"
}

// A listedKey is what is told of a key.
type listedKey struct {
	ID      string     `json:"id"`
	Name    string     `json:"name"`
	State   string     `json:"state"` // active, expired or revoked
	Tenant  string     `json:"tenant"`
	User    string     `json:"user"`
	Kind    auth.Kind  `json:"kind"`
	Scopes  []string   `json:"scopes"`
	Created time.Time  `json:"created"`
	Expires *time.Time `json:"expires,omitempty"`
	Revoked *time.Time `json:"revoked,omitempty"`
	// Successor is the key that it was rotated into.
	Successor string    `json:"successor,omitempty"`
	FirstUse  time.Time `json:"first_use,omitzero"`
	LastUse   time.Time `json:"last_use,omitzero"`
}

func listed(keys []auth.Key, uses map[string]auth.KeyUse, now time.Time) []listedKey {
	all := make([]listedKey, 0, len(keys))
	for _, k := range keys {
		l := listedKey{
			ID: k.ID, Name: k.Name, State: k.State(now), Tenant: k.Tenant, User: k.User, Kind: k.Kind,
			Created: k.Created, Expires: k.Expires, Revoked: k.Revoked, Successor: k.Successor,
			FirstUse: uses[k.ID].First, LastUse: uses[k.ID].Last,
		}
		for _, s := range k.Scopes {
			l.Scopes = append(l.Scopes, string(s))
		}
		all = append(all, l)
	}
	return all
}

func (p *program) keysRevokeCommand(file *string) *cobra.Command {
	return &cobra.Command{
		Use:   "revoke ID",
		Short: "Revoke a key",
		Long: `Revokes a key. A running server refuses it within two seconds; calls already
under way finish.`,
		Example: `  weft keys revoke 5f0c21a9be74`,
		Args:    between(1, 1, "the ID of a key"),
		RunE: func(cmd *cobra.Command, args []string) error {
			if p.keysOnServer(*file) {
				return p.revokeServerKey(cmd.Context(), args[0])
			}
			path, err := p.keysFile(*file)
			if err != nil {
				return err
			}
			if err := auth.RevokeKey(cmd.Context(), path, args[0], time.Now()); err != nil {
				if errors.Is(err, auth.ErrNoKey) {
					return usage("%s has no key %q; \"weft keys ls\" lists them", path, args[0])
				}
				return err
			}
			p.notice("%s is revoked", args[0])
			return nil
		},
	}
}

func (p *program) keysRotateCommand(file *string) *cobra.Command {
	var grace time.Duration
	c := &cobra.Command{
		Use:   "rotate ID",
		Short: "Replace a key by a new one, and let the old one work for a while",
		Long: `Makes a key like the one with this ID, for the same user and with the same
scopes, and prints it. The old one works on for --grace, 30 days at most, and
expires then.`,
		Example: `  weft keys rotate 5f0c21a9be74 --grace 72h
  weft keys rotate 5f0c21a9be74 --server weft.example.org:7433 --token-file admin`,
		Args: between(1, 1, "the ID of a key"),
		RunE: func(cmd *cobra.Command, args []string) error {
			if grace < 0 || grace > auth.MaxKeyGrace || grace%time.Second != 0 {
				return usage("--grace %s: use whole seconds, 720h (30 days) at most", grace)
			}
			if p.keysOnServer(*file) {
				return p.rotateServerKey(cmd.Context(), args[0], grace)
			}
			path, err := p.keysFile(*file)
			if err != nil {
				return err
			}
			return p.rotateKey(cmd.Context(), path, args[0], grace)
		},
	}
	c.Flags().DurationVar(&grace, "grace", 24*time.Hour, "how long the old key works on, a `time` such as 72h")
	return c
}

// rotateKey rotates a key of a file, whichever tenant it belongs to.
func (p *program) rotateKey(ctx context.Context, path, id string, grace time.Duration) error {
	keys, err := auth.ReadKeys(path)
	if err != nil {
		return err
	}
	var tenant string
	for _, k := range keys {
		if k.ID == id {
			tenant = k.Tenant
		}
	}
	r := auth.Keyring{Store: auth.KeyFile(path), Now: time.Now}
	made, old, text, err := r.RotateKey(ctx, auth.Scopes(), tenant, id, grace, "")
	if errors.Is(err, auth.ErrNoKey) {
		return usage("%s has no key %q; \"weft keys ls\" lists them", path, id)
	}
	if err != nil {
		return err
	}
	if p.flags.json() {
		return p.printValue(struct {
			ID  string `json:"id"`
			Key string `json:"key"`
		}{made.ID, text})
	}
	p.noticeRotated(id, made.ID, *old.Expires)
	return p.print(text + "\n")
}
