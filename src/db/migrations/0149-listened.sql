-- Who confirmed what the recordings of a message say, for which version (docs/decisions/094-lint.md).
-- Beside a running older version: safe

ALTER TABLE voice_message
  ADD COLUMN listened_version integer,
  ADD COLUMN listened_by bigint,
  ADD COLUMN listened_at timestamptz;
