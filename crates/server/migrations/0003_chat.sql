-- What people say to each other at a table.

CREATE TABLE chat (
    table_id TEXT NOT NULL REFERENCES tables (id),
    seq BIGINT NOT NULL,
    -- What the sender called it; the same thing sent twice is said once.
    client_key TEXT NOT NULL,
    person TEXT NOT NULL REFERENCES people (id),
    at BIGINT NOT NULL,
    text TEXT NOT NULL,
    PRIMARY KEY (table_id, seq),
    UNIQUE (table_id, client_key)
);

CREATE INDEX chat_of_a_person ON chat (person);
