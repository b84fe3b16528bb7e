package config

import (
	"time"

	"github.com/weft-mesh/weft/kit/mind"
)

// Config is the whole configuration. Load and Default return one in which every
// field has a value.
type Config struct {
	Vault     string              `yaml:"vault" kind:"path" doc:"Folder of the notes. Weft's own files go to .weft inside it; if this user may not write there, to $XDG_STATE_HOME/weft."`
	Store     Store               `yaml:"store" enum:"vault|postgres" doc:"Where the notes are kept. vault: as files in the folder. postgres: in the database of postgres.url, for meshes of several processes and tenants; then the folder has Weft's own files alone."`
	Postgres  Postgres            `yaml:"postgres" doc:"The database of the notes, with store: postgres."`
	Tenant    string              `yaml:"tenant" doc:"Tenant of callers who don't prove another one."`
	User      string              `yaml:"user" doc:"User that those callers count as. The default is the login name."`
	TimeZone  string              `yaml:"time_zone" doc:"IANA name of the time zone that days are counted in, such as Europe/Berlin. Empty: the system's."`
	WeekStart string              `yaml:"week_start" enum:"monday|tuesday|wednesday|thursday|friday|saturday|sunday" doc:"First day of a week, for \"last week\"."`
	TokenFile string              `yaml:"token_file" kind:"path" doc:"File with the token that callers show, and the processes of one mesh each other. Empty: token in .weft of the vault, which a server makes and commands on the vault find."`
	API       API                 `yaml:"api" doc:"The API that callers use."`
	Auth      Auth                `yaml:"auth" doc:"Who may call the API, beside who shows the token."`
	HTTP      HTTP                `yaml:"http" doc:"The same API as HTTP and JSON."`
	TLS       TLS                 `yaml:"tls" doc:"Certificates of the processes of a mesh, in PEM. They are read again when they change."`
	Health    Health              `yaml:"health" doc:"Health checks of this process."`
	Roles     PerAgent[Role]      `yaml:"roles" doc:"Where the agents listen when they run on their own (weft serve)."`
	Peers     PerAgent[string]    `yaml:"peers" doc:"Where the agent's replicas are: HOST:PORT, or several with commas between them. A name is looked up every two seconds, so replicas may come and go. Empty: it runs in this process."`
	Serve     Serve               `yaml:"serve" doc:"How a process takes calls, and stops taking them."`
	NATS      NATS                `yaml:"nats" doc:"The message bus, which keeps the runs."`
	Runs      Runs                `yaml:"runs" doc:"How runs are carried out and kept."`
	Threads   Threads             `yaml:"threads" doc:"Conversations that the server keeps, and how much of one goes with an input."`
	Retrieval Retrieval           `yaml:"retrieval" doc:"How entries are looked up."`
	Limits    Limits              `yaml:"limits" doc:"What a caller may send, when it is refused, and how long a call that starts no run may take."`
	Domains   Domains             `yaml:"domains" doc:"The domains of notes."`
	Minds     PerAgent[mind.Kind] `yaml:"minds" enum:"|rules|model|model-then-rules" doc:"How the agent thinks. rules: by code. model: by a language model that code checks. model-then-rules: so, and by code where no model has an answer. Empty: model-then-rules where a provider is configured for the agent, else rules."`
	LLM       LLM                 `yaml:"llm" doc:"The language models."`
	Telemetry Telemetry           `yaml:"telemetry" doc:"What goes into traces. Where they go, the standard OTEL_ variables say."`
	Metrics   Metrics             `yaml:"metrics" doc:"Metrics for Prometheus, beside those that the standard OTEL_ variables send."`
	Log       Log                 `yaml:"log" doc:"The log, on standard error."`

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
	URL  string `yaml:"url" kind:"secret" doc:"Its URL, such as postgres://weft:PASSWORD@db:5432/weft?sslmode=verify-full: ${NAME} for a variable of the environment, file:PATH, or the URL itself where it has no password. The role must not be a superuser, which would pass row-level security."`
	Pool int    `yaml:"pool" min:"1" max:"1000" doc:"The most connections that one process has open. All orchestrators and retrievers together must stay below max_connections of the server."`
}

// API is the public gRPC API.
type API struct {
	Listen         string `yaml:"listen" kind:"addr" doc:"Address of the API. Port 0 takes a free one."`
	Cert           string `yaml:"cert" kind:"path" doc:"PEM file with the API's certificate, if it is another than tls.cert: one that callers' systems trust. Empty: tls.cert; without that the API is not encrypted."`
	Key            string `yaml:"key" kind:"path" doc:"PEM file with its private key."`
	AllowAnonymous bool   `yaml:"allow_anonymous" doc:"Ask nobody for the token, neither at the API nor at the agents and the bus: whoever reaches their addresses reads and writes the notes."`
}

// Auth says what callers of the API may show besides the token.
type Auth struct {
	KeysFile string `yaml:"keys_file" kind:"path" doc:"File with API keys, which weft keys writes. It is read again when it changes. Empty: none."`
	JWT      JWT    `yaml:"jwt" doc:"Tokens of an OpenID provider."`
}

// JWT says which tokens of an OpenID provider count.
type JWT struct {
	Issuer      string `yaml:"issuer" doc:"Issuer of JWTs that callers may show, as it stands in them, such as https://id.example.org. Empty: none."`
	Audience    string `yaml:"audience" doc:"Audience that these JWTs must be for."`
	JWKSURL     string `yaml:"jwks_url" doc:"Where the issuer's public keys are. Empty: where its /.well-known/openid-configuration says."`
	JWKSFile    string `yaml:"jwks_file" kind:"path" doc:"File with these keys, where the issuer can't be reached. It is read again when it changes."`
	TenantClaim string `yaml:"tenant_claim" doc:"Claim that names the caller's tenant."`
	UserClaim   string `yaml:"user_claim" doc:"Claim that names the caller."`
	ScopesClaim string `yaml:"scopes_claim" doc:"Claim with the caller's scopes (read, write, approve, operate), as a list or as words in one text."`
}

// Role is what a served agent needs of its own.
type Role struct {
	Listen string `yaml:"listen" kind:"addr" doc:"Address of the agent under weft serve."`
}

// Serve says how a process takes calls, and stops taking them.
type Serve struct {
	ConnectionAge time.Duration `yaml:"connection_age" min:"0s" doc:"How old a connection gets, give or take a tenth, before its client is asked for a new one, so that balancers between them spread the load anew. Calls under way are let finish. 0: as old as it likes."`
	DrainDelay    time.Duration `yaml:"drain_delay" min:"0s" max:"10m" doc:"How long a process that is told to stop still takes calls after it has said that it is not ready. For balancers that only look now and then; roles know at once."`
}

// HTTP says how the API is served as HTTP and JSON.
type HTTP struct {
	Listen string   `yaml:"listen" kind:"addr" doc:"Address of the API as HTTP and JSON, with the certificate and for the callers of the API. Empty: none."`
	Hosts  []string `yaml:"hosts" doc:"Names by which callers reach it, besides localhost and addresses: pages of other sites may otherwise have their own names lead here. \"*\": any."`
}

// TLS is what a process shows the others of its mesh, and whom it trusts.
type TLS struct {
	CA          string `yaml:"ca" kind:"path" doc:"Authorities that the mesh trusts. Set with tls.cert and tls.key: connections between processes are encrypted, and each shows its certificate. A command needs tls.ca alone, to know the server. Empty: nothing between processes is encrypted."`
	Cert        string `yaml:"cert" kind:"path" doc:"Certificate of this process, with the id spiffe://DOMAIN/role/ROLE."`
	Key         string `yaml:"key" kind:"path" doc:"Its private key."`
	TrustDomain string `yaml:"trust_domain" doc:"DOMAIN of these ids."`
}

// Health says where a process is asked how it is.
type Health struct {
	Listen string `yaml:"listen" kind:"addr" doc:"Address where health checks are answered, to anybody and without encryption, and nothing else: for probes, as of Kubernetes. Empty: only beside the services."`
}

// NATS says where the bus is.
type NATS struct {
	URL         string `yaml:"url" doc:"NATS server to use, such as nats://nats:4222; version 2.12 or newer, with JetStream. Empty: one inside this process."`
	Credentials string `yaml:"credentials" kind:"path" doc:"File with the credentials (JWT and key) for that server. Empty: those in nats.url, the certificate, or the token."`
	Listen      string `yaml:"listen" kind:"addr" doc:"Address of the server inside this process, for other processes. Empty: none, only this process uses it."`
	Dir         string `yaml:"dir" kind:"path" doc:"Folder of the server inside this process. Empty: nats in .weft of the vault."`

	Replicas int      `yaml:"replicas" min:"1" max:"5" doc:"Copies of each stream, on as many servers of the cluster at nats.url. 3 outlasts the loss of one server."`
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
	Durability        Durability    `yaml:"durability" enum:"pipelined|strict|relaxed" doc:"When the events of a run must be on disk. strict: each before the next step. pipelined: before any effect and before anything is told to the caller. relaxed: never waited for, so a power cut can lose runs."`
	LoopMax           int           `yaml:"loop_max" min:"0" max:"100" doc:"How often a run may go back in each of its loops."`
	WallTime          time.Duration `yaml:"wall_time" min:"1s" doc:"The most time a run may take, waiting for the user and what models may take (llm.timeout) apart. Then it fails; what it has kept stays."`
	StepTimeout       time.Duration `yaml:"step_timeout" min:"10ms" doc:"The most time one attempt of a step may take, what models may take (llm.timeout) apart."`
	StepAttempts      int           `yaml:"step_attempts" min:"1" doc:"How often a step that fails is tried."`
	WaitExpires       time.Duration `yaml:"wait_expires" min:"1s" doc:"How long a run waits for an answer of the user before it goes on without one."`
	MaxCrashes        int           `yaml:"max_crashes" min:"1" doc:"How many workers may die one after the other at the same step of a run before that step counts as failed."`
	OutageLimit       time.Duration `yaml:"outage_limit" min:"0s" doc:"How long a step waits for a role that can't be reached before it does without it or fails. More than a restart of the role takes. A note that is kept waits for its parser without a limit."`
	Steps             Steps         `yaml:"steps" doc:"What is otherwise for the steps of some states, by the name of the state."`
	AckWait           time.Duration `yaml:"ack_wait" min:"100ms" doc:"How long a silent worker keeps its run before another one takes it."`
	Workers           int           `yaml:"workers" min:"1" max:"1024" doc:"How many steps of runs one process carries out at the same time. A step that takes longer than 20 ms, as one with a model does, lets another begin beside it."`
	ActiveLimit       int           `yaml:"active_limit" min:"1" max:"4096" doc:"How many runs one process has under way at the same time, beside those that wait for the user."`
	TenantActiveLimit int           `yaml:"tenant_active_limit" min:"1" max:"4096" doc:"How many of them may be of one tenant."`
	Graphs            []string      `yaml:"graphs" doc:"Graphs whose runs this process carries out: a name, or name@version. The others it starts, tells and answers. Empty: all that it knows."`
	QueueLimit        int           `yaml:"queue_limit" min:"1" doc:"How many runs may have something to do at once, over all processes and tenants. With as many, new input is refused with QUEUE_FULL; what was accepted goes on."`
	TenantQueueLimit  int           `yaml:"tenant_queue_limit" min:"1" doc:"How many of them may be of one tenant. With as many, new input of this tenant is refused with QUEUE_FULL."`
	Retention         time.Duration `yaml:"retention" min:"1m" doc:"How long a run is kept after its end. One that waits or is under way is kept however old it is."`
	KeepBytes         Bytes         `yaml:"keep_bytes" doc:"What the log of runs may take. Beyond it the oldest runs that have ended are removed before runs.retention; those that wait or are under way stay. 0: no limit."`
}

// Threads says what is kept of conversations, and how much of one goes with an input.
type Threads struct {
	Expires       time.Duration `yaml:"expires" min:"1m" doc:"How long a turn of a thread is kept. A thread is gone when it has had no turn for so long. What a turn said goes with its run (runs.retention)."`
	MaxThreads    int           `yaml:"max_threads" min:"0" max:"100000" doc:"How many threads a tenant has. A new one beyond that takes the place of the one that has been silent the longest, and its report says so. 0: as many as come."`
	MaxTurns      int           `yaml:"max_turns" min:"25" max:"100000" doc:"How many turns are kept of a thread, each in under 300 bytes. Beyond that the oldest falls out."`
	ContextTurns  int           `yaml:"context_turns" min:"0" max:"25" doc:"The most turns of its thread that go with an input, the latest. If there are more, the report says so."`
	ContextBytes  Bytes         `yaml:"context_bytes" min:"0B" max:"64KiB" doc:"The most bytes of these turns together. Of what was written, and of an answer, 2000 characters go along at most."`
	ContextTokens int           `yaml:"context_tokens" min:"0" doc:"The most tokens of these turns together, at four bytes a token."`
}

// Retrieval says how entries are looked up.
type Retrieval struct {
	MaxEntries int           `yaml:"max_entries" min:"1" max:"1000" doc:"The most notes that agents read for a question, the best. What is computed is computed of all."`
	ShardDays  int           `yaml:"shard_days" min:"1" doc:"Spans longer than this many days are looked up in parts, side by side."`
	Deadline   time.Duration `yaml:"deadline" min:"10ms" doc:"The most time a retrieval may take. It then goes on with what came."`
	Retries    int           `yaml:"retries" min:"0" doc:"How often a part that nobody answered is asked for again."`
}

// Limits says what a caller may send, and how long a call that starts no run may take.
type Limits struct {
	InputBytes      Bytes `yaml:"input_bytes" min:"1" max:"1MiB" doc:"The most bytes of one input."`
	MaxMessageBytes Bytes `yaml:"max_message_bytes" min:"256KiB" max:"1GiB" doc:"The most bytes of one gRPC message."`
	DiskReserve     Bytes `yaml:"disk_reserve" min:"8MiB" max:"1GiB" doc:"The room on the disks of the vault and of the run log that is kept for what has been accepted. With less, new input is refused."`

	Rate  int `yaml:"rate" min:"0" doc:"How many calls of the API each second are allowed to one tenant in the long run. Beyond it calls are refused with RATE_EXCEEDED. 0: no limit. The server's own commands are not counted."`
	Burst int `yaml:"burst" min:"1" doc:"How many may come at once."`

	Connections          int           `yaml:"connections" min:"1" max:"100000" doc:"How many connections each address that the process listens on has at the same time. More are closed."`
	ConnectionsPerClient int           `yaml:"connections_per_client" min:"1" max:"100000" doc:"How many of them may come from one address (of IPv6: one /64 network). Behind a proxy, where all come from its address, as many as limits.connections."`
	CallsPerConnection   int           `yaml:"calls_per_connection" min:"16" max:"100000" doc:"How many calls of the API one connection may have under way. So many requests over HTTP, too, are under way at the same time, over all connections."`
	ReceiveTimeout       time.Duration `yaml:"receive_timeout" min:"100ms" doc:"How long a caller may take to send a request, and how long it may send nothing in a stream of them. Who reads nothing of an answer is given up after as long."`
	Gzip                 bool          `yaml:"gzip" doc:"Take gRPC messages that are compressed with gzip. What they hold has the bounds of any message."`

	SearchTimeout time.Duration `yaml:"search_timeout" min:"10ms" doc:"The most time a search of entries may take, the explanation of an input, or the reading of a note that was edited or imported, what models may take (llm.timeout) apart."`
}

// Domains says which domains there are.
type Domains struct {
	Dirs []string `yaml:"dirs" kind:"path" doc:"Folders with more domains. A domain in them replaces the built-in one of the same name."`
	Base string   `yaml:"base" doc:"The domain that every run starts with."`
}

// Telemetry says what goes into traces.
type Telemetry struct {
	Content      bool  `yaml:"content" doc:"Put what models are told and answer into spans, without e-mail addresses, keys, and numbers of phones and cards. Notes are in it: only for a backend that may have them."`
	ContentBytes Bytes `yaml:"content_bytes" min:"64B" max:"64KiB" doc:"The most bytes of one text in a span."`
}

// Metrics says where Prometheus finds metrics.
type Metrics struct {
	Listen string `yaml:"listen" kind:"addr" doc:"Address at which GET /metrics shows them, to whoever asks: there is no note, no name and no tenant in them. Empty: nowhere."`
}

// Log says what is logged and how.
type Log struct {
	Level  string `yaml:"level" enum:"debug|info|warn|error" doc:"The least level that is logged."`
	Format string `yaml:"format" enum:"text|json" doc:"One line a record, as text or as JSON."`
}
