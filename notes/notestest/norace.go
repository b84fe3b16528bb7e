//go:build !race

package notestest

const slower = 1
