-- When an account was closed by whoever runs the server.
ALTER TABLE people ADD COLUMN banned_at BIGINT;
