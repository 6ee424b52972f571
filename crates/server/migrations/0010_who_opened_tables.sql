-- What is counted of a person's tables: who has opened each, and whether bots play there.

ALTER TABLE tables ADD COLUMN opened_by TEXT;

ALTER TABLE tables ADD COLUMN bots BIGINT NOT NULL DEFAULT 0;
