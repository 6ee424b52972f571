-- What is written to find out whether writing works: one row, again and again.
CREATE TABLE probe (
    id INTEGER PRIMARY KEY,
    at BIGINT NOT NULL
);
INSERT INTO probe (id, at) VALUES (1, 0);
