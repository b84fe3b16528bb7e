-- Vectors of a note's passages, as package notes/meaning writes them. They go with the note,
-- and when it gets another text. A row is of one space: what made the vectors.
CREATE TABLE weft.vector (
    tenant   text COLLATE "C" NOT NULL,
    id       text COLLATE "C" NOT NULL,
    revision bigint NOT NULL, -- of the tenant when they were written
    space    text NOT NULL,
    hash     text NOT NULL,   -- of the text that they were made of
    passages bytea NOT NULL,
    PRIMARY KEY (tenant, id),
    FOREIGN KEY (tenant, id) REFERENCES weft.note ON DELETE CASCADE
);
CREATE INDEX vector_revision ON weft.vector (tenant, revision);
ALTER TABLE weft.vector ENABLE ROW LEVEL SECURITY;
ALTER TABLE weft.vector FORCE ROW LEVEL SECURITY;
CREATE POLICY own ON weft.vector USING (tenant = current_setting('weft.tenant', true)) WITH CHECK (tenant = current_setting('weft.tenant', true));
