package command

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"github.com/spf13/cobra"
	"google.golang.org/grpc/codes"

	"github.com/weft-mesh/weft/internal/app"
	"github.com/weft-mesh/weft/kit/config"
	"github.com/weft-mesh/weft/kit/fault"
	"github.com/weft-mesh/weft/kit/safefile"
)

// A setup connects Weft with a provider of models.
type setup struct {
	*program
	provider, url   string
	keyEnv, keyFile string
	models          []string // MODEL or TIER=MODEL
	vectors         string   // the model of vectors, or noVectors; "" for the one that stands
	yes, noTest     bool

	current *config.Config
	file    string            // of the configuration
	key     string            // typed or read; written into a file of its own
	tiers   map[string]string // models by tier; none for those that stand
}

// An offer is a provider as a person chooses it.
type offer struct {
	name   string // of the flag
	as     string // in the configuration
	title  string
	keyVar string // where its key usually is; empty if it takes none
}

var providerOffers = []offer{
	{"ollama", "ollama", "Ollama, on this machine or in your network: free, notes stay with you", ""},
	{"anthropic", "anthropic", "Anthropic", "ANTHROPIC_API_KEY"},
	{"openai", "openai", "OpenAI", "OPENAI_API_KEY"},
	{"openai-compatible", "openai", "another server with OpenAI's API (llama.cpp, vLLM, LM Studio, …), by its URL", ""},
	{"openrouter", "openrouter", "OpenRouter", "OPENROUTER_API_KEY"},
	{"azure", "azure", "OpenAI at Azure", "AZURE_OPENAI_API_KEY"},
	{"rules", "rules", "none: Weft works by its rules", ""},
}

func offerNames() []string {
	names := make([]string, len(providerOffers))
	for i, o := range providerOffers {
		names[i] = o.name
	}
	return names
}

func (p *program) configureCommand() *cobra.Command {
	s := &setup{program: p}
	c := &cobra.Command{
		Use:        "configure",
		SuggestFor: []string{"init", "setup", "install", "settings", "login", "connect"},
		Short:      "Choose and test a provider of language models",
		Long: `Finds a running Ollama, or asks for a provider, a key and a model, tests them
with one small call for each model, shows what it would change in the
configuration file, and writes it once you agree. Comments and all other
settings stay. If the provider also has a model that makes vectors, it offers to
find notes by their meaning with it, too.

A key is never shown and never stands in the configuration: it stays in an
environment variable (--key-env) or in a file that only you can read
(--key-file; "-" reads it from standard input). Without a terminal, use
--provider and --yes.`,
		Example: `  weft configure
  weft configure --provider ollama --model qwen2.5:7b --yes
  weft configure --provider ollama --embeddings nomic-embed-text --yes
  weft configure --provider anthropic --key-env ANTHROPIC_API_KEY --yes
  weft configure --provider openai-compatible --url http://127.0.0.1:8080/v1
  pass show openai | weft configure --provider openai --key-file - --yes`,
		Args: noArgs,
		RunE: func(cmd *cobra.Command, _ []string) error { return s.configure(cmd.Context()) },
	}
	c.Flags().StringVar(&s.provider, "provider", "", "the `provider`: "+strings.Join(offerNames(), ", "))
	c.Flags().StringVar(&s.url, "url", "", "`URL` of the provider's API, where it is not the usual one")
	c.Flags().StringVar(&s.keyEnv, "key-env", "", "environment `variable` that has the key")
	c.Flags().StringVar(&s.keyFile, "key-file", "", "`file` that has the key; - reads the key from standard input")
	c.Flags().StringArrayVar(&s.models, "model", nil, "the `model` for all tiers, or TIER=MODEL for one of low, medium and high; repeatable")
	c.Flags().StringVar(&s.vectors, "embeddings", "", "the `model` of the provider that makes vectors of notes, so that they are found by meaning, too; "+noVectors+" for none")
	c.Flags().BoolVar(&s.yes, "yes", false, "ask nothing, and write the configuration")
	c.Flags().BoolVar(&s.noTest, "no-test", false, "don't call the models")
	complete(c, "provider", offerNames()...)
	for _, flag := range []string{"url", "key-env", "model", "embeddings"} {
		complete(c, flag)
	}
	return c
}

// asks reports whether what the flags leave open can be asked.
func (s *setup) asks() bool { return s.interactive() && !s.yes }

func (s *setup) configure(ctx context.Context) error {
	var err error
	if s.current, err = s.settings(); err != nil {
		return err
	}
	source, err := s.source()
	if err != nil {
		return err
	}
	s.file, _ = source.File()
	if s.file, err = filepath.Abs(s.file); err != nil {
		return err
	}
	if s.keyEnv != "" && s.keyFile != "" {
		return usage("give either --key-env or --key-file, not both")
	}
	chosen, err := s.chooseProvider(ctx)
	if err != nil {
		return err
	}
	if chosen.as != "rules" {
		if err := s.completeChoice(ctx, chosen); err != nil {
			return err
		}
	}
	items := s.changedItems(chosen)
	if !s.noTest && chosen.as != "rules" {
		if err := s.testTiers(ctx, chosen); err != nil {
			return err
		}
	}
	return s.writeItems(ctx, chosen, items)
}

// completeChoice finds out what a provider needs: its URL, its key and the models.
func (s *setup) completeChoice(ctx context.Context, o offer) error {
	if err := s.chooseURL(ctx, o); err != nil {
		return err
	}
	if err := s.chooseKey(ctx, o); err != nil {
		return err
	}
	if err := s.chooseModels(ctx, o); err != nil {
		return err
	}
	return s.chooseVectors(ctx, o)
}

// keyPath is the file for a key that is typed.
func (s *setup) keyPath(o offer) string { return filepath.Join(filepath.Dir(s.file), o.as+".key") }

// secret is the setting that names the key, "" for the one that stands.
func (s *setup) secret(o offer) string {
	switch {
	case s.key != "":
		return "file:" + s.keyPath(o)
	case s.keyEnv != "":
		return "${" + s.keyEnv + "}"
	case s.keyFile != "":
		return "file:" + s.keyFile
	}
	return ""
}

// base is the URL that is configured for a provider.
func (s *setup) base(as string) string {
	p := s.current.LLM.Providers
	return map[string]string{"ollama": p.Ollama.Base, "anthropic": p.Anthropic.Base, "openai": p.OpenAI.Base, "azure": p.Azure.Base, "openrouter": p.OpenRouter.Base}[as]
}

// standingKey is the key setting that is configured for a provider.
func (s *setup) standingKey(as string) string {
	p := s.current.LLM.Providers
	return map[string]string{"anthropic": p.Anthropic.Key, "openai": p.OpenAI.Key, "azure": p.Azure.Key, "openrouter": p.OpenRouter.Key}[as]
}

// newBase is the URL that will be configured: the one that stands, unless another is
// named, or OpenAI itself is chosen.
func (s *setup) newBase(o offer) string {
	if s.url != "" || o.name == "openai" && s.asks() {
		return s.url
	}
	return s.base(o.as)
}

// keepsKey reports whether the key that stands goes on: it is not sent to another server.
func (s *setup) keepsKey(o offer) bool {
	return s.standingKey(o.as) != "" && s.newBase(o) == s.base(o.as)
}

// changedItems are the settings that are to change.
func (s *setup) changedItems(o offer) []config.Item {
	var items []config.Item
	set := func(path, before, value string) {
		if value != before {
			items = append(items, config.Item{Path: path, Value: value})
		}
	}
	set("llm.default_provider", s.current.LLM.DefaultProvider, o.as)
	if o.as == "rules" {
		return items
	}
	set("llm.providers."+o.as+".api_base", s.base(o.as), s.newBase(o))
	if secret := s.secret(o); secret != "" || !s.keepsKey(o) {
		set("llm.providers."+o.as+".api_key", s.standingKey(o.as), secret)
	}
	for _, tier := range app.Tiers() {
		if model := s.tiers[tier]; model != "" {
			set("llm.tiers."+tier+"."+o.as, s.current.LLM.ModelFor(tier, o.as), model)
		}
	}
	return append(items, s.vectorItems(o)...)
}

// trialConfig is the configuration as it would be, with a typed key in place of its file.
func (s *setup) trialConfig(o offer) (*config.Config, error) {
	source, err := s.source()
	if err != nil {
		return nil, err
	}
	source.Env = slices.Clone(source.Env)
	key := s.key
	if key == "" && s.keyEnv != "" {
		if key = strings.TrimSpace(s.getenv(s.keyEnv)); key == "" {
			return nil, usage("the environment variable %s is not set; set it, or add --no-test", s.keyEnv)
		}
	}
	for _, i := range s.changedItems(o) {
		if key != "" && strings.HasSuffix(i.Path, ".api_key") {
			continue
		}
		source.Overrides = append(source.Overrides, config.Override{Path: i.Path, Value: i.Value})
	}
	if key != "" { // only a variable may hold a key itself
		source.Env = append(source.Env, "WEFT_LLM_PROVIDERS_"+strings.ToUpper(o.as)+"_API_KEY="+key)
	}
	return config.Load(source)
}

// testTiers calls the model of each tier once. Nothing is written if one gives no
// answer, unless a person wants it all the same.
func (s *setup) testTiers(ctx context.Context, o offer) error {
	c, err := s.trialConfig(o)
	if err != nil {
		return err
	}
	w := s.walk(false)
	w.status.Set("testing the models")
	trials, err := app.TryTiers(ctx, c, o.as)
	w.end()
	if err != nil {
		return err
	}
	failed := 0
	for _, t := range trials {
		if t.Err != nil {
			failed++
		}
		if !s.flags.json() {
			if err := s.print(tierLine(s.program, t)); err != nil {
				return err
			}
		}
	}
	vectors, err := s.testVectors(ctx, c)
	if err != nil {
		return err
	}
	if failed == 0 && vectors == nil {
		return nil
	}
	if s.asks() && s.agree(ctx, "Write the configuration all the same?", false) {
		return nil
	}
	if failed == 0 {
		return fault.New(codes.FailedPrecondition, fault.ModelUnavailable, "%s made no vector (%s), so nothing was written; to write it without a test, add --no-test", s.vectors, trouble(vectors))
	}
	wrong := ""
	if s.flags.json() {
		wrong = ": " + trouble(trials[slices.IndexFunc(trials, func(t app.TierTrial) bool { return t.Err != nil })].Err)
	}
	return fault.New(codes.FailedPrecondition, fault.ModelUnavailable, "%d of %d models gave no usable answer%s, so nothing was written; to write it without a test, add --no-test", failed, len(trials), wrong)
}

func tierLine(p *program, t app.TierTrial) string {
	name := p.outStyle.Bold(t.Model) + " (" + strings.Join(t.Tiers, ", ") + ")"
	if t.Err != nil {
		return fmt.Sprintf("%s: %s\n", name, p.outStyle.Bad("no answer after "+seconds(t.Took)+": "+trouble(t.Err)))
	}
	return fmt.Sprintf("%s: %s\n", name, p.outStyle.Good(fmt.Sprintf("works; answered in %s, %d tokens read, %d written", seconds(t.Took), t.Usage.InputTokens, t.Usage.OutputTokens)))
}

// writeItems shows what would change, and writes it once that is agreed to.
func (s *setup) writeItems(ctx context.Context, o offer, items []config.Item) error {
	edit, err := config.PlanEdit(s.file, items...)
	if err != nil {
		return err
	}
	changed := edit.Before != edit.After
	if !s.flags.json() && changed {
		if err := s.print(s.file + "\n" + changedLines(s.outStyle, edit.Before, edit.After)); err != nil {
			return err
		}
	}
	switch {
	case !changed && s.key == "":
		s.notice("The configuration has all of this already.")
	case !s.yes && !s.interactive():
		return usage("nothing was written, because there is no terminal to ask you; to write it, add --yes")
	case s.asks() && !s.agree(ctx, "Write this?", true):
		s.notice("Nothing was written.")
		return nil
	default:
		if err := s.writeKey(o); err != nil {
			return err
		}
		if err := edit.Write(s.environ); err != nil {
			return err
		}
	}
	return s.tellOutcome(o, changed)
}

// writeKey writes a key that was typed into a file that only its owner can read.
func (s *setup) writeKey(o offer) error {
	if s.key == "" {
		return nil
	}
	if err := os.MkdirAll(filepath.Dir(s.file), 0o700); err != nil {
		return err
	}
	return safefile.Replace(s.keyPath(o), []byte(s.key+"\n"), 0o600)
}

// tellOutcome says what was done, what overrides it, and what questions cost now.
func (s *setup) tellOutcome(o offer, written bool) error {
	source, err := s.source()
	if err != nil {
		return err
	}
	now, err := config.Load(source)
	if err != nil {
		return err
	}
	cost := "Nothing: Weft works by rules."
	if o.as != "rules" {
		if cost, err = s.costLine(now, o); err != nil {
			return err
		}
	}
	if s.flags.json() {
		return s.printValue(struct {
			File     string `json:"file"`
			Written  bool   `json:"written"`
			Provider string `json:"provider"`
			Cost     string `json:"cost"`
		}{s.file, written, o.as, cost})
	}
	if now.LLM.DefaultProvider != o.as {
		s.notice("note: %s sets llm.default_provider to %s, which goes before the file", now.Origin("llm.default_provider"), now.LLM.DefaultProvider)
	}
	text := ""
	if written {
		text = "Written. A running server (weft up) takes it up when it is started again.\n"
	}
	if o.as != "rules" {
		text += s.outStyle.Wrap("What it costs: "+cost, "", "") + "\n"
	}
	return s.print(text)
}

func (s *setup) costLine(c *config.Config, o offer) (string, error) {
	q, err := app.CostOfQuestion(c, o.as)
	if err != nil {
		return "", err
	}
	typical := fmt.Sprintf("a question is usually one call, with about %d tokens read and %d written (more if the model thinks); a plain note is none.", q.InputTokens, q.OutputTokens)
	switch {
	case o.as == "ollama" || o.name == "openai-compatible":
		return typical + " On a machine of your own that is free.", nil
	case q.Priced:
		return typical + fmt.Sprintf(" With %s that is about $%.4f, at the list prices of %s. llm.budget sets limits.", q.Model, float64(q.MicroUSD)/1e6, listDay()), nil
	}
	return typical + fmt.Sprintf(" Weft knows no price of %s; llm.prices names a file with yours.", q.Model), nil
}

// readKey returns the key that a flag names a source for.
func (s *setup) readKey() error {
	if s.keyFile != "-" {
		full, err := filepath.Abs(s.keyFile)
		if err != nil {
			return err
		}
		if _, err := config.Secret("file:" + full); err != nil {
			return usage("--key-file: %v", err)
		}
		s.keyFile = full
		return nil
	}
	raw, err := io.ReadAll(io.LimitReader(s.in, 64<<10))
	if err != nil {
		return fmt.Errorf("can't read standard input: %w", err)
	}
	if s.key = strings.TrimSpace(string(raw)); s.key == "" {
		return usage("--key-file -: there is no key on standard input")
	}
	return nil
}

// chooseModels fills in the models by tier: those of the flags, else those that stand,
// else one that the server has.
func (s *setup) chooseModels(ctx context.Context, o offer) error {
	s.tiers = map[string]string{}
	for _, m := range s.models {
		tier, model, ok := strings.Cut(m, "=")
		if !ok {
			for _, tier := range app.Tiers() {
				s.tiers[tier] = cmp.Or(s.tiers[tier], m)
			}
		} else if slices.Contains(app.Tiers(), tier) && model != "" {
			s.tiers[tier] = model
		} else {
			return usage("--model %q: use a model, or low=MODEL, medium=MODEL or high=MODEL", m)
		}
	}
	if len(s.models) > 0 || o.name == "anthropic" || o.name == "openai" && !s.asks() {
		return nil
	}
	c, err := s.trialConfig(o)
	if invalid, ok := errors.AsType[*config.InvalidError](err); ok && o.as == "azure" {
		return usage("%v; name your deployments with --model", invalid)
	}
	if err != nil {
		if s.noTest {
			return nil
		}
		return err
	}
	return s.pickModel(ctx, c, o)
}
