-- When somebody has to look at a table again: a bot is to act there, or a clock runs out.

ALTER TABLE tables ADD COLUMN due BIGINT;

CREATE INDEX tables_due ON tables (due) WHERE due IS NOT NULL;
