-- Of when this state of the database is, and folders that nobody has to wait for
-- (docs/decisions/049-what-a-journal-cannot-say.md). Rows of witness are never deleted.
-- Beside a running older version: safe

-- The last sign of life of a process that knew this state of the database; null before the first. Commands,
-- the end of a hold and processes that do not know it move seen_at alone.
ALTER TABLE witness ADD known_at timestamptz;
UPDATE witness SET known_at = seen_at WHERE knows;

-- An ended hold stands in ended_holds. hold_id is of the one that stands.
UPDATE installation SET hold_id = NULL WHERE hold_since IS NULL;
