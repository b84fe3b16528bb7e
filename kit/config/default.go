package config

import (
	"os"
	"os/user"
	"path/filepath"
	"strconv"
	"time"

	"github.com/weft-mesh/weft/kit/roles"
)

// firstAgentPort is where weft serve puts the router; the others follow in the
// order of Agents.
const firstAgentPort = 7401

// Default returns the configuration without a file, flags or WEFT_ variables.
// HOME, XDG_DATA_HOME and USER of the environment decide the vault and the user.
func Default() *Config { return defaults(environment(os.Environ())) }

func defaults(env environment) *Config {
	c := &Config{
		Vault:     filepath.Join(env.dataHome(), "weft", "vault"),
		Store:     Vault,
		Postgres:  Postgres{Pool: 10},
		Tenant:    "local",
		User:      env.userName(),
		WeekStart: "monday",
		API:       API{Listen: "127.0.0.1:7433"},
		Serve:     Serve{ConnectionAge: 5 * time.Minute},
		Auth:      Auth{JWT: JWT{TenantClaim: "tenant", UserClaim: "sub", ScopesClaim: "scope"}},
		TLS:       TLS{TrustDomain: "weft"},
		NATS:      NATS{Replicas: 1},
		Runs: Runs{
			Durability:        Pipelined,
			LoopMax:           2,
			WallTime:          5 * time.Minute,
			StepTimeout:       30 * time.Second,
			StepAttempts:      3,
			WaitExpires:       7 * 24 * time.Hour,
			MaxCrashes:        5,
			OutageLimit:       5 * time.Minute,
			AckWait:           10 * time.Second,
			Workers:           8,
			ActiveLimit:       256,
			TenantActiveLimit: 224,
			QueueLimit:        10_000,
			TenantQueueLimit:  9_000,
			MaxAnswerWait:     30 * time.Second,
			Retention:         30 * 24 * time.Hour,
			KeepBytes:         gib,
		},
		Audit:    Audit{Retention: 365 * 24 * time.Hour},
		Plans:    Plans{StaleAfter: 7 * 24 * time.Hour, DraftTokens: 50_000, DraftMicroUSD: 300_000, Folder: "Weft", ApproveByFile: true},
		Planning: Planning{StaleAfter: 7 * 24 * time.Hour, TurnMicroUSD: 300_000, GoalMicroUSD: 2_000_000, DayMicroUSD: 5_000_000, Subtypes: "listed"},
		Webhooks: Webhooks{Timeout: 10 * time.Second},
		Threads: Threads{
			Expires: 30 * 24 * time.Hour, MaxThreads: 1000, MaxTurns: 1000,
			ContextTurns: 10, ContextBytes: 16 * kib, ContextTokens: 4000,
		},
		ContextPage: ContextPage{MaxTokens: 2000, PromptBytes: 8 * kib},
		Retrieval:   Retrieval{MaxEntries: 50, ShardDays: 92, Deadline: 10 * time.Second, Retries: 2},
		Limits: Limits{
			InputBytes: 64 * kib, MaxMessageBytes: 4 * mib, DiskReserve: 64 * mib, Rate: 1000, Burst: 5000, SearchTimeout: 10 * time.Second,
			Connections: 1000, ConnectionsPerClient: 256, CallsPerConnection: 1000,
			Streams: 10_000, StreamsPerTenant: 2500, StreamsPerConnection: 500, ReceiveTimeout: 30 * time.Second,
		},
		Domains:   Domains{Base: "general"},
		LLM:       defaultLLM(),
		Telemetry: Telemetry{ContentBytes: 4 * kib},
		Log:       Log{Level: "info", Format: "text"},
	}
	for i, agent := range roles.Agents() {
		c.Roles.Ref(agent.Name).Listen = "127.0.0.1:" + strconv.Itoa(firstAgentPort+i)
		if agent.Thinks() {
			c.LLM.Agents.Ref(agent.Name).Tier = agent.Tier
		}
	}
	return c
}

func defaultLLM() LLM {
	return LLM{
		DefaultProvider: "rules",
		Depth:           "quick",
		Providers: Providers{
			Ollama:     Ollama{Base: "http://localhost:11434", KeepAlive: 5 * time.Minute},
			Azure:      Azure{Version: "2024-10-21"},
			OpenRouter: OpenRouter{DataCollection: "deny"},
		},
		Tiers: Tiers{
			Low:    Tier{Ollama: "qwen2.5:7b", Anthropic: "claude-haiku-5-5", OpenAI: "gpt-6-luna"},
			Medium: Tier{Ollama: "qwen2.5:14b", Anthropic: "claude-haiku-5-5", OpenAI: "gpt-6.1-terra"},
			High:   Tier{Ollama: "qwen2.5:32b", Anthropic: "claude-sonnet-5-5", OpenAI: "gpt-6.2-sol"},
		},
		Retry:      3,
		ParseRetry: 2,
		Timeout:    60 * time.Second,

		ThinkingTokens: 4096,
		Embeddings:     Embeddings{Timeout: 2 * time.Second},

		Breaker: Breaker{Failures: 3, Pause: 30 * time.Second},
		Budget:  ModelBudget{TurnTokens: -1, TurnMicroUSD: -1, RunTokens: -1, RunMicroUSD: -1, DayTokens: -1, DayMicroUSD: -1},
	}
}

// environment is a list of NAME=value, as os.Environ returns it.
type environment []string

// get returns the value of a variable; the last one of a name counts.
func (e environment) get(name string) string {
	value := ""
	for n, v := range e.all() {
		if n == name {
			value = v
		}
	}
	return value
}

func (e environment) home() string {
	if h := e.get("HOME"); h != "" {
		return h
	}
	return e.get("USERPROFILE") // Windows
}

// xdg returns a base folder of the XDG specification, which says that relative
// ones are to be ignored.
func (e environment) xdg(name string, fallback ...string) string {
	if dir := e.get(name); filepath.IsAbs(dir) {
		return dir
	}
	return filepath.Join(append([]string{e.home()}, fallback...)...)
}

func (e environment) configHome() string { return e.xdg("XDG_CONFIG_HOME", ".config") }
func (e environment) dataHome() string   { return e.xdg("XDG_DATA_HOME", ".local", "share") }

func (e environment) userName() string {
	for _, name := range []string{"USER", "LOGNAME", "USERNAME"} {
		if v := e.get(name); v != "" {
			return v
		}
	}
	if u, err := user.Current(); err == nil && u.Username != "" {
		return u.Username
	}
	return "me"
}
