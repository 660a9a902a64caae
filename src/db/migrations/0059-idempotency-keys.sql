-- What operations returned, by the key of the manager's intent: the next try gets the same response, and is
-- not done again (docs/decisions/054-done-once.md). Removed after 24 hours.
-- Beside a running older version: safe

CREATE TABLE idempotency_key (
  client_id  integer NOT NULL REFERENCES client,
  manager_id bigint NOT NULL,
  operation  text NOT NULL,
  key        text COLLATE "C" NOT NULL,
  -- HMAC of path, query and body: the key belongs to one request. A body may hold a password, of which a
  -- plain hash could be guessed.
  request    bytea NOT NULL,
  -- What the transaction returned, sealed, while the rest of the operation is still to come.
  effect     bytea,
  -- Status, headers and body, sealed; null until the operation is complete.
  response   bytea,
  created    timestamptz NOT NULL DEFAULT now(),
  PRIMARY KEY (client_id, manager_id, operation, key)
);
CREATE INDEX idempotency_key_created ON idempotency_key (created);
SELECT protect('idempotency_key', true);
