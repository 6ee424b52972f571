-- A log is one tree, so that an action changes one page of it. What the sender called something
-- needs no index: whoever adds to a log has read all of it.

CREATE TABLE log (
    table_id TEXT NOT NULL REFERENCES tables (id),
    seq BIGINT NOT NULL,
    -- What the sender called it.
    client_key TEXT,
    at BIGINT NOT NULL,
    body TEXT NOT NULL,
    PRIMARY KEY (table_id, seq)
) WITHOUT ROWID;

INSERT INTO log SELECT table_id, seq, client_key, at, body FROM entries ORDER BY table_id, seq;

DROP TABLE entries;

ALTER TABLE log RENAME TO entries;
