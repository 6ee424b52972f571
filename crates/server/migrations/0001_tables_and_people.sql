-- One text for both databases: only types and clauses that SQLite and PostgreSQL share.
-- Times are milliseconds since 1970.

CREATE TABLE settings (
    name TEXT NOT NULL PRIMARY KEY,
    value TEXT NOT NULL
);

CREATE TABLE people (
    id TEXT NOT NULL PRIMARY KEY,
    name TEXT NOT NULL,
    -- The name as it is compared; only people with a password have one.
    name_key TEXT UNIQUE,
    password TEXT,
    created_at BIGINT NOT NULL,
    deleted_at BIGINT
);

CREATE TABLE sessions (
    id TEXT NOT NULL PRIMARY KEY,
    person TEXT NOT NULL REFERENCES people (id),
    created_at BIGINT NOT NULL
);

CREATE INDEX sessions_of_a_person ON sessions (person);

CREATE TABLE tables (
    id TEXT NOT NULL PRIMARY KEY,
    game TEXT NOT NULL,
    -- 1 if the table is listed for everyone.
    listed BIGINT NOT NULL,
    stage TEXT NOT NULL,
    -- Secret until the log reveals it.
    seed TEXT NOT NULL,
    created_at BIGINT NOT NULL,
    changed_at BIGINT NOT NULL
);

CREATE INDEX tables_by_change ON tables (listed, stage, changed_at);

CREATE TABLE entries (
    table_id TEXT NOT NULL REFERENCES tables (id),
    seq BIGINT NOT NULL,
    -- What the sender called it; the same thing sent twice is stored once.
    client_key TEXT,
    at BIGINT NOT NULL,
    body TEXT NOT NULL,
    PRIMARY KEY (table_id, seq),
    UNIQUE (table_id, client_key)
);

CREATE TABLE sitting (
    table_id TEXT NOT NULL REFERENCES tables (id),
    person TEXT NOT NULL REFERENCES people (id),
    PRIMARY KEY (table_id, person)
);

CREATE INDEX sitting_of_a_person ON sitting (person);
