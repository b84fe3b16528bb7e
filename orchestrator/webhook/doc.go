// Package webhook tells receivers of a tenant's choice what becomes of its runs: that one
// began, waits for somebody, has ended. Events are signed as the Standard Webhooks
// specification says.
//
//	WEFT_WEBHOOKS  weft.webhook.<tenant>.<webhook>  what a webhook is, and how it fares
//	WEFT_DELIVERIES  weft.delivery.<tenant>.<webhook>  the attempts that were made
//	WEFT_RUNS      consumer webhook-<webhook>       how far its events have come
//
// An event is a record of the log of runs that changes how a run stands. It is acknowledged
// when the receiver has answered 2xx, and handed out again otherwise: to this process or to
// another one, until a day has passed. So it arrives at least once.
package webhook
