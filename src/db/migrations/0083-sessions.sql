-- Managers see where they are logged in and end single sessions; some operations ask for the password again
-- (docs/decisions/066-sessions-and-sign-in.md).
-- Beside a running older version: safe
-- (Its sessions name no browser and no address, and it renews sessions older than 24 hours until it is gone.)

ALTER TABLE session
  ADD COLUMN session_id bigint GENERATED ALWAYS AS IDENTITY,
  -- What the browser says of itself, and where the sign-in came from.
  ADD COLUMN browser    text NOT NULL DEFAULT '',
  ADD COLUMN address    text NOT NULL DEFAULT '',
  -- When the password was last verified.
  ADD COLUMN proven_at  timestamptz NOT NULL DEFAULT now();
