-- Whether a note is lines of the front matter of a file: fields in YAML.
ALTER TABLE weft.note ADD COLUMN front boolean NOT NULL DEFAULT false;
ALTER TABLE weft.trash ADD COLUMN front boolean NOT NULL DEFAULT false;
