-- Answers that people have given in advance for their seats. Nobody else sees them.

CREATE TABLE plans (
    table_id TEXT NOT NULL REFERENCES tables (id),
    seat BIGINT NOT NULL,
    person TEXT NOT NULL REFERENCES people (id),
    -- In the game's notation.
    plan TEXT NOT NULL,
    created_at BIGINT NOT NULL,
    PRIMARY KEY (table_id, seat)
);

CREATE INDEX plans_of_a_person ON plans (person);
