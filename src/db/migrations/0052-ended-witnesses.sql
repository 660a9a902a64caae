-- Which journals have ended, so that a failover waits for no folder that was not at work.
-- Beside a running older version: safe

-- Its process, which hands no calls over, or its command ended in order at that sign of life, and this state of the
-- database has all of its journal. A later sign, of any version, makes it void.
ALTER TABLE witness ADD COLUMN ended_beat bigint;
