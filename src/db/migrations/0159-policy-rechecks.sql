-- What a change of the contact policy lets go is noted in the change's own transaction, so that a process that dies after
-- it leaves nobody waiting (docs/decisions/090-persons-and-holds.md); and lists that got a number note it for the scrub.
-- Beside a running older version: safe
-- (It checks again without a note, and asks about such a number within a day.)

ALTER TABLE policy_book
  -- Reasons for which entries wait that are to be checked again; empty: nothing to do.
  ADD COLUMN recheck text[] NOT NULL DEFAULT '{}',
  -- Grows with each such note, so that who did one does not strike out the next.
  ADD COLUMN rechecks_noted bigint NOT NULL DEFAULT 0;

-- The list got a number while or after it was looked through: the next pass begins at once.
ALTER TABLE scrub_list ADD COLUMN again boolean NOT NULL DEFAULT false;
