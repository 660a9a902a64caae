-- Attempts: the row that stands before a byte goes to a carrier.
--
-- Its key is the list entry's: a second attempt of an entry cannot exist. The carrier's
-- idempotency key is "client-list-entry", made of that key, so no other id is needed.
CREATE TABLE attempt (
  client_id       integer NOT NULL,
  call_list_id    bigint NOT NULL,
  entry_id        integer NOT NULL,
  campaign_id     bigint NOT NULL,
  phone           text COLLATE "C" NOT NULL,
  -- Who made it: an engine's id; an open attempt of an engine that is gone ends as unknown.
  engine_id       uuid NOT NULL,
  -- Simulated clock.
  attempted_at    timestamptz NOT NULL,
  answered_at     timestamptz,
  finished_at     timestamptz,
  -- person, machine, no_answer, busy, failed, unknown, delivered; null while open.
  result          text CHECK (result IN ('person', 'machine', 'no_answer', 'busy', 'failed', 'unknown', 'delivered')),
  caller_id       text COLLATE "C" NOT NULL DEFAULT '',
  caller_id_type  smallint NOT NULL DEFAULT 0,
  -- The carrier's own reference or cause, for support.
  carrier_note    text,
  -- When the agent was called for this customer (simulated clock). Written before the carrier is
  -- asked, once: a second leg for the same customer cannot be asked for.
  agent_called_at timestamptz,
  -- A text that its carrier accepted is no longer in flight: it waits for its receipt, until this
  -- instant (simulated clock). An attempt in flight has null, and so has every call: only those count as
  -- "the number is being called" (docs/decisions/016-texts-in-flight.md).
  receipt_until   timestamptz,
  -- As what an attempt of a client with caps counts; null for all others, whose attempts pay for no index.
  counts_as       text CHECK (counts_as IN ('call', 'text')),
  -- Until when (real time) an engine that lost the campaign says that it still has this call with an
  -- agent in flight. No engine ends the call as unknown before, and its agent counts as busy.
  held_until      timestamptz,
  -- When a person answered, written while the call is up. What was in flight when an engine dies ends as
  -- unknown: of an account that is called once this is all that says that its person was reached. Only of
  -- calls to accounts with numbers that wait; `answered_at` comes with the result, and is what is billed.
  reached_at      timestamptz,
  PRIMARY KEY (client_id, call_list_id, entry_id)
);
CREATE INDEX attempt_open ON attempt (client_id, campaign_id, call_list_id, entry_id)
  WHERE finished_at IS NULL AND receipt_until IS NULL;
-- Unique: two campaigns of a client that take the same number at the same moment cannot both have it.
CREATE UNIQUE INDEX attempt_open_phone ON attempt (client_id, phone)
  WHERE finished_at IS NULL AND receipt_until IS NULL;
CREATE INDEX attempt_receipt ON attempt (client_id, campaign_id, receipt_until)
  WHERE finished_at IS NULL AND receipt_until IS NOT NULL;
-- A person's texts that wait for their receipts, beside attempt_open_phone for those in flight.
CREATE INDEX attempt_receipt_phone ON attempt (client_id, phone)
  WHERE finished_at IS NULL AND receipt_until IS NOT NULL;
-- When a number was tried, newest first: for the least gap, for the caps, and for the accounts of who asks to
-- stop. With the client first, these indexes served a query for the key as well as the key's own, as far as
-- the planner could tell for a client that its statistics do not know: the first results of a new client
-- then read all of its attempts for each of them (until the next ANALYZE, and with 50,000 attempts until
-- the statement's time was over). With the number first the planner uses them for nothing but a number.
CREATE INDEX attempt_phone ON attempt (phone, client_id, attempted_at);
CREATE INDEX attempt_counted ON attempt (phone, client_id, counts_as, attempted_at)
  WHERE counts_as IS NOT NULL;
SELECT protect('attempt', false);

-- Functions: attempt-batches ac52e02a
