-- Browsers in which a manager signed in before: strangers' failures do not hold them up
-- (docs/decisions/066-sessions-and-sign-in.md).
-- Beside a running older version: safe
-- (It knows no browsers, and counts failures for each account as before until it is gone.)

CREATE TABLE known_browser (
  client_id  integer NOT NULL,
  manager_id bigint NOT NULL,
  -- SHA-256 of the cookie, which the browser alone keeps.
  token_hash bytea NOT NULL,
  last_used  timestamptz NOT NULL DEFAULT now(),
  PRIMARY KEY (client_id, manager_id, token_hash),
  FOREIGN KEY (client_id, manager_id) REFERENCES manager
);
CREATE INDEX known_browser_token ON known_browser (token_hash);
SELECT protect('known_browser', true);

-- The hash of the known browser that failed; null for a stranger's.
ALTER TABLE sign_in_failure ADD COLUMN browser bytea;
