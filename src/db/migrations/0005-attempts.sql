-- Attempts: the row that stands before a byte goes to a carrier.
--
-- Its key is the list entry's: a second attempt of an entry cannot exist. The carrier's
-- idempotency key is «client-list-entry», made of that key, so no other id is needed.
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
  PRIMARY KEY (client_id, call_list_id, entry_id)
);
CREATE INDEX attempt_open ON attempt (client_id, campaign_id, call_list_id, entry_id) WHERE finished_at IS NULL;
-- Unique: two campaigns of a client that take the same number at the same moment cannot both have it.
CREATE UNIQUE INDEX attempt_open_phone ON attempt (client_id, phone) WHERE finished_at IS NULL;
SELECT protect('attempt', false);
