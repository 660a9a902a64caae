-- A verified password or second factor renews a session's token (docs/decisions/066-sessions-and-sign-in.md).
-- Beside a running older version: safe

ALTER TABLE session
  ADD COLUMN former_hash bytea,
  ADD COLUMN former_until timestamptz;
COMMENT ON COLUMN session.former_hash IS 'Of the token before the last proof, for requests that were under way.';
CREATE INDEX session_former ON session (former_hash) WHERE former_hash IS NOT NULL;
