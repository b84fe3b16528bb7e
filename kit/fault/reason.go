package fault

// A Reason says to a program what went wrong. It is stable: once released, its
// meaning does not change. It is an error itself, so that it can be the target
// of errors.Is.
type Reason string

// Error returns the reason's name.
func (r Reason) Error() string { return string(r) }

// What was asked for is wrong.
const (
	// FieldInvalid: a field breaks a rule; the violations say which and how.
	FieldInvalid Reason = "FIELD_INVALID"
	// InputBlank: there is nothing in the input but white space.
	InputBlank Reason = "INPUT_BLANK"
	// InputNotUTF8: the input is not UTF-8 text.
	InputNotUTF8 Reason = "INPUT_NOT_UTF8"
	// InputTooLong: the input has more bytes than limits.input_bytes.
	InputTooLong Reason = "INPUT_TOO_LONG"
	// TimeZoneUnknown: the time zone is not an IANA name that is known here.
	TimeZoneUnknown Reason = "TIME_ZONE_UNKNOWN"
	// RangeInvalid: a range of days can't be read or ends before it starts.
	RangeInvalid Reason = "RANGE_INVALID"
	// PageTokenInvalid: a page token did not come from this call.
	PageTokenInvalid Reason = "PAGE_TOKEN_INVALID"
	// DomainUnknown: no domain has that name.
	DomainUnknown Reason = "DOMAIN_UNKNOWN"
)

// What was asked for does not go with what is there.
const (
	// RunNotFound: no run has that id, or it has expired.
	RunNotFound Reason = "RUN_NOT_FOUND"
	// ThreadNotFound: no thread has that id, or it has expired.
	ThreadNotFound Reason = "THREAD_NOT_FOUND"
	// WebhookNotFound: no webhook has that id.
	WebhookNotFound Reason = "WEBHOOK_NOT_FOUND"
	// ScheduleNotFound: no schedule has that id.
	ScheduleNotFound Reason = "SCHEDULE_NOT_FOUND"
	// ScheduleState: the schedule is built in and can't be changed or deleted, or this server does
	// not know what it does.
	ScheduleState Reason = "SCHEDULE_STATE"
	// KeyNotFound: no API key of the caller's tenant has that id.
	KeyNotFound Reason = "KEY_NOT_FOUND"
	// KeyState: an API key that does not count, or was rotated before, was to be rotated.
	KeyState Reason = "KEY_STATE"
	// KeysUnavailable: the server has nowhere to keep API keys, or can't use what it has.
	KeysUnavailable Reason = "KEYS_UNAVAILABLE"
	// WebhookEventNotFound: no attempt to deliver it is kept, or its run was removed.
	WebhookEventNotFound Reason = "WEBHOOK_EVENT_NOT_FOUND"
	// WebhookDisabled: nothing is sent to a webhook that is disabled.
	WebhookDisabled Reason = "WEBHOOK_DISABLED"
	// RunNotWaiting: an answer came for a run that waits for none.
	RunNotWaiting Reason = "RUN_NOT_WAITING"
	// ApprovalGiven: the caller has approved it already, and others have to.
	ApprovalGiven Reason = "APPROVAL_GIVEN"
	// AnswerConflict: a run has been given another answer to what it asked.
	AnswerConflict Reason = "ANSWER_CONFLICT"
	// AnswerRefused is for an answer that the run's graph does not take as it stands.
	AnswerRefused Reason = "ANSWER_REFUSED"
	// QueueFull: as many runs have something to do as are allowed at once.
	QueueFull Reason = "QUEUE_FULL"
	// RunEnded: a run was to be forked where nothing is left to do, or was sent a signal
	// after its end.
	RunEnded Reason = "RUN_ENDED"
	// SignalUnknown: the run's graph has no such signal.
	SignalUnknown Reason = "SIGNAL_UNKNOWN"
	// SignalRefused: the run's graph does not take the signal as the run stands.
	SignalRefused Reason = "SIGNAL_REFUSED"
	// TooManySignals: the run was sent as many signals as it takes until it gets on.
	TooManySignals Reason = "TOO_MANY_SIGNALS"
	// QueryUnknown: the run's graph has no such query.
	QueryUnknown Reason = "QUERY_UNKNOWN"
	// ForkRefused: a fork would do what was approved for another run alone.
	ForkRefused Reason = "FORK_REFUSED"
	// RunNotFailed: a run that has not failed was to be retried.
	RunNotFailed Reason = "RUN_NOT_FAILED"
	// InterruptMismatch: the answer is for another question than the one that
	// the run waits for.
	InterruptMismatch Reason = "INTERRUPT_MISMATCH"
	// RequestIDReused: the request id belongs to a run with another input.
	RequestIDReused Reason = "REQUEST_ID_REUSED"
	// EntryNotFound: no entry has that id.
	EntryNotFound Reason = "ENTRY_NOT_FOUND"
	// EntryReadOnly: the entry lies in a file that Weft only reads.
	EntryReadOnly Reason = "ENTRY_READ_ONLY"
	// StoreConflict: what was to be written has changed meanwhile.
	StoreConflict Reason = "STORE_CONFLICT"
	// GraphUnknown: the run keeps to a graph, or a version of one, that this
	// build can't walk.
	GraphUnknown Reason = "GRAPH_UNKNOWN"
)

// Who asks.
const (
	// CredentialMissing: the call came without a credential, and the server asks
	// for one.
	CredentialMissing Reason = "CREDENTIAL_MISSING"
	// CredentialInvalid: the credential is not one that the server knows, or the
	// file that should hold it does not.
	CredentialInvalid Reason = "CREDENTIAL_INVALID"
	// ScopeMissing: the credential does not allow this call.
	ScopeMissing Reason = "SCOPE_MISSING"
	// TenantNotServed: the credential is for a tenant whose notes the server does
	// not have.
	TenantNotServed Reason = "TENANT_NOT_SERVED"
	// RateExceeded: the tenant has made more calls than limits.rate allows.
	RateExceeded Reason = "RATE_EXCEEDED"
	// NotAllowed: it is known who calls, and they may not do that.
	NotAllowed Reason = "NOT_ALLOWED"
	// CertificateInvalid: a certificate, its key or an authority can't be used.
	CertificateInvalid Reason = "CERTIFICATE_INVALID"
)

// Plans.
const (
	// PlanNotFound: the tenant has no such plan.
	PlanNotFound Reason = "PLAN_NOT_FOUND"
	// PlanChanged: a plan is no longer what was looked at.
	PlanChanged Reason = "PLAN_CHANGED"
	// PlanState: a plan does not wait for what it was asked to do.
	PlanState Reason = "PLAN_STATE"
	// RoadmapNotFound: the caller has no such roadmap.
	RoadmapNotFound Reason = "ROADMAP_NOT_FOUND"
	// RoadmapChanged: a roadmap is no longer what was looked at.
	RoadmapChanged Reason = "ROADMAP_CHANGED"
	// RoadmapState: a roadmap does not wait for what it was asked to do.
	RoadmapState Reason = "ROADMAP_STATE"
	// CalendarUnreadable: a calendar that goals are planned around can't be read.
	CalendarUnreadable Reason = "CALENDAR_UNREADABLE"
)

// Tools.
const (
	// ToolUnknown: no configured server has that tool.
	ToolUnknown Reason = "TOOL_UNKNOWN"
	// ToolNotTrusted: no operator has agreed to what the tool is.
	ToolNotTrusted Reason = "TOOL_NOT_TRUSTED"
	// ToolChanged: the tool is no longer what was agreed to.
	ToolChanged Reason = "TOOL_CHANGED"
	// ToolUnavailable: the tool's server can't be started or reached.
	ToolUnavailable Reason = "TOOL_UNAVAILABLE"
	// ArgumentsInvalid: a tool does not take these arguments.
	ArgumentsInvalid Reason = "ARGUMENTS_INVALID"
	// GrantInvalid: what should allow the call of a tool does not allow it.
	GrantInvalid Reason = "GRANT_INVALID"
	// GrantUsed: the call that was allowed has been made, or begun.
	GrantUsed Reason = "GRANT_USED"
)

// The place where notes live.
const (
	// VaultLocked: another server works on the vault.
	VaultLocked Reason = "VAULT_LOCKED"
	// VaultUnreadable: the vault's folder can't be opened.
	VaultUnreadable Reason = "VAULT_UNREADABLE"
	// StoreUnavailable: the database of the notes can't be reached or used.
	StoreUnavailable Reason = "STORE_UNAVAILABLE"
	// VaultReadOnly: this user may not write to the vault.
	VaultReadOnly Reason = "VAULT_READ_ONLY"
	// VaultFileCorrupt: a file of the vault can't be understood. It is left as
	// it is.
	VaultFileCorrupt Reason = "VAULT_FILE_CORRUPT"
	// DiskFull: there is no room to keep what was sent. Nothing of it was
	// accepted.
	DiskFull Reason = "DISK_FULL"
)

// The mesh itself.
const (
	// ConfigInvalid: the configuration can't be used.
	ConfigInvalid Reason = "CONFIG_INVALID"
	// PortInUse: the address that a server wants belongs to another process.
	PortInUse Reason = "PORT_IN_USE"
	// AddressInvalid: the address that a server wants can't be listened on.
	AddressInvalid Reason = "ADDRESS_INVALID"
	// AgentUnavailable: a service of the mesh can't be reached.
	AgentUnavailable Reason = "AGENT_UNAVAILABLE"
	// AgentBusy: a service of the mesh has more to do than it can do in time.
	AgentBusy Reason = "AGENT_BUSY"
	// DomainsNotHeld: a retriever was asked by the hash of domains that it was not sent.
	DomainsNotHeld Reason = "DOMAINS_NOT_HELD"
	// ModelUnavailable: no language model had an answer, and the agent may not
	// use its rules instead.
	ModelUnavailable Reason = "MODEL_UNAVAILABLE"
	// BusUnavailable: NATS can't be started or reached.
	BusUnavailable Reason = "BUS_UNAVAILABLE"
	// LaterFormat: what is kept was written by a later build, in a form that this one
	// does not know.
	LaterFormat Reason = "LATER_FORMAT"
	// ShuttingDown: the server is stopping and takes no more work.
	ShuttingDown Reason = "SHUTTING_DOWN"
	// LimitExceeded: a message or an amount is larger than what is allowed.
	LimitExceeded Reason = "LIMIT_EXCEEDED"
	// DeadlineExceeded: the time that the caller gave, or limits.search_timeout,
	// was not enough.
	DeadlineExceeded Reason = "DEADLINE_EXCEEDED"
	// RequestTimeout: the caller took longer than limits.receive_timeout to send its
	// request, or to read what is streamed to it.
	RequestTimeout Reason = "REQUEST_TIMEOUT"
	// Cancelled: the caller went away or changed its mind.
	Cancelled Reason = "CANCELLED"
	// Unimplemented: this build does not have what was called.
	Unimplemented Reason = "UNIMPLEMENTED"
	// Internal: a mistake of Weft. The log has the cause.
	Internal Reason = "INTERNAL"
)
