-- Which user of the operator's OpenID Connect provider a manager is (docs/decisions/071-openid-connect.md).
-- Beside a running older version: safe
-- (It signs nobody in by a provider.)

CREATE TABLE manager_subject (
  client_id  integer NOT NULL,
  manager_id bigint NOT NULL,
  -- As the provider names itself and the user: bound at the first sign-in.
  issuer     text NOT NULL,
  subject    text NOT NULL,
  -- Of the account at that time: with another one it may be another person's.
  email      text NOT NULL,
  created    timestamptz NOT NULL DEFAULT now(),
  PRIMARY KEY (client_id, manager_id),
  FOREIGN KEY (client_id, manager_id) REFERENCES manager
);
CREATE UNIQUE INDEX manager_subject_user ON manager_subject (issuer, subject, client_id);
SELECT protect('manager_subject', true);
