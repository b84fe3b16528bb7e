// Package disktest gives tests a disk of their own that they can fill.
package disktest
