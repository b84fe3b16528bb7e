// Package disk looks at how much room is left where things are kept, so that
// nothing is accepted that could not be written down.
package disk
