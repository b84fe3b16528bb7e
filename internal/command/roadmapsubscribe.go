package command

import (
	"cmp"
	"context"
	"net"
	"net/url"
	"strings"
	"time"

	"github.com/spf13/cobra"

	orchestratorv1 "github.com/weft-mesh/weft/proto/gen/weft/orchestrator/v1"

	"github.com/weft-mesh/weft/kit/auth"
	"github.com/weft-mesh/weft/kit/config"
)

// A subscription is what the flags of "weft roadmaps subscribe" say.
type subscription struct {
	file, tenant, user, address, expires string
}

func (p *program) roadmapsSubscribeCommand() *cobra.Command {
	var s subscription
	c := &cobra.Command{
		Use:   "subscribe [ROADMAP]",
		Short: "Print an address at which calendar apps follow your roadmaps",
		Long: `Makes a key that can only read the blocks of your roadmaps as a calendar, and
prints an address with it. Calendar apps that subscribe to the address show
what is kept, and move it when it moves. Anybody with the address can read it;
"weft keys revoke" revokes it. With ROADMAP, only that one is in it.

The server needs a key file (auth.keys_file) and HTTP (http.listen). The key is
made where that file is. An app on another machine needs a name at which it
reaches the server (--address, http.hosts), and certificates (api.cert).
` + roadmapArg,
		Example: `  weft up --set auth.keys_file=keys.json --set http.listen=127.0.0.1:7480
  weft roadmaps subscribe --file keys.json --address http://127.0.0.1:7480
  weft roadmaps subscribe --user ann --address https://weft.example.org
  weft roadmaps subscribe last --expires 90d`,
		Args:              between(0, 1, "one roadmap"),
		ValidArgsFunction: completeLast,
		RunE: func(cmd *cobra.Command, args []string) error {
			if len(args) == 0 {
				return p.subscribe(cmd.Context(), s, "")
			}
			return p.withRoadmap(cmd.Context(), args[0], func(ctx context.Context, _ *connection, r *orchestratorv1.Roadmap) error {
				return p.subscribe(ctx, s, r.GetId())
			})
		},
	}
	f := c.Flags()
	f.StringVar(&s.file, "file", "", "key `file` (default: auth.keys_file)")
	f.StringVar(&s.tenant, "tenant", "", "`tenant` of the roadmaps (default: tenant in the configuration)")
	f.StringVar(&s.user, "user", "", "`user` whose roadmaps they are (default: user in the configuration)")
	f.StringVar(&s.address, "address", "", "`URL` at which apps reach the server (default: http.listen)")
	f.StringVar(&s.expires, "expires", "", "`time` until the address expires, such as 90d (default: never)")
	return c
}

func (p *program) subscribe(ctx context.Context, s subscription, roadmap string) error {
	cfg, err := p.settings()
	if err != nil {
		return err
	}
	base, err := feedBase(s.address, cfg)
	if err != nil {
		return err
	}
	path, err := p.keysFile(s.file)
	if err != nil {
		return err
	}
	now := time.Now()
	k := auth.Key{Name: "calendar", Tenant: cmp.Or(s.tenant, cfg.Tenant), User: cmp.Or(s.user, cfg.User), Kind: auth.Person, Scopes: []auth.Scope{auth.Calendar}}
	if k.Expires, err = expiry(s.expires, now); err != nil {
		return err
	}
	k, text := auth.Issue(k, now)
	if err := k.Check(); err != nil {
		return usage("%v", err)
	}
	if err := auth.AddKey(ctx, path, k); err != nil {
		return err
	}
	query := url.Values{"key": {text}}
	if roadmap != "" {
		query.Set("roadmap_id", roadmap)
	}
	base.Path, base.RawQuery = strings.TrimSuffix(base.Path, "/")+"/v1/roadmaps.ics", query.Encode()
	if p.flags.json() {
		return p.printValue(struct {
			Address string `json:"address"`
			KeyID   string `json:"key_id"`
		}{base.String(), k.ID})
	}
	p.notice("anybody with this address can read the times and titles of %s's roadmaps; \"weft keys revoke %s --file %s\" revokes it", k.User, k.ID, path)
	if err := p.print(base.String() + "\n"); err != nil {
		return err
	}
	p.notice("Apple Calendar: File, New Calendar Subscription. Google Calendar: Other calendars, From URL. Outlook: Add calendar, Subscribe from web. Thunderbird: New Calendar, On the Network.")
	if base.Scheme == "http" {
		p.notice("the connection is not encrypted: use it on this machine or in a network that you trust; for others, set api.cert and api.key")
	}
	return nil
}

// feedBase is the address of the server, as an app has to write it.
func feedBase(address string, cfg *config.Config) (*url.URL, error) {
	if address != "" {
		u, err := url.Parse(address)
		if err != nil || u.Host == "" || u.Scheme != "http" && u.Scheme != "https" || u.RawQuery != "" || u.User != nil {
			return nil, usage("--address %q: write it like https://weft.example.org", address)
		}
		return u, nil
	}
	if cfg.HTTP.Listen == "" {
		return nil, usage("the server has no address for HTTP; set http.listen in the configuration, or name the address at which apps reach it with --address")
	}
	host, port, err := net.SplitHostPort(cfg.HTTP.Listen)
	if err != nil {
		return nil, err
	}
	if ip := net.ParseIP(host); host == "" || ip != nil && ip.IsUnspecified() {
		host = "localhost"
	}
	u := &url.URL{Scheme: "http", Host: net.JoinHostPort(host, port)}
	if cfg.API.Cert != "" {
		u.Scheme = "https"
	}
	return u, nil
}
