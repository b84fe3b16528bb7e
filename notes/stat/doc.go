// Package stat computes what series of dated observations say: means,
// weekly rates, trends, and whether two samples differ.
//
// Series from a notebook are short and uneven. So each measure here comes with
// its sample size, tests are exact where the sample is small, and a trend or a
// difference that chance explains well is called none.
//
// Values that are not finite are for the caller to leave out.
package stat
