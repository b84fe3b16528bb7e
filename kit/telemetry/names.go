package telemetry

import "go.opentelemetry.io/otel/attribute"

// Scope is the name of Weft's own instrumentation.
const Scope = "github.com/weft-mesh/weft"

// Names of spans. The conventions for generative AI and messaging still move;
// what Weft emits of them is named here and nowhere else.
const (
	SpanRun     = "run"          // one segment of a run: from its start or an answer to its end or a pause
	SpanStep    = "step"         // prefix: "step ROUTE"
	SpanInvoke  = "invoke_agent" // prefix: "invoke_agent planner"
	SpanPublish = "send"         // prefix: "send weft.retrieve"
	SpanProcess = "process"      // prefix: "process weft.retrieve"
	SpanGather  = "gather"       // one retrieval, with all its shards
	SpanAppend  = "append"       // one write to a run's log
)

// Attributes of runs and steps.
const (
	RunID       = attribute.Key("weft.run.id")
	RunGraph    = attribute.Key("weft.run.graph")
	RunStatus   = attribute.Key("weft.run.status")
	Tenant      = attribute.Key("weft.tenant")
	State       = attribute.Key("weft.state")
	Outcome     = attribute.Key("weft.outcome")
	Branch      = attribute.Key("weft.branch")
	Attempt     = attribute.Key("weft.attempt")
	Mind        = attribute.Key("weft.mind")
	Degraded    = attribute.Key("weft.degraded")
	Shards      = attribute.Key("weft.retrieve.shards")
	Shard       = attribute.Key("weft.retrieve.shard")
	Entries     = attribute.Key("weft.retrieve.entries")
	Instruction = attribute.Key("weft.retrieve.instruction")
	ErrorReason = attribute.Key("error.type") // a fault.Reason
)

// Attributes of the conventions for generative AI.
const (
	AgentName      = attribute.Key("gen_ai.agent.name")
	OperationName  = attribute.Key("gen_ai.operation.name")
	ConversationID = attribute.Key("gen_ai.conversation.id")
)

// InvokeAgent is the gen_ai.operation.name of a call to an agent.
const InvokeAgent = "invoke_agent"

// Attributes of the conventions for messaging. Destinations are templates: the
// subject of a run would make each run a destination of its own.
const (
	MessagingSystem      = attribute.Key("messaging.system")
	MessagingDestination = attribute.Key("messaging.destination.name")
	MessagingTemplate    = attribute.Key("messaging.destination.template")
	MessagingOperation   = attribute.Key("messaging.operation.name")
	MessagingType        = attribute.Key("messaging.operation.type")
	MessagingMessageID   = attribute.Key("messaging.message.id")
	MessagingGroup       = attribute.Key("messaging.consumer.group.name")
)

// NATS is the messaging.system of all of Weft's messages.
const NATS = "nats"

// Names of metrics, with their units.
const (
	MetricRunDuration  = "weft.run.duration"  // s, by status; until the run ends or waits
	MetricStepDuration = "weft.step.duration" // s, by state and outcome; one attempt
	MetricQueueAge     = "weft.queue.age"     // s, that a run lay in the work queue
	MetricDegraded     = "weft.step.degraded" // {step}, by state
)
