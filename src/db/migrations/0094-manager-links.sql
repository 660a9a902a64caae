-- One-time links with which managers choose their own passwords (docs/decisions/070-one-time-links.md).
-- Beside a running older version: safe
-- (It knows no links, and still lets administrators set colleagues' passwords until it is gone.)

-- No password was chosen yet: password_hash is then that of a random text that nobody knows.
ALTER TABLE manager ADD COLUMN invited boolean NOT NULL DEFAULT false;

-- The newest link of a manager: another one replaces it, and its use, or a change of the account, deletes it.
CREATE TABLE manager_link (
  client_id  integer NOT NULL,
  manager_id bigint NOT NULL,
  kind       text NOT NULL CHECK (kind IN ('invitation', 'reset')),
  -- SHA-256 of the token; the token itself is kept nowhere.
  token_hash bytea NOT NULL,
  -- To whom it was given: with another address of the account it is worth nothing.
  email      text NOT NULL,
  created    timestamptz NOT NULL DEFAULT now(),
  expires_at timestamptz NOT NULL,
  -- Whether it was mailed, too.
  mail       text NOT NULL DEFAULT 'off' CHECK (mail IN ('off', 'waiting', 'sent', 'failed')),
  PRIMARY KEY (client_id, manager_id),
  FOREIGN KEY (client_id, manager_id) REFERENCES manager
);
CREATE UNIQUE INDEX manager_link_token ON manager_link (token_hash);
SELECT protect('manager_link', true);
