// Package timeline makes minutes of a person's civil life: the hours in which
// they work, what their calendar holds already and how much they do at most
// become what planning/problem has to keep.
//
// A window begins and ends where the person's clock first shows its times or
// later ones. So on the day when clocks go forward a window is as much shorter
// as it lies in the hour that is left out, and one across the hour that is twice
// is longer by it. A window that passes midnight belongs to the day on which it
// begins; the work in it counts for the day on which it lies.
package timeline
