-- Of two managers who rename a contact list at once, the second is asked, as with everything else that managers edit
-- (docs/decisions/055-versions.md).
-- Beside a running older version: safe
-- (Its renames do not count as a change.)
ALTER TABLE call_list
  ADD COLUMN version integer NOT NULL DEFAULT 1,
  ADD COLUMN changed_by bigint,
  ADD COLUMN changed_at timestamptz;
