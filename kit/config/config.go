package config

import (
	"net/netip"
	"time"

	"github.com/weft-mesh/weft/kit/mind"
)

// Config is the whole configuration. Load and Default return one in which every
// field has a value.
type Config struct {
	Vault       string              `yaml:"vault" kind:"path" doc:"Folder of your notes. Weft keeps its own files in .weft inside it or, if it can't write there, in $XDG_STATE_HOME/weft."`
	Store       Store               `yaml:"store" enum:"vault|postgres" doc:"Where notes are kept. vault: as files in the vault folder, with roadmaps on the bus. postgres: both in the database at postgres.url, for a mesh of several processes and tenants; the vault folder then has only Weft's own files."`
	Postgres    Postgres            `yaml:"postgres" doc:"The database of notes and roadmaps, with store: postgres."`
	Tenant      string              `yaml:"tenant" doc:"Tenant of callers whose credential names no other."`
	User        string              `yaml:"user" doc:"User that those callers act as. Default: your login name."`
	TimeZone    string              `yaml:"time_zone" doc:"Time zone that decides which day it is, as an IANA name such as Europe/Berlin. Empty: the system's."`
	WeekStart   string              `yaml:"week_start" enum:"monday|tuesday|wednesday|thursday|friday|saturday|sunday" doc:"First day of a week, for \"last week\"."`
	TokenFile   string              `yaml:"token_file" kind:"path" doc:"File with the token that callers, and the processes of a mesh, identify themselves with. Empty: token in the vault's .weft folder; a server makes it, and commands on the vault find it."`
	API         API                 `yaml:"api" doc:"The API that callers use."`
	Auth        Auth                `yaml:"auth" doc:"Who else may call the API, besides holders of the token."`
	HTTP        HTTP                `yaml:"http" doc:"The same API as HTTP and JSON."`
	TLS         TLS                 `yaml:"tls" doc:"Certificates of a mesh's processes, in PEM. Changes are picked up."`
	Health      Health              `yaml:"health" doc:"Health checks of this process."`
	Roles       PerAgent[Role]      `yaml:"roles" doc:"Where the agents listen when they run on their own (weft serve)."`
	Peers       PerAgent[string]    `yaml:"peers" doc:"Addresses of the agent's replicas: HOST:PORT, separated by commas. Names are looked up every two seconds, so replicas can come and go. Empty: the agent runs in this process. An agent that has one does not run in the process of weft up."`
	Serve       Serve               `yaml:"serve" doc:"How a process accepts calls, and shuts down."`
	NATS        NATS                `yaml:"nats" doc:"The message bus, which stores runs."`
	Runs        Runs                `yaml:"runs" doc:"How runs are executed and stored."`
	Audit       Audit               `yaml:"audit" doc:"What is kept of who changed what by the API."`
	Webhooks    Webhooks            `yaml:"webhooks" doc:"Requests that tell others of runs (weft webhooks)."`
	Threads     Threads             `yaml:"threads" doc:"Conversations that the server keeps, and how much of one is sent with an input."`
	ContextPage ContextPage         `yaml:"context_page" doc:"The page of what Weft has learned about you (weft context)."`
	Retrieval   Retrieval           `yaml:"retrieval" doc:"How entries are looked up."`
	Limits      Limits              `yaml:"limits" doc:"What callers may send, when they are refused, and how long a call that starts no run may take."`
	Domains     Domains             `yaml:"domains" doc:"The domains of notes."`
	Minds       PerAgent[mind.Kind] `yaml:"minds" enum:"|rules|model|model-then-rules" doc:"How the agent works. rules: by code. model: by a language model, checked by code. model-then-rules: the same, but by code when no model answers. Empty: model-then-rules if the agent has a provider, else rules."`
	LLM         LLM                 `yaml:"llm" doc:"The language models."`
	Plans       Plans               `yaml:"plans" doc:"Plans that people approve."`
	Planning    Planning            `yaml:"planning" doc:"Goals, and the calendars that they are planned around."`
	Tools       Tools               `yaml:"tools" doc:"The tools that plans may call."`
	Telemetry   Telemetry           `yaml:"telemetry" doc:"What goes into traces. The standard OTEL_ variables say where they go."`
	Metrics     Metrics             `yaml:"metrics" doc:"Metrics for Prometheus, besides those that the standard OTEL_ variables send."`
	Log         Log                 `yaml:"log" doc:"The log, on standard error."`

	origins map[string]Origin // of settings that are not the default
}

// Store says where the notes are kept.
type Store string

const (
	// Vault keeps notes as files in a folder.
	Vault Store = "vault"
	// InPostgres keeps them in a database.
	InPostgres Store = "postgres"
)

// Postgres says where the database is.
type Postgres struct {
	URL  string `yaml:"url" kind:"secret" doc:"Its URL, such as postgres://weft:PASSWORD@db:5432/weft?sslmode=verify-full. Write ${NAME} for an environment variable, file:PATH, or the URL itself if it has no password. The role must not be a superuser, because superusers bypass row-level security."`
	Pool int    `yaml:"pool" min:"1" max:"1000" doc:"The most connections one process opens. All orchestrators and retrievers together must stay below the server's max_connections."`
}

// API is the public gRPC API.
type API struct {
	Listen         string `yaml:"listen" kind:"addr" doc:"Address of the API. Port 0 picks a free one."`
	Cert           string `yaml:"cert" kind:"path" doc:"PEM file with the API's own certificate, one that callers' systems trust. Empty: tls.cert; if that is empty too, the API is not encrypted."`
	Key            string `yaml:"key" kind:"path" doc:"PEM file with its private key."`
	AllowAnonymous bool   `yaml:"allow_anonymous" doc:"Require no token at the API, the agents or the bus. Anyone who can reach their addresses can then read and write your notes."`
}

// Auth says what callers of the API may show besides the token.
type Auth struct {
	KeysFile string `yaml:"keys_file" kind:"path" doc:"File with API keys, written by weft keys. Changes are picked up. Empty: none."`
	JWT      JWT    `yaml:"jwt" doc:"Tokens of an OpenID provider."`
}

// JWT says which tokens of an OpenID provider count.
type JWT struct {
	Issuer      string `yaml:"issuer" doc:"Issuer of the JWTs that callers may use, exactly as the tokens name it, such as https://id.example.org. Empty: no JWTs."`
	Audience    string `yaml:"audience" doc:"Audience that these JWTs must be for."`
	JWKSURL     string `yaml:"jwks_url" doc:"URL of the issuer's public keys. Empty: the one in its /.well-known/openid-configuration."`
	JWKSFile    string `yaml:"jwks_file" kind:"path" doc:"File with these keys, for when the issuer can't be reached. Changes are picked up."`
	TenantClaim string `yaml:"tenant_claim" doc:"Claim that names the caller's tenant."`
	UserClaim   string `yaml:"user_claim" doc:"Claim that names the caller."`
	ScopesClaim string `yaml:"scopes_claim" doc:"Claim with the caller's scopes (read, write, approve, operate, calendar, admin), as a list or as one string of words."`
}

// Role is what a served agent needs of its own.
type Role struct {
	Listen string `yaml:"listen" kind:"addr" doc:"Address of the agent under weft serve."`
}

// Serve says how a process takes calls, and stops taking them.
type Serve struct {
	ConnectionAge time.Duration `yaml:"connection_age" min:"0s" doc:"Age (give or take a tenth) at which a connection is replaced by a new one, so that load balancers can spread the load again. Calls under way finish first. 0: never."`
	DrainDelay    time.Duration `yaml:"drain_delay" min:"0s" max:"10m" doc:"How long a stopping process still accepts calls after it reports that it isn't ready. For load balancers that check only now and then; roles know at once."`
}

// HTTP says how the API is served as HTTP and JSON.
type HTTP struct {
	Listen string   `yaml:"listen" kind:"addr" doc:"Address of the API as HTTP and JSON, with the API's certificate and credentials. Empty: none."`
	Hosts  []string `yaml:"hosts" doc:"Host names that callers use for it, besides localhost and IP addresses. Others are refused, which keeps other sites' pages out. \"*\": any."`
}

// TLS is what a process shows the others of its mesh, and whom it trusts.
type TLS struct {
	CA          string `yaml:"ca" kind:"path" doc:"Authorities that the mesh trusts. With tls.cert and tls.key, connections between processes are encrypted and each process shows its certificate. A command needs only tls.ca, to verify the server. Empty: connections between processes are not encrypted."`
	Cert        string `yaml:"cert" kind:"path" doc:"Certificate of this process, with the id spiffe://DOMAIN/role/ROLE."`
	Key         string `yaml:"key" kind:"path" doc:"Its private key."`
	TrustDomain string `yaml:"trust_domain" doc:"DOMAIN of these ids."`
}

// Health says where a process is asked how it is.
type Health struct {
	Listen string `yaml:"listen" kind:"addr" doc:"Address for health checks only, open to anyone and unencrypted, for probes such as those of Kubernetes. Empty: health checks are answered only at the services' own addresses."`
}

// NATS says where the bus is.
type NATS struct {
	URL         string `yaml:"url" doc:"NATS server to use, such as nats://nats:4222; version 2.12 or newer, with JetStream. Empty: one inside this process."`
	Credentials string `yaml:"credentials" kind:"path" doc:"File with the credentials (JWT and key) for that server. Empty: those in nats.url, the certificate, or the token."`
	Listen      string `yaml:"listen" kind:"addr" doc:"Address at which other processes reach the server inside this process. Empty: only this process uses it."`
	Dir         string `yaml:"dir" kind:"path" doc:"Folder of the server inside this process. Empty: nats in .weft of the vault."`

	Replicas int      `yaml:"replicas" min:"1" max:"5" doc:"Copies of each stream, each on its own server of the cluster at nats.url. 3 survives the loss of one server."`
	Cluster  string   `yaml:"cluster" doc:"Name of the cluster that keeps the streams, where nats.url leads to several. Empty: any."`
	Tags     []string `yaml:"tags" doc:"Tags of the servers that keep the streams. Empty: any."`
}

// Durability says when a step's event has to be on disk.
type Durability string

const (
	// Pipelined lets pure steps go on while their events are being written; a
	// barrier stands before any effect and anything a caller is told.
	Pipelined Durability = "pipelined"
	// Strict writes each event before the next step starts.
	Strict Durability = "strict"
	// Relaxed never waits for the disk: a power cut can lose acknowledged runs.
	Relaxed Durability = "relaxed"
)

// Runs says how runs are carried out and kept.
type Runs struct {
	Durability        Durability    `yaml:"durability" enum:"pipelined|strict|relaxed" doc:"When a run's events must be on disk. strict: before each next step. pipelined: before any effect, and before the caller is told anything. relaxed: whenever the disk gets to it, so a power cut can lose runs."`
	LoopMax           int           `yaml:"loop_max" min:"0" max:"100" doc:"How often a run may go back in each of its loops."`
	WallTime          time.Duration `yaml:"wall_time" min:"1s" doc:"The most time a run may take, not counting waits for the user and time for models (llm.timeout). After that it fails; what it has kept stays."`
	StepTimeout       time.Duration `yaml:"step_timeout" min:"10ms" doc:"The most time one attempt of a step may take, not counting time for models (llm.timeout)."`
	StepAttempts      int           `yaml:"step_attempts" min:"1" doc:"How often a failing step is tried."`
	WaitExpires       time.Duration `yaml:"wait_expires" min:"1s" doc:"How long a run waits for the user's answer before it goes on without one."`
	MaxCrashes        int           `yaml:"max_crashes" min:"1" doc:"How many workers in a row may crash at the same step of a run before that step counts as failed."`
	OutageLimit       time.Duration `yaml:"outage_limit" min:"0s" doc:"How long a step waits for a role or a tool server that can't be reached, with the time that its attempts take, before it goes on without it or fails. Set it longer than a restart of the role takes. A note that is kept waits for its parser without limit."`
	Steps             Steps         `yaml:"steps" doc:"Different limits for the steps of some states, by graph and state."`
	AckWait           time.Duration `yaml:"ack_wait" min:"100ms" doc:"How long a silent worker keeps its run before another worker takes it."`
	Workers           int           `yaml:"workers" min:"1" max:"1024" doc:"How many steps one process executes at the same time. A step that takes longer than 20 ms, such as one with a model, lets another start alongside."`
	ActiveLimit       int           `yaml:"active_limit" min:"1" max:"4096" doc:"How many runs one process has under way at the same time, not counting those that wait for the user."`
	TenantActiveLimit int           `yaml:"tenant_active_limit" min:"1" max:"4096" doc:"How many of them may belong to one tenant."`
	Graphs            []string      `yaml:"graphs" doc:"Graphs whose runs this process executes: a name, or name@version. Runs of other graphs it only starts, shows and answers. Empty: all it knows."`
	QueueLimit        int           `yaml:"queue_limit" min:"1" doc:"How many runs may have work to do at once, over all processes and tenants. Beyond that, new input is refused with QUEUE_FULL; accepted runs go on."`
	TenantQueueLimit  int           `yaml:"tenant_queue_limit" min:"1" doc:"How many of them may belong to one tenant. Beyond that, the tenant's new input is refused with QUEUE_FULL."`
	MaxAnswerWait     time.Duration `yaml:"max_answer_wait" min:"0s" doc:"How long a new question may have to wait for its answer because of the tenant's questions before it, by how fast they are answered. Beyond that, what is sent as a question is refused with QUEUE_FULL; notes are not, and neither is an input that Weft has to decide about, which may be one. 0: no limit."`
	Retention         time.Duration `yaml:"retention" min:"1m" doc:"How long a run is kept after it ends, and the runs that it started with it. Runs that wait or are under way are kept regardless of age."`
	KeepBytes         Bytes         `yaml:"keep_bytes" doc:"The most space the run log may take. Beyond it, the oldest ended runs are removed before runs.retention; runs that wait or are under way stay, and so do those that they started. 0: no limit."`
}

// Audit says how long it is kept who changed what by the API.
type Audit struct {
	Retention time.Duration `yaml:"retention" min:"1h" doc:"How long an audit event is kept (weft audit)."`
}

// Webhooks says where events may be sent.
type Webhooks struct {
	Timeout   time.Duration `yaml:"timeout" min:"100ms" max:"30s" doc:"How long a receiver may take to answer."`
	Allow     []string      `yaml:"allow" doc:"Networks that events may be sent to besides public addresses, such as 10.20.0.0/16. Events are never sent to other addresses that aren't public."`
	AllowHTTP bool          `yaml:"allow_http" doc:"Allow receivers without TLS. Anyone on the way can then read what they are sent."`
}

// Networks returns the networks that events may be sent to besides public addresses.
func (w Webhooks) Networks() []netip.Prefix {
	var out []netip.Prefix
	for _, text := range w.Allow {
		if p, err := netip.ParsePrefix(text); err == nil { // Validate has refused others
			out = append(out, p.Masked())
		}
	}
	return out
}

// Threads says what is kept of conversations, and how much of one goes with an input.
type Threads struct {
	Expires       time.Duration `yaml:"expires" min:"1m" doc:"How long a thread's turns are kept. A thread without a turn in that time is forgotten. A turn's text is removed with its run (runs.retention)."`
	MaxThreads    int           `yaml:"max_threads" min:"0" max:"100000" doc:"How many threads a tenant can have. One more replaces the least recently used one, and its report says so. 0: no limit."`
	MaxTurns      int           `yaml:"max_turns" min:"25" max:"100000" doc:"How many turns of a thread are kept, each in under 300 bytes. Beyond that, the oldest is dropped."`
	ContextTurns  int           `yaml:"context_turns" min:"0" max:"25" doc:"How many of its thread's latest turns are sent with an input. If there are more, the report says so."`
	ContextBytes  Bytes         `yaml:"context_bytes" min:"0B" max:"64KiB" doc:"The most bytes these turns may have together. At most 2000 characters of an input or an answer are sent."`
	ContextTokens int           `yaml:"context_tokens" min:"0" doc:"The most tokens these turns may have together, at four bytes per token."`
}

// ContextPage says how long the page is of what was learned about a person, and how much of it
// models are told.
type ContextPage struct {
	MaxTokens   int   `yaml:"max_tokens" min:"100" max:"100000" doc:"How many tokens Weft lets the page grow to, at four bytes per token. Beyond that, what it is least sure of moves to the archive, the oldest first; what is certain, and what you wrote, stays."`
	PromptBytes Bytes `yaml:"prompt_bytes" min:"0B" max:"64KiB" doc:"How many bytes of the page, from its beginning, models are told with a question or a wish for a plan. It helps them to understand what you mean; answers still rest on your notes alone. 0: none of it."`
}

// Retrieval says how entries are looked up.
type Retrieval struct {
	MaxEntries int           `yaml:"max_entries" min:"1" max:"1000" doc:"How many notes, the best ones, agents read for a question. Computed values always use all notes."`
	ShardDays  int           `yaml:"shard_days" min:"1" doc:"Time spans longer than this many days are searched in parts, in parallel."`
	Deadline   time.Duration `yaml:"deadline" min:"10ms" doc:"The most time a retrieval may take. After that the run goes on with what was found."`
	Retries    int           `yaml:"retries" min:"0" doc:"How often an unanswered part of a search is tried again, where other processes can answer it (nats.url or nats.listen)."`
}

// Limits says what a caller may send, and how long a call that starts no run may take.
type Limits struct {
	InputBytes      Bytes `yaml:"input_bytes" min:"1" max:"1MiB" doc:"The most bytes of one input."`
	MaxMessageBytes Bytes `yaml:"max_message_bytes" min:"256KiB" max:"1GiB" doc:"The most bytes of one gRPC message."`
	DiskReserve     Bytes `yaml:"disk_reserve" min:"8MiB" max:"1GiB" doc:"Free space that must be left on the disks of the vault and the run log, for input already accepted. With less, new input is refused."`

	Rate  int `yaml:"rate" min:"0" doc:"API calls per second that one tenant may make on average. Beyond that, calls are refused with RATE_EXCEEDED. 0: no limit. Commands that use the server's own token are not counted."`
	Burst int `yaml:"burst" min:"1" doc:"How many of them may come at once."`

	Connections          int           `yaml:"connections" min:"1" max:"100000" doc:"How many connections each address of the process accepts at the same time. More are closed."`
	ConnectionsPerClient int           `yaml:"connections_per_client" min:"1" max:"100000" doc:"How many of them may come from one address (for IPv6, one /64 network). Behind a proxy, where all come from one address, set it to limits.connections."`
	CallsPerConnection   int           `yaml:"calls_per_connection" min:"16" max:"100000" doc:"How many API calls one connection may have under way. It also limits HTTP requests that are not streams, over all connections together."`
	Streams              int           `yaml:"streams" min:"1" max:"1000000" doc:"How many API calls that stream, such as watches, the process has open at the same time. Beyond this limit and the next two, calls are refused with LIMIT_EXCEEDED and the time after which to try again."`
	StreamsPerTenant     int           `yaml:"streams_per_tenant" min:"1" max:"1000000" doc:"How many of them one tenant may have."`
	StreamsPerConnection int           `yaml:"streams_per_connection" min:"1" max:"100000" doc:"How many of them one gRPC connection may have, and over HTTP one API key or user. Less than limits.calls_per_connection leaves room for other calls. Over HTTP/1.1, where each stream takes a connection, one key or user may have half as many streams as limits.connections_per_client, and all of an address three quarters, so that other calls get through."`
	ReceiveTimeout       time.Duration `yaml:"receive_timeout" min:"100ms" doc:"How long a caller may take to send a request, and how long it may pause in a stream of them. A caller that doesn't read its answer for this long is disconnected."`
	Gzip                 bool          `yaml:"gzip" doc:"Accept gRPC messages compressed with gzip. The usual limits apply to their content."`

	SearchTimeout time.Duration `yaml:"search_timeout" min:"10ms" doc:"The most time it may take to search entries, explain an input, or parse an edited or imported note, not counting time for models (llm.timeout)."`
}

// Domains says which domains there are.
type Domains struct {
	Dirs []string `yaml:"dirs" kind:"path" doc:"Folders with more domains. A domain in them replaces the built-in one of the same name."`
	Base string   `yaml:"base" doc:"The domain that every run starts with."`
}

// Telemetry says what goes into traces.
type Telemetry struct {
	Content      bool  `yaml:"content" doc:"Put what models are asked and what they answer into spans, without e-mail addresses, keys, phone numbers and card numbers. This includes your notes, so use it only with a backend that may see them."`
	ContentBytes Bytes `yaml:"content_bytes" min:"64B" max:"64KiB" doc:"The most bytes of one text in a span."`
}

// Metrics says where Prometheus finds metrics.
type Metrics struct {
	Listen string `yaml:"listen" kind:"addr" doc:"Address for GET /metrics, open to anyone; metrics contain no notes, names or tenants. Empty: none."`
}

// Log says what is logged and how.
type Log struct {
	Level  string `yaml:"level" enum:"debug|info|warn|error" doc:"The least severe level that is logged."`
	Format string `yaml:"format" enum:"text|json" doc:"One line per record, as text or as JSON."`
}
