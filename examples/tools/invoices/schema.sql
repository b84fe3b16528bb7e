CREATE TABLE IF NOT EXISTS clients (
  id         TEXT PRIMARY KEY,
  name       TEXT NOT NULL UNIQUE,
  email      TEXT NOT NULL,
  currency   TEXT NOT NULL,
  rate_cents INTEGER NOT NULL -- of an hour
) STRICT;

CREATE TABLE IF NOT EXISTS invoices (
  number     TEXT PRIMARY KEY,
  request_id TEXT NOT NULL UNIQUE,
  client     TEXT NOT NULL REFERENCES clients (id),
  month      TEXT NOT NULL,
  issued     TEXT NOT NULL, -- a day
  cancelled  TEXT NOT NULL DEFAULT '', -- a day
  reason     TEXT NOT NULL DEFAULT ''  -- why it was cancelled
) STRICT;

CREATE TABLE IF NOT EXISTS lines (
  invoice      TEXT NOT NULL REFERENCES invoices (number),
  position     INTEGER NOT NULL,
  text         TEXT NOT NULL,
  minutes      INTEGER NOT NULL DEFAULT 0,
  amount_cents INTEGER NOT NULL,
  PRIMARY KEY (invoice, position)
) STRICT;

CREATE TABLE IF NOT EXISTS hours (
  id      INTEGER PRIMARY KEY,
  client  TEXT NOT NULL REFERENCES clients (id),
  day     TEXT NOT NULL,
  minutes INTEGER NOT NULL,
  text    TEXT NOT NULL,
  invoice TEXT REFERENCES invoices (number) -- that they are on
) STRICT;
