// Package audit keeps who changed what by the API, when, and with which credential.
//
//	WEFT_AUDIT  weft.audit.<tenant>.<method>  one message a call
//	WEFT_KEYS   weft.key.<id>                 API keys as they were last seen
//
// A call is kept before its caller hears that it is done. What the log of a run says of
// answers, cancels and the like stands there as well, for as long as the run is kept.
//
// API keys are in a file that commands change without a server; what has become of them
// is kept when a server sees it.
package audit
