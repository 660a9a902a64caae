-- Managers, their sessions and failed sign-ins, and what was done that must stay visible.

CREATE TABLE manager (
  client_id     integer NOT NULL REFERENCES client,
  manager_id    bigint GENERATED ALWAYS AS IDENTITY,
  name          text NOT NULL,
  username      text NOT NULL,
  email         text NOT NULL,
  -- Argon2id, in its encoded form.
  password_hash text NOT NULL,
  active        boolean NOT NULL DEFAULT true,
  deleted_at    timestamptz,
  created       timestamptz NOT NULL DEFAULT now(),
  PRIMARY KEY (client_id, manager_id)
);
CREATE UNIQUE INDEX manager_username ON manager (client_id, lower(username)) WHERE deleted_at IS NULL;
SELECT protect('manager', true);

CREATE TABLE session (
  client_id  integer NOT NULL,
  -- SHA-256 of the token; the token itself is kept nowhere.
  token_hash bytea NOT NULL,
  manager_id bigint NOT NULL,
  created    timestamptz NOT NULL DEFAULT now(),
  last_used  timestamptz NOT NULL DEFAULT now(),
  PRIMARY KEY (client_id, token_hash),
  FOREIGN KEY (client_id, manager_id) REFERENCES manager
);
CREATE UNIQUE INDEX session_token ON session (token_hash);
CREATE INDEX session_manager ON session (client_id, manager_id);
SELECT protect('session', true);

-- Failed sign-ins of the last 15 minutes, by code + username and by address.
CREATE TABLE sign_in_failure (
  sign_in_failure_id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  account            text NOT NULL,
  address            text NOT NULL,
  failed_at          timestamptz NOT NULL DEFAULT now()
);
CREATE INDEX sign_in_failure_account ON sign_in_failure (account, failed_at);
CREATE INDEX sign_in_failure_address ON sign_in_failure (address, failed_at);
GRANT SELECT, INSERT, DELETE ON sign_in_failure TO carillon_platform;

-- What must stay visible: full SSN exports, opt-outs lifted, operator changes.
CREATE TABLE audit_log (
  client_id    integer NOT NULL REFERENCES client,
  audit_log_id bigint GENERATED ALWAYS AS IDENTITY,
  at           timestamptz NOT NULL DEFAULT now(),
  manager_id   bigint,
  action       text NOT NULL,
  detail       jsonb NOT NULL DEFAULT '{}',
  PRIMARY KEY (client_id, audit_log_id)
);
SELECT protect('audit_log', true);
