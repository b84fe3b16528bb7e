package telemetry

import "go.opentelemetry.io/otel/attribute"

// Scope is the name of Weft's own instrumentation.
const Scope = "github.com/weft-mesh/weft"

// Names of spans, and what some of them begin with.
const (
	SpanRun      = "run"          // prefix: "run notes", one stretch of a run, to its end or a pause
	SpanStep     = "step"         // prefix: "step ROUTE", one attempt
	SpanStore    = "store"        // prefix: "store keep", one call to the store
	SpanRetrieve = "retrieve"     // one retrieval, with all its shards
	SpanShard    = "shard"        // one shard of it, with all its attempts
	SpanAgent    = "invoke_agent" // prefix: "invoke_agent planner", one form with all calls to models that it takes
	SpanChat     = "chat"         // prefix: "chat qwen2.5:7b", one call to a model

	SpanEmbeddings = "embeddings" // prefix: "embeddings nomic-embed-text", one call for vectors
)

// What lines of the log carry.
const (
	LogTrace = "trace_id"
	LogSpan  = "span_id"
	LogRun   = "run"
	// LogHeldBack is how many warnings of the same cause were not logged since the last.
	LogHeldBack = "held_back"
)

// Attributes of runs and steps.
const (
	RunID      = attribute.Key("weft.run.id")
	RunGraph   = attribute.Key("weft.run.graph")
	RunStatus  = attribute.Key("weft.run.status")
	Tenant     = attribute.Key("weft.tenant")
	State      = attribute.Key("weft.state")
	Outcome    = attribute.Key("weft.outcome")
	Branch     = attribute.Key("weft.branch")
	Attempt    = attribute.Key("weft.attempt")
	Degraded   = attribute.Key("weft.degraded")
	EntryID    = attribute.Key("weft.entry.id")
	QueueClass = attribute.Key("weft.queue.class")
	Condition  = attribute.Key("weft.condition") // what a process needs
	ToolServer = attribute.Key("weft.tool_server")
	Cause      = attribute.Key("weft.cause")
	Stream     = attribute.Key("weft.stream")      // of JetStream
	Purpose    = attribute.Key("weft.certificate") // what a certificate is for: mesh or api
	Method     = attribute.Key("rpc.method")       // its full name, as gRPC's own metrics have it
)

// Attributes of retrievals.
const (
	Instructions = attribute.Key("weft.retrieve.instructions") // how many
	Instruction  = attribute.Key("weft.retrieve.instruction")  // id of the one
	Shards       = attribute.Key("weft.retrieve.shards")       // how many
	ShardFrom    = attribute.Key("weft.retrieve.from")         // first day
	ShardTo      = attribute.Key("weft.retrieve.to")           // last day
	Attempts     = attribute.Key("weft.retrieve.attempts")     // how many
	Entries      = attribute.Key("weft.retrieve.entries")      // how many came back
	Total        = attribute.Key("weft.retrieve.total")        // how many were in scope
	Truncated    = attribute.Key("weft.retrieve.truncated")
)

// ConversationID is the thread of a run, or the run's id where it is of none, under
// the name that the conventions for generative AI have for it.
const ConversationID = attribute.Key("gen_ai.conversation.id")

// Attributes of calls to models, as the conventions for generative AI name them.
// They stand here because those conventions still move.
const (
	GenAIOperation     = attribute.Key("gen_ai.operation.name")
	GenAIProvider      = attribute.Key("gen_ai.provider.name")
	GenAIRequestModel  = attribute.Key("gen_ai.request.model")
	GenAIMaxTokens     = attribute.Key("gen_ai.request.max_tokens")
	GenAIOutputType    = attribute.Key("gen_ai.output.type")
	GenAIResponseModel = attribute.Key("gen_ai.response.model")
	GenAIFinishReasons = attribute.Key("gen_ai.response.finish_reasons")
	GenAIInputTokens   = attribute.Key("gen_ai.usage.input_tokens")
	GenAIOutputTokens  = attribute.Key("gen_ai.usage.output_tokens")
	GenAITokenType     = attribute.Key("gen_ai.token.type")
	GenAIAgentName     = attribute.Key("gen_ai.agent.name")
	GenAIStream        = attribute.Key("gen_ai.request.stream")
	GenAISystem        = attribute.Key("gen_ai.system_instructions") // these three only
	GenAIInput         = attribute.Key("gen_ai.input.messages")      // where content is
	GenAIOutput        = attribute.Key("gen_ai.output.messages")     // captured
	Form               = attribute.Key("weft.form")                  // what a model is to fill in
	CostMicroUSD       = attribute.Key("weft.cost.micro_usd")
	ErrorType          = attribute.Key("error.type")
	ServerAddress      = attribute.Key("server.address")
	ServerPort         = attribute.Key("server.port")
)

// Names of metrics, with their units.
const (
	MetricRunDuration   = "weft.run.duration"         // s, by graph and status; until the run ends or waits
	MetricStepDuration  = "weft.step.duration"        // s, by graph, state and outcome; one attempt
	MetricQueueAge      = "weft.queue.age"            // s, that a run lay in the work queue; by class
	MetricQueueDepth    = "weft.queue.depth"          // {run}, that wait for a worker, by class; over all processes
	MetricRunsActive    = "weft.runs.active"          // {run}, that this process has under way, by class
	MetricCallsRefused  = "weft.calls.refused"        // {call}, of the API, by reason
	MetricCallsOpen     = "weft.calls.open"           // {call}, of the API that stream and are open, by method
	MetricWebhooks      = "weft.webhook.deliveries"   // {delivery}, of events to webhooks, by outcome
	MetricDegraded      = "weft.step.degraded"        // {step}, by graph and state
	MetricHealthLost    = "weft.health.lost"          // 1 for each thing that the process needs and is not there, else 0
	MetricToolAway      = "weft.tool_server.away"     // 1 for each tool server that does not answer its executor, else 0
	MetricToolFailures  = "weft.tool_server.failures" // {failure}, of tool servers that don't answer, end, or can't be started
	MetricCertificate   = "weft.certificate.expiry"   // s, as a Unix time; by what it is for
	MetricAgentDuration = "weft.agent.duration"       // s, by agent and outcome; one call, without its wait for a turn
	MetricAgentActive   = "weft.agent.active"         // {call}, that agents of this process work on, by agent
	MetricAgentQueued   = "weft.agent.queued"         // {call}, that wait for their turn, by agent
	MetricAgentDropped  = "weft.agent.dropped"        // {call}, that ended before their turn, by agent and cause
	MetricStreamBytes   = "weft.stream.bytes"         // By, by stream
	MetricStreamCopies  = "weft.stream.replicas"      // {replica}, that a stream is to have, by stream
	MetricStreamLost    = "weft.stream.replicas.lost" // {replica}, that can't take over, or all without a leader, by stream
	MetricStreamLag     = "weft.stream.lag"           // {message}, that its slowest durable consumer has not dealt with, by stream

	MetricNotesWithoutVectors = "weft.notes.without_vectors" // {note}, of all tenants; counted by each orchestrator

	MetricModelTokens   = "gen_ai.client.token.usage"        // {token}, by model and whether read or written
	MetricModelDuration = "gen_ai.client.operation.duration" // s, by model and cause of failure; one call
	MetricModelCost     = "weft.model.cost"                  // {micro_usd}, by model
)
