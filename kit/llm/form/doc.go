// Package form is what a model fills in: a protobuf message, put
// to it as a schema, and read back from whatever text it wrote.
//
// A form's schema stays in the subset that every provider takes: no recursion,
// every property required (what may be absent is nullable), no further
// properties. It is written by hand as bytes, because the order of properties is
// the order in which a model writes, and a Go map would lose it.
//
// Reading never trusts: not that there is JSON, nor that it keeps the schema. It
// takes what is good, in whatever order, reports everything that is not as a Problem, and tells
// whether what is left can stand as an answer. So one reading serves the strict
// check (no problem at all), the words for asking the model again, and the
// salvage of a last resort.
package form
