-- The name as it looks, for people and programs: two names that look alike are one name. The
-- server fills it in; of accounts from before that look alike, the oldest has it.
ALTER TABLE people ADD COLUMN name_shape TEXT;

CREATE UNIQUE INDEX people_by_shape ON people (name_shape);

-- When the session was last used, to the day.
ALTER TABLE sessions ADD COLUMN used_at BIGINT;

CREATE INDEX sessions_by_age ON sessions (created_at);

-- What housekeeping looks for.
CREATE INDEX guests_by_age ON people (created_at)
    WHERE name_key IS NULL AND bot_of IS NULL AND deleted_at IS NULL;

CREATE INDEX tables_under_way ON tables (id) WHERE stage <> 'ended';
