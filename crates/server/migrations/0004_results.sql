-- How games came out, counted once for each table that has ended, and the ratings that follow.

-- When the results were counted.
ALTER TABLE tables ADD COLUMN counted_at BIGINT;

CREATE INDEX tables_to_count ON tables (changed_at) WHERE stage = 'ended' AND counted_at IS NULL;

-- Whose program it is, if it is no person.
ALTER TABLE people ADD COLUMN bot_of TEXT REFERENCES people (id);

CREATE INDEX bots_of_a_person ON people (bot_of) WHERE bot_of IS NOT NULL;

CREATE TABLE results (
    table_id TEXT NOT NULL REFERENCES tables (id),
    seat BIGINT NOT NULL,
    -- The id of a person, or level1 to level5.
    player TEXT NOT NULL,
    game TEXT NOT NULL,
    players BIGINT NOT NULL,
    pool TEXT NOT NULL,
    place BIGINT NOT NULL,
    total BIGINT NOT NULL,
    -- The day, if it was the day's deal.
    day TEXT,
    at BIGINT NOT NULL,
    PRIMARY KEY (table_id, seat)
);

CREATE INDEX results_of_a_player ON results (player, at);
CREATE INDEX results_of_a_day ON results (day, game, total) WHERE day IS NOT NULL;

-- The ratings of a player one after the other: two nodes cannot both write the same one.
CREATE TABLE ratings (
    player TEXT NOT NULL,
    pool TEXT NOT NULL,
    game TEXT NOT NULL,
    players BIGINT NOT NULL,
    number BIGINT NOT NULL,
    table_id TEXT NOT NULL REFERENCES tables (id),
    rating DOUBLE PRECISION NOT NULL,
    uncertainty DOUBLE PRECISION NOT NULL,
    at BIGINT NOT NULL,
    PRIMARY KEY (player, pool, game, players, number)
);
