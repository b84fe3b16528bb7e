// Package audit keeps who changed what by the API, when, and with which credential.
//
//	WEFT_AUDIT  weft.audit.<tenant>.<method>  one message a call
//
// A call is kept before its caller hears that it is done. What the log of a run says of
// answers, cancels and the like stands there as well, for as long as the run is kept.
package audit
