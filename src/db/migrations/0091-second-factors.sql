-- A second factor at the sign-in: an authenticator app, passkeys and recovery codes
-- (docs/decisions/069-second-factor.md).
-- Beside a running older version: safe
-- (It asks for no second factor until it is gone.)

-- Whoever has none must set one up before anything else.
ALTER TABLE client ADD COLUMN second_factor_required boolean NOT NULL DEFAULT false;

CREATE TABLE authenticator_app (
  client_id  integer NOT NULL,
  manager_id bigint NOT NULL,
  -- Sealed, and bound to this row; null until the first code was verified.
  secret     bytea,
  added      timestamptz,
  last_used  timestamptz,
  -- The newest 30 seconds whose code was accepted: no code is accepted twice.
  last_step  bigint NOT NULL DEFAULT 0,
  -- Being set up; it replaces the other one when its first code is verified.
  new_secret bytea,
  new_since  timestamptz,
  PRIMARY KEY (client_id, manager_id),
  FOREIGN KEY (client_id, manager_id) REFERENCES manager
);
SELECT protect('authenticator_app', true);

CREATE TABLE passkey (
  client_id     integer NOT NULL,
  passkey_id    bigint GENERATED ALWAYS AS IDENTITY,
  manager_id    bigint NOT NULL,
  name          text NOT NULL,
  -- The host name that it was made for, and works under.
  host          text NOT NULL,
  credential_id bytea NOT NULL,
  public_key    bytea NOT NULL,
  -- How often it signed, as it says itself; always 0 for one that many devices share.
  counter       bigint NOT NULL,
  transports    text[] NOT NULL,
  added         timestamptz NOT NULL DEFAULT now(),
  last_used     timestamptz,
  PRIMARY KEY (client_id, passkey_id),
  FOREIGN KEY (client_id, manager_id) REFERENCES manager
);
CREATE UNIQUE INDEX passkey_credential ON passkey (credential_id);
CREATE INDEX passkey_of_manager ON passkey (client_id, manager_id);
SELECT protect('passkey', true);

CREATE TABLE recovery_code (
  client_id  integer NOT NULL,
  manager_id bigint NOT NULL,
  -- HMAC-SHA-256 under a key of the installation.
  code_hash  bytea NOT NULL,
  PRIMARY KEY (client_id, manager_id, code_hash),
  FOREIGN KEY (client_id, manager_id) REFERENCES manager
);
SELECT protect('recovery_code', true);

-- The password was accepted and the second factor not yet: good for that one step, for five minutes.
CREATE TABLE sign_in_step (
  client_id       integer NOT NULL,
  token_hash      bytea NOT NULL,
  manager_id      bigint NOT NULL,
  -- SHA-256 of the stored hash that the password fit: a changed password ends the step.
  password_digest bytea NOT NULL,
  created         timestamptz NOT NULL DEFAULT now(),
  PRIMARY KEY (client_id, token_hash),
  FOREIGN KEY (client_id, manager_id) REFERENCES manager
);
CREATE INDEX sign_in_step_token ON sign_in_step (token_hash);
SELECT protect('sign_in_step', true);

-- What a passkey is to sign: once, within five minutes, for whoever asked.
CREATE TABLE passkey_challenge (
  client_id  integer NOT NULL,
  manager_id bigint NOT NULL,
  -- SHA-256 of the token of the session, or of the step of a sign-in.
  holder     bytea NOT NULL,
  purpose    text NOT NULL CHECK (purpose IN ('add', 'verify')),
  challenge  text NOT NULL,
  created    timestamptz NOT NULL DEFAULT now(),
  PRIMARY KEY (client_id, manager_id, holder, purpose),
  FOREIGN KEY (client_id, manager_id) REFERENCES manager
);
SELECT protect('passkey_challenge', true);
