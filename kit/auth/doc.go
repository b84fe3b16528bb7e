// Package auth tells who calls the API and what they may do. A caller shows one of
// three things as "authorization: Bearer …": the server's own token, an API key of
// a file that operators keep, or a JWT of an OpenID provider. Each makes a
// [Principal], from which alone the tenant and the user of a call come.
package auth
