// Package identity is who a process of a mesh is to the others. Each role has a
// certificate with a SPIFFE id, spiffe://DOMAIN/role/ROLE, from an authority that
// the mesh trusts; connections between roles are TLS in which both sides show
// theirs. What a role may call is a table of the caller (see [Allow]).
//
// Certificates are files, as cert-manager, a SPIRE agent's helper or `weft certs dev`
// write them. They are read again when they change, so a renewed certificate needs
// no restart.
package identity
