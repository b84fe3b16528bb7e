// Package planvault keeps the files of plans in a vault (package plans/folder): it looks at
// them a few times a second and whenever a plan changes, writes what has come, and says to the API
// what people have done. The API is asked as by anybody; who moves a file is the vault's
// owner.
//
// Nothing is made before there is a plan, or a folder of templates. Its folders have a mark (dayfile.PlansMark), by
// which everybody knows that what lies there is no note; a folder without one, which holds
// anything that is not of plans, is somebody's own, and as long as it is there nothing is
// written or read. A dashboard without its marks is not written into.
//
// A file is written only as what it was read as, in one step, and is moved where none is.
package planvault
