-- What shape a roadmap's plan has, from the roadmap itself. Those that are there already
-- have it once they are written again.
ALTER TABLE weft.roadmap
    ADD COLUMN pattern text NOT NULL DEFAULT '',
    ADD COLUMN subtype text NOT NULL DEFAULT '',
    ADD COLUMN variant text NOT NULL DEFAULT '';
CREATE INDEX roadmap_pattern ON weft.roadmap (tenant, pattern, subtype);
