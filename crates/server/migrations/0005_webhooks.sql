-- Where people want to be told that it is their turn, and what is still to be told.

CREATE TABLE webhooks (
    person TEXT NOT NULL PRIMARY KEY REFERENCES people (id),
    url TEXT NOT NULL,
    secret TEXT NOT NULL,
    created_at BIGINT NOT NULL
);

CREATE TABLE deliveries (
    id TEXT NOT NULL PRIMARY KEY,
    person TEXT NOT NULL REFERENCES people (id),
    table_id TEXT NOT NULL REFERENCES tables (id),
    -- How often it was tried.
    tries BIGINT NOT NULL,
    -- When it is tried next.
    next_at BIGINT NOT NULL
);

CREATE INDEX deliveries_due ON deliveries (next_at);
CREATE INDEX deliveries_of_a_person ON deliveries (person);
