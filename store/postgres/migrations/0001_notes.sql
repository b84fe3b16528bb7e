-- Texts are bytea: a note may hold any UTF-8, also the byte 0, which text can't.
-- What was parsed is json and not jsonb for the same reason.

-- One row for each tenant. Whoever writes for a tenant holds its row until the end
-- of the transaction, so that the revisions of a tenant become visible in order.
CREATE TABLE weft.tenant (
    tenant   text COLLATE "C" PRIMARY KEY CHECK (tenant <> ''),
    revision bigint NOT NULL,
    context  bytea,
    archive  bytea NOT NULL DEFAULT ''
);

CREATE TABLE weft.note (
    tenant      text COLLATE "C" NOT NULL,
    id          text COLLATE "C" NOT NULL,
    dated       boolean NOT NULL,
    place       text COLLATE "C" NOT NULL,  -- sorts notes: by time and number, or by page and order in it
    revision    bigint NOT NULL,            -- of the tenant when the note was last written
    key         text,                       -- under which it was kept
    text        bytea NOT NULL,
    correction  boolean NOT NULL DEFAULT false,
    headings    json,
    path        text NOT NULL,
    first_line  integer NOT NULL DEFAULT 0,
    last_line   integer NOT NULL DEFAULT 0,
    read_hash   text NOT NULL DEFAULT '',   -- of the text that the data was made from
    domains     text NOT NULL DEFAULT '',   -- the version of the domains that it was made by
    data        json,
    tags        json,
    corrections json,
    PRIMARY KEY (tenant, id)
);
CREATE UNIQUE INDEX note_place ON weft.note (tenant, dated, place);
CREATE UNIQUE INDEX note_key ON weft.note (tenant, key) WHERE key IS NOT NULL;
CREATE INDEX note_revision ON weft.note (tenant, revision);

-- The first columns are those of weft.note, in the same order.
CREATE TABLE weft.trash (
    LIKE weft.note INCLUDING DEFAULTS,
    nth      integer NOT NULL,
    at       timestamptz NOT NULL,
    replaced boolean NOT NULL,
    PRIMARY KEY (tenant, id, nth)
);
CREATE INDEX trash_revision ON weft.trash (tenant, revision);

CREATE TABLE weft.page (
    tenant text COLLATE "C" NOT NULL,
    path   text COLLATE "C" NOT NULL,
    hash   text NOT NULL,
    PRIMARY KEY (tenant, path)
);

-- The owner is bound as well: without weft.tenant nobody sees a row.
DO $$
DECLARE name text;
BEGIN
    FOREACH name IN ARRAY ARRAY['tenant', 'note', 'trash', 'page'] LOOP
        EXECUTE format('ALTER TABLE weft.%I ENABLE ROW LEVEL SECURITY', name);
        EXECUTE format('ALTER TABLE weft.%I FORCE ROW LEVEL SECURITY', name);
        EXECUTE format('CREATE POLICY own ON weft.%I USING (tenant = current_setting(''weft.tenant'', true)) WITH CHECK (tenant = current_setting(''weft.tenant'', true))', name);
    END LOOP;
END $$;
