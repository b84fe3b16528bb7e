package config

import (
	"fmt"
	"net/url"
	"os"
	"regexp"
	"slices"
	"strings"
	"time"

	"github.com/weft-mesh/weft/kit/mind"
	"github.com/weft-mesh/weft/kit/safefile"
	commonv1 "github.com/weft-mesh/weft/proto/gen/weft/common/v1"
)

// LLM says which models there are and which agent asks which.
type LLM struct {
	DefaultProvider  string           `yaml:"default_provider" enum:"rules|ollama|anthropic|openai|azure|openrouter" doc:"Provider for agents that name none of their own. rules: no models."`
	FallbackProvider string           `yaml:"fallback_provider" enum:"|ollama|anthropic|openai|azure|openrouter" doc:"Provider to try when the agent's own gives no answer. Empty: none."`
	Providers        Providers        `yaml:"providers" doc:"How the providers are reached."`
	Depth            string           `yaml:"depth" enum:"off|quick|focused|deep" doc:"How much to use models when a call doesn't say: not at all (off), to read and answer (quick), also to check the answer (focused), also to search again for what is missing (deep)."`
	UserDepths       []string         `yaml:"user_depths" doc:"Users with their own depth, each as USER=DEPTH. A depth named by a call or thread, or set by the user (weft config prefer), takes precedence."`
	Tiers            Tiers            `yaml:"tiers" doc:"The provider's model for this tier."`
	Agents           PerThinker[Asks] `yaml:"agents" doc:"Which model the agent uses."`
	Retry            int              `yaml:"llm_retry" min:"0" max:"10" doc:"How often a failed call is retried before the fallback is tried."`
	ParseRetry       int              `yaml:"parse_retry" min:"0" max:"10" doc:"How often a model is told what is wrong with its answer and asked again, before Weft keeps only the good parts."`
	Timeout          time.Duration    `yaml:"timeout" min:"100ms" doc:"The most time one call may take. Steps and runs get that much more time."`
	Window           int              `yaml:"window" min:"0" max:"2000000" doc:"Context window to use, in tokens, for the prompt and the answer; never more than the model is known to have. Longer work is split into parts. 0: the model's own, at most 16384 with Ollama. While that isn't known: 8192 with Ollama, otherwise 128000."`
	ThinkingTokens   int              `yaml:"thinking_tokens" min:"0" max:"128000" doc:"Tokens for a model to think in, on top of those for its answer; at most a quarter of the window. Ollama's models get them only with llm.providers.ollama.think."`
	Breaker          Breaker          `yaml:"breaker" doc:"When to stop calling a failing provider for a while."`
	Budget           ModelBudget      `yaml:"budget" doc:"What models may cost. When the budget is used up, rules take over."`
	Embeddings       Embeddings       `yaml:"embeddings" doc:"A model that makes vectors of notes and questions, so that notes are also found by meaning."`
	Prices           string           `yaml:"prices" kind:"path" doc:"YAML file with prices in US dollars per million tokens: provider, model, input and output. It overrides the built-in list prices."`
}

// Embeddings says what makes vectors of texts.
type Embeddings struct {
	Provider      string        `yaml:"provider" enum:"|ollama|openai" doc:"Provider of the model; openai is also any server that speaks its /v1/embeddings. Empty: notes are found by words only."`
	Model         string        `yaml:"model" doc:"Name of the model. When it changes, the vectors of all notes are made again."`
	Dimensions    int           `yaml:"dimensions" min:"0" max:"16384" doc:"Numbers per vector, for models that can be told. 0: as many as the model makes."`
	QueryPrefix   string        `yaml:"query_prefix" doc:"What the model wants before a question, such as \"search_query: \"."`
	PassagePrefix string        `yaml:"passage_prefix" doc:"What the model wants before a passage of a note, such as \"search_document: \"."`
	Timeout       time.Duration `yaml:"timeout" min:"50ms" max:"60s" doc:"The most time the vector of a question may take. After that, notes are found by words only, and the run says so."`
}

// Space names all that makes vectors comparable with each other, "" if none are made.
func (e Embeddings) Space() string {
	if e.Provider == "" {
		return ""
	}
	return fmt.Sprintf("%s %s %d %q %q", e.Provider, e.Model, e.Dimensions, e.QueryPrefix, e.PassagePrefix)
}

// Providers says how the providers are reached.
type Providers struct {
	Ollama     Ollama     `yaml:"ollama"`
	Anthropic  Cloud      `yaml:"anthropic"`
	OpenAI     Cloud      `yaml:"openai"`
	Azure      Azure      `yaml:"azure"`
	OpenRouter OpenRouter `yaml:"openrouter"`
}

// Ollama is a server on this machine or in the house.
type Ollama struct {
	Base      string        `yaml:"api_base" doc:"URL of the Ollama server."`
	KeepAlive time.Duration `yaml:"keep_alive" min:"0s" doc:"How long the server keeps a model loaded after a call."`
	Think     bool          `yaml:"think" doc:"Let models that can think do so before they answer. Slower."`
}

// Cloud is a provider behind a key.
type Cloud struct {
	Key  string `yaml:"api_key" kind:"secret" doc:"API key: ${NAME} for an environment variable, or file:PATH."`
	Base string `yaml:"api_base" doc:"URL of its API. Empty: the provider's default."`
}

// Azure is OpenAI's API at Azure, where a model is a deployment.
type Azure struct {
	Key     string `yaml:"api_key" kind:"secret" doc:"API key of the resource: ${NAME} for an environment variable, or file:PATH."`
	Base    string `yaml:"api_base" doc:"URL of the resource, such as https://your-resource.openai.azure.com."`
	Version string `yaml:"api_version" doc:"Version of its API."`
}

// OpenRouter is a market of providers.
type OpenRouter struct {
	Key            string `yaml:"api_key" kind:"secret" doc:"API key of the account: ${NAME} for an environment variable, or file:PATH."`
	Base           string `yaml:"api_base" doc:"URL of its API. Empty: the provider's default."`
	DataCollection string `yaml:"data_collection" enum:"deny|allow" doc:"Whether OpenRouter may choose a provider that stores what it is sent."`
}

// Tiers maps a tier to the models of the providers.
type Tiers struct {
	Low    Tier `yaml:"low"`
	Medium Tier `yaml:"medium"`
	High   Tier `yaml:"high"`
}

// Tier holds the name of a model at each provider, and how long one may take.
type Tier struct {
	Ollama     string `yaml:"ollama"`
	Anthropic  string `yaml:"anthropic"`
	OpenAI     string `yaml:"openai"`
	Azure      string `yaml:"azure"`
	OpenRouter string `yaml:"openrouter"`

	Timeout time.Duration `yaml:"timeout" min:"0s" doc:"The most time one call may take. 0: llm.timeout."`
	Effort  string        `yaml:"effort" enum:"|minimal|low|medium|high" doc:"How much a cloud model should think before it answers; for Anthropic, minimal means low. Empty: the model decides. Models that can't think refuse this setting."`
}

// Asks is what an agent asks for.
type Asks struct {
	Tier     string `yaml:"tier" enum:"low|medium|high" doc:"How capable a model the agent needs."`
	Provider string `yaml:"provider" enum:"|rules|ollama|anthropic|openai|azure|openrouter" doc:"The agent's provider. Empty: llm.default_provider."`
}

// Breaker says when a provider is left alone.
type Breaker struct {
	Failures int           `yaml:"failures" min:"1" doc:"Number of failures in a row. A single timeout is enough."`
	Pause    time.Duration `yaml:"pause" min:"100ms" doc:"How long to pause at first; longer if it keeps failing."`
}

// ProviderNames returns the names of the providers of models.
func ProviderNames() []string {
	return []string{"ollama", "anthropic", "openai", "azure", "openrouter"}
}

// Routes returns the providers that an agent asks, in that order. None if its
// rules answer.
func (l *LLM) Routes(agent string) []string {
	asks, ok := l.Agents.Of(agent)
	if !ok {
		return nil
	}
	first := asks.Provider
	if first == "" {
		first = l.DefaultProvider
	}
	if first == "rules" || first == "" {
		return nil
	}
	if l.FallbackProvider == "" || l.FallbackProvider == first {
		return []string{first}
	}
	return []string{first, l.FallbackProvider}
}

// DefaultDepth is how much models are asked where a call does not say it.
func (l *LLM) DefaultDepth() commonv1.Depth {
	return commonv1.Depth(commonv1.Depth_value["DEPTH_"+strings.ToUpper(l.Depth)])
}

// Depths is how much models are asked for the users with a depth of their own.
func (l *LLM) Depths() map[string]commonv1.Depth {
	out := make(map[string]commonv1.Depth, len(l.UserDepths))
	for _, pair := range l.UserDepths {
		user, depth, _ := strings.Cut(pair, "=")
		out[user] = commonv1.Depth(commonv1.Depth_value["DEPTH_"+strings.ToUpper(depth)])
	}
	return out
}

// ModelFor returns the name of the model that a provider has for a tier.
func (l *LLM) ModelFor(tier, provider string) string {
	of := l.tier(tier)
	switch provider {
	case "ollama":
		return of.Ollama
	case "anthropic":
		return of.Anthropic
	case "openai":
		return of.OpenAI
	case "azure":
		return of.Azure
	case "openrouter":
		return of.OpenRouter
	}
	return ""
}

// TimeoutFor returns the most time that one call of a tier may take.
func (l *LLM) TimeoutFor(tier string) time.Duration {
	if t := l.tier(tier).Timeout; t > 0 {
		return t
	}
	return l.Timeout
}

// EffortFor returns how much the models of a tier shall think, "" for as they do.
func (l *LLM) EffortFor(tier string) string { return l.tier(tier).Effort }

// ThinkingFor returns how many tokens a provider's models may think in, beside those
// of their answers.
func (l *LLM) ThinkingFor(provider string) int {
	if provider == "ollama" && !l.Providers.Ollama.Think {
		return 0
	}
	return l.ThinkingTokens
}

// leastWindow is the smallest window that any form can be filled in with.
const leastWindow = 2048

func (l *LLM) tier(name string) Tier {
	switch name {
	case "low":
		return l.Tiers.Low
	case "medium":
		return l.Tiers.Medium
	case "high":
		return l.Tiers.High
	}
	return Tier{}
}

// PatienceFor returns how long an agent's models may take over one form: as long
// as a call may, for each time that a form may be put to each provider. It is 0 for
// an agent that thinks by rules.
func (c *Config) PatienceFor(agent string) time.Duration {
	if c.MindOf(agent) == mind.Rules {
		return 0
	}
	asks, _ := c.LLM.Agents.Of(agent)
	times := len(c.LLM.Routes(agent)) * (1 + c.LLM.ParseRetry)
	return time.Duration(times) * c.LLM.TimeoutFor(asks.Tier)
}

// Used returns the providers that some agent may ask, or that make vectors.
func (c *Config) Used() []string {
	var used []string
	for _, agent := range Agents() {
		if c.MindOf(agent) == mind.Rules {
			continue
		}
		for _, p := range c.LLM.Routes(agent) {
			if !slices.Contains(used, p) {
				used = append(used, p)
			}
		}
	}
	if p := c.Embedder(); p != "" && !slices.Contains(used, p) {
		used = append(used, p)
	}
	return used
}

// Embedder returns the provider of vectors, "" if none are made. A budget of nothing makes none.
func (c *Config) Embedder() string {
	if c.LLM.Budget.Nothing() != "" {
		return ""
	}
	return c.LLM.Embeddings.Provider
}

// MindOf returns how an agent thinks: as configured, else by a model and then by
// rules where a provider is configured for it, else by rules. A budget of nothing
// is rules only.
func (c *Config) MindOf(agent string) mind.Kind {
	kind, _ := c.Minds.Of(agent)
	switch {
	case codeOnly(agent), c.LLM.Budget.Nothing() != "":
		return mind.Rules
	case kind != "":
		return kind
	case len(c.LLM.Routes(agent)) > 0:
		return mind.ModelThenRules
	}
	return mind.Rules
}

// A secret is a name in the environment or of a file. The key itself has no
// place in a configuration, which is printed, copied and committed.
var fromEnvironment = regexp.MustCompile(`^\$\{([A-Za-z_][A-Za-z0-9_]*)\}$`)

// Secret returns what a secret setting stands for. Its errors never hold it.
func Secret(setting string) (string, error) {
	if m := fromEnvironment.FindStringSubmatch(setting); m != nil {
		if v := strings.TrimSpace(os.Getenv(m[1])); v != "" {
			return v, nil
		}
		return "", fmt.Errorf("the environment variable %s is not set", m[1])
	}
	if path, ok := strings.CutPrefix(setting, "file:"); ok {
		data, err := safefile.Read(path, maxFile)
		if err != nil {
			return "", err
		}
		if v := strings.TrimSpace(string(data)); v != "" {
			return v, nil
		}
		return "", fmt.Errorf("%s is empty", path)
	}
	if setting == "" {
		return "", fmt.Errorf("no key is set")
	}
	return setting, nil
}

// noModel says that an agent has no use for a model.
func noModel(agent string) string {
	return fmt.Sprintf("the %s works by rules only; the agents that can use a model are %s", agent, strings.Join(Thinkers(), ", "))
}

// models checks that every agent that shall ask a model can.
func (k *checker) models() {
	c := k.config
	for agent, kind := range c.Minds.All() {
		routes := c.LLM.Routes(agent)
		if codeOnly(agent) {
			if kind != "" && kind != mind.Rules {
				k.problem("minds."+agent, "%q is not possible: %s", kind, noModel(agent))
			}
			continue
		}
		if (kind == mind.Model || kind == mind.ModelThenRules) && len(routes) == 0 {
			k.problem("minds."+agent, "%q needs a model provider; set llm.default_provider or llm.agents.%s.provider", kind, agent)
		}
		if limit := c.LLM.Budget.Nothing(); kind == mind.Model && limit != "" {
			k.problem("minds."+agent, "%q needs a model, but %s allows no model calls; raise that limit, or use model-then-rules", kind, limit)
		}
		asks, _ := c.LLM.Agents.Of(agent)
		for _, p := range routes {
			if kind != mind.Rules && slices.Contains(ProviderNames(), p) && c.LLM.ModelFor(asks.Tier, p) == "" {
				k.problem("llm.tiers."+asks.Tier+"."+p, "is empty, but the %s uses it; set the name of a model", agent)
			}
		}
	}
	if w := c.LLM.Window; w > 0 && w < leastWindow {
		k.problem("llm.window", "%d is too low; the minimum is %d, or 0 for what the model holds", w, leastWindow)
	}
	if e := c.LLM.Embeddings; e.Provider != "" && e.Model == "" {
		k.problem("llm.embeddings.model", "is empty, but llm.embeddings.provider is %s; set the name of a model that makes vectors", e.Provider)
	}
	for user, depth := range c.LLM.Depths() {
		if user == "" || depth == commonv1.Depth_DEPTH_UNSPECIFIED {
			k.problem("llm.user_depths", "each item is USER=DEPTH, with off, quick, focused or deep: ann=deep")
		}
	}
	p := c.LLM.Providers
	bases := map[string]string{"ollama": p.Ollama.Base, "anthropic": p.Anthropic.Base, "openai": p.OpenAI.Base, "azure": p.Azure.Base, "openrouter": p.OpenRouter.Base}
	keys := map[string]string{"anthropic": p.Anthropic.Key, "openai": p.OpenAI.Key, "azure": p.Azure.Key, "openrouter": p.OpenRouter.Key}
	used := c.Used()
	for _, name := range ProviderNames() {
		path, base := "llm.providers."+name, bases[name]
		if u, err := url.Parse(base); base != "" && (err != nil || u.Host == "" || u.Scheme != "http" && u.Scheme != "https") {
			k.problem(path+".api_base", "%q is not a URL such as http://localhost:11434", base)
		}
		if slices.Contains(used, name) && base == "" && (name == "ollama" || name == "azure") {
			k.problem(path+".api_base", "is empty, but agents use %s; set its URL", name)
		}
		key, keyed := keys[name]
		if !keyed {
			continue
		}
		if key != "" && c.Origin(path+".api_key").Kind != FromEnv && !strings.HasPrefix(key, "file:") && !fromEnvironment.MatchString(key) {
			k.problem(path+".api_key", "contains the key itself; use ${NAME}, an environment variable, or file:PATH instead")
		}
		keyless := name == "openai" && base != "" // servers of one's own that speak its API often take no key
		if key == "" && slices.Contains(used, name) && !keyless {
			k.problem(path+".api_key", "is empty, but agents use %s; set it to ${NAME}, an environment variable, or file:PATH", name)
		}
	}
}
