-- Who sends X-Forwarded-For and is not in CARILLON_TRUSTED_PROXY: the doctor says so, because everybody behind
-- such a proxy counts as one address (docs/decisions/066-sessions-and-sign-in.md).
-- Beside a running older version: safe

CREATE TABLE unnamed_proxy (
  address text PRIMARY KEY,
  seen_at timestamptz NOT NULL DEFAULT now()
);
GRANT SELECT, INSERT, UPDATE, DELETE ON unnamed_proxy TO carillon_platform;
