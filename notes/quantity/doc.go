// Package quantity reads numbers and units as people write them in notes:
// "185lbs", "7h30", "1,200 kcal", "half an hour", "~5k", "€12.50", "5:30/km".
//
// It knows units and nothing else. What a quantity is about, and whether the
// 5 in "5x5" counts sets, is for package extract to say.
package quantity
