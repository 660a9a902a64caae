-- The rights of the people in the lists (docs/decisions/073-rights-of-people.md).
-- Beside a running older version: safe
-- (It never meets a hashed number: an erased one is in no list of its client, and it erases none.)

-- A blocked number may be a keyed hash: '#' and 32 hex digits, which sort before every number.
ALTER TABLE do_not_call DROP CONSTRAINT do_not_call_phone_check,
  ADD CONSTRAINT do_not_call_phone_check CHECK (phone ~ '^(1[2-9][0-9]{9}|#[0-9a-f]{32})$') NOT VALID;

-- The receipts of erasures, without the person.
CREATE TABLE erasure (
  client_id   integer NOT NULL REFERENCES client,
  -- The same in the file beside the database, so that a restore knows which are missing.
  erasure_key uuid NOT NULL,
  at          timestamptz NOT NULL DEFAULT now(),
  -- Who; null for the operator.
  manager_id  bigint,
  -- So that a later request for the same number is recognized.
  number_hash text COLLATE "C" NOT NULL,
  -- The do-not-call entry is a hash, too.
  hashed      boolean NOT NULL,
  -- How many rows of each place.
  counts      jsonb NOT NULL,
  PRIMARY KEY (client_id, erasure_key)
);
CREATE INDEX erasure_number ON erasure (client_id, number_hash);
SELECT protect('erasure', true);
REVOKE UPDATE, DELETE ON erasure FROM carillon_client, carillon_platform;

-- The owner changes lifted opt-outs through erase_lifts alone, of the client that is set.
CREATE POLICY erasure ON do_not_call_lift TO CURRENT_USER USING (client_id = current_client())
  WITH CHECK (client_id = current_client());

-- Functions: number-hash 13062ea1, audit d41ea982, erase-lifts 14620374
