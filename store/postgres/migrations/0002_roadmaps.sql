-- Users may have any name, also one with the byte 0, so a person is bytea.

-- What all roadmaps of a person take of their time. Its row stays when the last roadmap
-- goes, so that no revision comes twice.
CREATE TABLE weft.timeline (
    tenant   text COLLATE "C" NOT NULL,
    person   bytea NOT NULL,
    revision bigint NOT NULL,           -- of this timeline
    changed  bigint NOT NULL,           -- the revision of the tenant when this was last written
    copied   bigint NOT NULL DEFAULT 0, -- the revision that it was copied from, where it was kept before
    timeline bytea NOT NULL,
    PRIMARY KEY (tenant, person)
);
CREATE INDEX timeline_changed ON weft.timeline (tenant, changed);

CREATE TABLE weft.roadmap (
    tenant  text COLLATE "C" NOT NULL,
    person  bytea NOT NULL,
    id      text COLLATE "C" NOT NULL,
    roadmap bytea NOT NULL,
    PRIMARY KEY (tenant, person, id)
);

DO $$
DECLARE name text;
BEGIN
    FOREACH name IN ARRAY ARRAY['timeline', 'roadmap'] LOOP
        EXECUTE format('ALTER TABLE weft.%I ENABLE ROW LEVEL SECURITY', name);
        EXECUTE format('ALTER TABLE weft.%I FORCE ROW LEVEL SECURITY', name);
        EXECUTE format('CREATE POLICY own ON weft.%I USING (tenant = current_setting(''weft.tenant'', true)) WITH CHECK (tenant = current_setting(''weft.tenant'', true))', name);
    END LOOP;
END $$;
