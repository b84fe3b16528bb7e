// Package postgres keeps notes in a PostgreSQL database, for meshes of several
// processes and tenants. Processes may read and write the same notes side by side.
//
// A tenant's notes are behind row-level security: each transaction says whose it
// is, and without that the database shows no row. Each statement names the tenant
// as well. The role that connects must not be one that passes row-level security.
//
// A write holds the row of its tenant until it commits, so writes of one tenant
// come one after the other, each with the next revision; tenants do not wait for
// each other. What is searched is an index in memory, the same that the vault has,
// which each process brings up to the tenant's revision before it searches.
//
// Beside notes it keeps roadmaps and what they take of each person's time, as bytes
// (package orchestrator/roadmaps makes them). Whoever watches those hears of a change by
// NOTIFY, and reads what is newer than what they have seen.
package postgres
