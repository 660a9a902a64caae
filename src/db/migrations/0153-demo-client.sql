-- A client that the first start made up, with everything in it: the console says so, and it can be removed.
-- Beside a running older version: safe

ALTER TABLE client ADD COLUMN demo boolean NOT NULL DEFAULT false;
