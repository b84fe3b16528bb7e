// Package post is what another module adds to Weft: a graph that sends parcels, an agent that
// carries them, a tool that prices them and a domain that knows the words of notes on them.
package post
