-- Which version of a record a manager edits, and who made it: of two who edit it at once, the second is
-- asked. What the engine writes does not count (docs/decisions/055-versions.md).
--
-- Beside a running older version: safe
-- (Its saves raise no version: until it is gone, two who edit at once are not asked.)
--
-- changed_by without a manager is the operator; changed_at is null until the first change after this
-- migration.

ALTER TABLE campaign
  ADD COLUMN version integer NOT NULL DEFAULT 1,
  ADD COLUMN changed_by bigint,
  ADD COLUMN changed_at timestamptz;
ALTER TABLE text_message
  ADD COLUMN version integer NOT NULL DEFAULT 1,
  ADD COLUMN changed_by bigint,
  ADD COLUMN changed_at timestamptz;
ALTER TABLE account_field
  ADD COLUMN version integer NOT NULL DEFAULT 1,
  ADD COLUMN changed_by bigint,
  ADD COLUMN changed_at timestamptz;
ALTER TABLE caller_id_bucket
  ADD COLUMN version integer NOT NULL DEFAULT 1,
  ADD COLUMN changed_by bigint,
  ADD COLUMN changed_at timestamptz;
ALTER TABLE manager
  ADD COLUMN version integer NOT NULL DEFAULT 1,
  ADD COLUMN changed_by bigint,
  ADD COLUMN changed_at timestamptz;
-- Its version, which counts the edits, is what renderings are of.
ALTER TABLE voice_message
  ADD COLUMN changed_by bigint,
  ADD COLUMN changed_at timestamptz;
