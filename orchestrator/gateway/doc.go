// Package gateway serves the public API as HTTP and JSON beside gRPC. It translates
// and decides nothing: each request becomes a call of the gRPC API over a connection
// within the process, so authentication, validation, limits and traces are those of
// gRPC.
//
// A table of routes says which method answers which path; the OpenAPI document of the
// module proto is made from the same table.
package gateway
