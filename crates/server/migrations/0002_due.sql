-- When somebody has to look at a table again: a bot is to act there, or a clock runs out.

ALTER TABLE tables ADD COLUMN due BIGINT;

CREATE INDEX tables_due ON tables (due) WHERE due IS NOT NULL;

-- Only tables that are listed are looked for by time, so that an action elsewhere changes no index.

DROP INDEX tables_by_change;

CREATE INDEX listed_tables ON tables (changed_at) WHERE listed = 1 AND stage <> 'ended';
