package recur_test

import (
	"fmt"
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/weft-mesh/weft/planning/civil"
	"github.com/weft-mesh/weft/planning/recur"
)

const weekdays = "MO,TU,WE,TH,FR"

// The examples of RFC 5545 §3.8.5.3, in its order. Where they go on for ever,
// "..." ends what it lists.
func TestTheExamplesOfTheStandard(t *testing.T) {
	t.Parallel()
	for _, c := range []struct{ name, start, rule, want string }{
		{"daily for 10 occurrences", "19970902", "FREQ=DAILY;COUNT=10", "1997 Sep 2-11"},
		{"daily until 24 December", "19970902", "FREQ=DAILY;UNTIL=19971224T000000Z", "1997 Sep 2-30 Oct 1-31 Nov 1-30 Dec 1-23"},
		{"every other day", "19970902", "FREQ=DAILY;INTERVAL=2",
			"1997 Sep 2,4,6,8,10,12,14,16,18,20,22,24,26,28,30 Oct 2,4,6,8,10,12,14,16,18,20,22,24,26,28,30 Nov 1,3,5,7,9,11,13,15,17,19,21,23,25,27,29 Dec 1,3 ..."},
		{"every 10 days", "19970902", "FREQ=DAILY;INTERVAL=10;COUNT=5", "1997 Sep 2,12,22 Oct 2,12"},
		{"every day in January, yearly", "19980101", "FREQ=YEARLY;UNTIL=20000131T140000Z;BYMONTH=1;BYDAY=SU,MO,TU,WE,TH,FR,SA", "1998 Jan 1-31 1999 Jan 1-31 2000 Jan 1-31"},
		{"every day in January, daily", "19980101", "FREQ=DAILY;UNTIL=20000131T140000Z;BYMONTH=1", "1998 Jan 1-31 1999 Jan 1-31 2000 Jan 1-31"},
		{"weekly for 10", "19970902", "FREQ=WEEKLY;COUNT=10", "1997 Sep 2,9,16,23,30 Oct 7,14,21,28 Nov 4"},
		{"weekly until 24 December", "19970902", "FREQ=WEEKLY;UNTIL=19971224T000000Z", "1997 Sep 2,9,16,23,30 Oct 7,14,21,28 Nov 4,11,18,25 Dec 2,9,16,23"},
		{"every other week", "19970902", "FREQ=WEEKLY;INTERVAL=2;WKST=SU", "1997 Sep 2,16,30 Oct 14,28 Nov 11,25 Dec 9,23 1998 Jan 6,20 Feb 3,17 ..."},
		{"Tuesday and Thursday, until", "19970902", "FREQ=WEEKLY;UNTIL=19971007T000000Z;WKST=SU;BYDAY=TU,TH", "1997 Sep 2,4,9,11,16,18,23,25,30 Oct 2"},
		{"Tuesday and Thursday, count", "19970902", "FREQ=WEEKLY;COUNT=10;WKST=SU;BYDAY=TU,TH", "1997 Sep 2,4,9,11,16,18,23,25,30 Oct 2"},
		{"every other week on three days", "19970901", "FREQ=WEEKLY;INTERVAL=2;UNTIL=19971224T000000Z;WKST=SU;BYDAY=MO,WE,FR",
			"1997 Sep 1,3,5,15,17,19,29 Oct 1,3,13,15,17,27,29,31 Nov 10,12,14,24,26,28 Dec 8,10,12,22"},
		{"every other week on two days", "19970902", "FREQ=WEEKLY;INTERVAL=2;COUNT=8;WKST=SU;BYDAY=TU,TH", "1997 Sep 2,4,16,18,30 Oct 2,14,16"},
		{"first Friday for 10", "19970905", "FREQ=MONTHLY;COUNT=10;BYDAY=1FR", "1997 Sep 5 Oct 3 Nov 7 Dec 5 1998 Jan 2 Feb 6 Mar 6 Apr 3 May 1 Jun 5"},
		{"first Friday until", "19970905", "FREQ=MONTHLY;UNTIL=19971224T000000Z;BYDAY=1FR", "1997 Sep 5 Oct 3 Nov 7 Dec 5"},
		{"first and last Sunday", "19970907", "FREQ=MONTHLY;INTERVAL=2;COUNT=10;BYDAY=1SU,-1SU", "1997 Sep 7,28 Nov 2,30 1998 Jan 4,25 Mar 1,29 May 3,31"},
		{"second-to-last Monday", "19970922", "FREQ=MONTHLY;COUNT=6;BYDAY=-2MO", "1997 Sep 22 Oct 20 Nov 17 Dec 22 1998 Jan 19 Feb 16"},
		{"third-to-last day", "19970928", "FREQ=MONTHLY;BYMONTHDAY=-3", "1997 Sep 28 Oct 29 Nov 28 Dec 29 1998 Jan 29 Feb 26 ..."},
		{"2nd and 15th", "19970902", "FREQ=MONTHLY;COUNT=10;BYMONTHDAY=2,15", "1997 Sep 2,15 Oct 2,15 Nov 2,15 Dec 2,15 1998 Jan 2,15"},
		{"first and last day", "19970930", "FREQ=MONTHLY;COUNT=10;BYMONTHDAY=1,-1", "1997 Sep 30 Oct 1,31 Nov 1,30 Dec 1,31 1998 Jan 1,31 Feb 1"},
		{"every 18 months", "19970910", "FREQ=MONTHLY;INTERVAL=18;COUNT=10;BYMONTHDAY=10,11,12,13,14,15", "1997 Sep 10-15 1999 Mar 10-13"},
		{"Tuesdays every other month", "19970902", "FREQ=MONTHLY;INTERVAL=2;BYDAY=TU", "1997 Sep 2,9,16,23,30 Nov 4,11,18,25 1998 Jan 6,13,20,27 Mar 3,10,17,24,31 ..."},
		{"June and July", "19970610", "FREQ=YEARLY;COUNT=10;BYMONTH=6,7", "1997 Jun 10 Jul 10 1998 Jun 10 Jul 10 1999 Jun 10 Jul 10 2000 Jun 10 Jul 10 2001 Jun 10 Jul 10"},
		{"every other year", "19970310", "FREQ=YEARLY;INTERVAL=2;COUNT=10;BYMONTH=1,2,3",
			"1997 Mar 10 1999 Jan 10 Feb 10 Mar 10 2001 Jan 10 Feb 10 Mar 10 2003 Jan 10 Feb 10 Mar 10"},
		{"every third year by day", "19970101", "FREQ=YEARLY;INTERVAL=3;COUNT=10;BYYEARDAY=1,100,200",
			"1997 Jan 1 Apr 10 Jul 19 2000 Jan 1 Apr 9 Jul 18 2003 Jan 1 Apr 10 Jul 19 2006 Jan 1"},
		{"20th Monday", "19970519", "FREQ=YEARLY;BYDAY=20MO", "1997 May 19 1998 May 18 1999 May 17 ..."},
		{"Monday of week 20", "19970512", "FREQ=YEARLY;BYWEEKNO=20;BYDAY=MO", "1997 May 12 1998 May 11 1999 May 17 ..."},
		{"Thursdays in March", "19970313", "FREQ=YEARLY;BYMONTH=3;BYDAY=TH", "1997 Mar 13,20,27 1998 Mar 5,12,19,26 1999 Mar 4,11,18,25 ..."},
		{"Thursdays in summer", "19970605", "FREQ=YEARLY;BYDAY=TH;BYMONTH=6,7,8",
			"1997 Jun 5,12,19,26 Jul 3,10,17,24,31 Aug 7,14,21,28 1998 Jun 4,11,18,25 Jul 2,9,16,23,30 Aug 6,13,20,27 1999 Jun 3,10,17,24 Jul 1,8,15,22,29 Aug 5,12,19,26 ..."},
		{"Saturday after the first Sunday", "19970913", "FREQ=MONTHLY;BYDAY=SA;BYMONTHDAY=7,8,9,10,11,12,13",
			"1997 Sep 13 Oct 11 Nov 8 Dec 13 1998 Jan 10 Feb 7 Mar 7 Apr 11 May 9 Jun 13 ..."},
		{"election day", "19961105", "FREQ=YEARLY;INTERVAL=4;BYMONTH=11;BYDAY=TU;BYMONTHDAY=2,3,4,5,6,7,8", "1996 Nov 5 2000 Nov 7 2004 Nov 2 ..."},
		{"third of three weekdays", "19970904", "FREQ=MONTHLY;COUNT=3;BYDAY=TU,WE,TH;BYSETPOS=3", "1997 Sep 4 Oct 7 Nov 6"},
		{"second-to-last workday", "19970929", "FREQ=MONTHLY;BYDAY=" + weekdays + ";BYSETPOS=-2", "1997 Sep 29 Oct 30 Nov 27 Dec 30 1998 Jan 29 Feb 26 Mar 30 ..."},
		{"weeks from Monday", "19970805", "FREQ=WEEKLY;INTERVAL=2;COUNT=4;BYDAY=TU,SU;WKST=MO", "1997 Aug 5,10,19,24"},
		{"weeks from Sunday", "19970805", "FREQ=WEEKLY;INTERVAL=2;COUNT=4;BYDAY=TU,SU;WKST=SU", "1997 Aug 5,17,19,31"},
		{"30 February is left out", "20070115", "FREQ=MONTHLY;BYMONTHDAY=15,30;COUNT=5", "2007 Jan 15,30 Feb 15 Mar 15,30"},
	} {
		s := setOf(t, c.start+"T090000", "America/New_York", c.rule)
		want, endless := dates(t, c.want)
		i := 0
		for o := range s.From(0, time.UTC) {
			if i == len(want) {
				if !endless {
					t.Errorf("%s: goes on with %v", c.name, o.Time)
				}
				break
			}
			if o.Civil != civil.At(want[i], 9, 0, 0) || o.Time.Format("15:04") != "09:00" || o.Time.Location().String() != "America/New_York" {
				t.Errorf("%s: occurrence %d is %v (%v), want %v", c.name, i, o.Civil, o.Time, want[i])
				break
			}
			i++
		}
		if i < len(want) {
			t.Errorf("%s: ends after %d of %d", c.name, i, len(want))
		}
	}
}

func TestFridayThe13thWithoutItsStart(t *testing.T) {
	t.Parallel()
	s := setOf(t, "19970902T090000", "America/New_York", "FREQ=MONTHLY;BYDAY=FR;BYMONTHDAY=13")
	s.Except = []recur.Moment{s.Start}
	if got := first(s, 5); got != "1998-02-13 1998-03-13 1998-11-13 1999-08-13 2000-10-13" {
		t.Error(got)
	}
}

func TestEveryTwentyMinutesOfTheDay(t *testing.T) {
	t.Parallel()
	s := setOf(t, "19970902T090000", "America/New_York", "FREQ=DAILY;BYHOUR=9,10,11,12,13,14,15,16;BYMINUTE=0,20,40")
	n := 0
	for o := range s.From(0, time.UTC) {
		if want := civil.At(s.Start.Date+civil.Date(n/24), 9, n%24*20, 0); o.Civil != want {
			t.Fatalf("occurrence %d is %v, want %v", n, o.Civil, want)
		}
		if n++; n == 48 {
			return
		}
	}
}

func TestFinerThanADay(t *testing.T) {
	t.Parallel()
	for rule, want := range map[string]string{
		"FREQ=HOURLY;INTERVAL=3;UNTIL=19970902T170000Z":                   "2 09:00, 2 12:00",
		"FREQ=HOURLY;INTERVAL=20;COUNT=4":                                 "2 09:00, 3 05:00, 4 01:00, 4 21:00",
		"FREQ=HOURLY;BYHOUR=9,17;BYDAY=TH;COUNT=3":                        "2 09:00, 4 09:00, 4 17:00",
		"FREQ=HOURLY;INTERVAL=2;BYMINUTE=0,30;COUNT=4":                    "2 09:00, 2 09:30, 2 11:00, 2 11:30",
		"FREQ=MINUTELY;INTERVAL=15;COUNT=6":                               "2 09:00, 2 09:15, 2 09:30, 2 09:45, 2 10:00, 2 10:15",
		"FREQ=MINUTELY;INTERVAL=90;COUNT=4":                               "2 09:00, 2 10:30, 2 12:00, 2 13:30",
		"FREQ=MINUTELY;INTERVAL=20;BYHOUR=9,10,11,12,13,14,15,16;COUNT=5": "2 09:00, 2 09:20, 2 09:40, 2 10:00, 2 10:20",
		"FREQ=MINUTELY;INTERVAL=1500;COUNT=3":                             "2 09:00, 3 10:00, 4 11:00",
	} {
		s := setOf(t, "19970902T090000", "America/New_York", rule)
		found, err := s.Between(0, civil.NewDate(1998, 1, 1), time.UTC, nil)
		var all []string
		for _, o := range found {
			_, _, day := o.Civil.Date.Split()
			all = append(all, fmt.Sprintf("%d %02d:%02d", day, o.Civil.Second/3600, o.Civil.Second/60%60))
		}
		if got := strings.Join(all, ", "); err != nil || got != want {
			t.Errorf("%s: %s (%v), want %s", rule, got, err, want)
		}
	}
}

// dates reads "1997 Sep 2,4-6 1998 Jan 1 ...".
func dates(t *testing.T, text string) (list []civil.Date, endless bool) {
	t.Helper()
	year, month := 0, time.January
	for word := range strings.FieldsSeq(text) {
		if n, err := strconv.Atoi(word); err == nil && len(word) == 4 {
			year = n
			continue
		}
		if m, err := time.Parse("Jan", word); err == nil {
			month = m.Month()
			continue
		}
		if word == "..." {
			return list, true
		}
		for part := range strings.SplitSeq(word, ",") {
			low, high, found := strings.Cut(part, "-")
			if !found {
				high = low
			}
			from, err1 := strconv.Atoi(low)
			to, err2 := strconv.Atoi(high)
			if err1 != nil || err2 != nil {
				t.Fatalf("%q in %q", part, text)
			}
			for ; from <= to; from++ {
				list = append(list, civil.NewDate(year, month, from))
			}
		}
	}
	return list, false
}
