-- Whether retention's DETACH was done, so that it takes nobody else's for its own.
-- Beside a running older version: safe

-- False: the DETACH was about to begin. A table that is detached then may be somebody's who wanted to keep it.
ALTER TABLE retention_detaching ADD COLUMN detached boolean NOT NULL DEFAULT false;
