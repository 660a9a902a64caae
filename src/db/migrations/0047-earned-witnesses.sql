-- Who may vouch for this state of the database, which hold stands, and what a journal lost
-- (docs/decisions/049-what-a-journal-cannot-say.md).
-- Beside a running older version: safe

-- knows: the process that writes this journal has a reason to trust this state of the database. Only then
-- does its sign of life vouch for it.
ALTER TABLE witness ADD knows boolean NOT NULL DEFAULT false;
UPDATE witness SET knows = true;

-- Bytes of the folder's journals that are not there any more: the hold waits for the operator.
ALTER TABLE reconciliation ADD lost bigint NOT NULL DEFAULT 0;

-- A backup that was taken during a hold brings that hold back. A folder that saw its end tells by the id.
ALTER TABLE installation
  ADD hold_id uuid,
  -- The last ones, the newest at the end.
  ADD ended_holds uuid[] NOT NULL DEFAULT '{}';
UPDATE installation SET hold_id = gen_random_uuid() WHERE hold_since IS NOT NULL;
