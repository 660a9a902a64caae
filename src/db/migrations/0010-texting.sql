-- Outbound texts between their attempt and their result, and the answers to inbound texts.

-- A text that its carrier took is in nobody's hand any more: it waits for its receipt, until the
-- instant that this column gives (simulated clock). An attempt in hand has null, and so has every
-- call: only those count as «the number is being called» (docs/decisions/016-texts-in-flight.md).
ALTER TABLE attempt ADD receipt_until timestamptz;

DROP INDEX attempt_open;
DROP INDEX attempt_open_phone;
CREATE INDEX attempt_open ON attempt (client_id, campaign_id, call_list_id, entry_id)
  WHERE finished_at IS NULL AND receipt_until IS NULL;
-- Unique: two campaigns of a client that take the same number at the same moment cannot both have it.
CREATE UNIQUE INDEX attempt_open_phone ON attempt (client_id, phone)
  WHERE finished_at IS NULL AND receipt_until IS NULL;
CREATE INDEX attempt_receipt ON attempt (client_id, campaign_id, receipt_until)
  WHERE finished_at IS NULL AND receipt_until IS NOT NULL;

-- The text of an attempt, filled and fixed when the attempt was committed.
CREATE TABLE outbound_text (
  client_id      integer NOT NULL,
  call_list_id   bigint NOT NULL,
  entry_id       integer NOT NULL,
  phone          text COLLATE "C" NOT NULL,
  texting_number text COLLATE "C" NOT NULL,
  body           text NOT NULL,
  -- «carrier:id»; null until the carrier took it, and for ever when its answer was lost.
  carrier_ref    text COLLATE "C",
  PRIMARY KEY (client_id, call_list_id, entry_id),
  -- An attempt that is given back, because its carrier surely did not take it, takes its text along.
  FOREIGN KEY (client_id, call_list_id, entry_id) REFERENCES attempt ON DELETE CASCADE
);
CREATE INDEX outbound_text_ref ON outbound_text (client_id, carrier_ref) WHERE carrier_ref IS NOT NULL;
-- A receipt without a known id finds the text of an unknown answer by its number.
CREATE INDEX outbound_text_doubt ON outbound_text (client_id, phone) WHERE carrier_ref IS NULL;
SELECT protect('outbound_text', false);

-- Receipts that came before their text's carrier id was known, or that belong to none.
CREATE TABLE text_receipt (
  client_id      integer NOT NULL REFERENCES client,
  carrier_ref    text COLLATE "C" NOT NULL,
  -- Our own id of the text, where the carrier repeats it.
  text_id        text COLLATE "C",
  phone          text COLLATE "C" NOT NULL,
  texting_number text COLLATE "C" NOT NULL,
  outcome        text NOT NULL CHECK (outcome IN ('delivered', 'failed')),
  -- Simulated clock.
  received       timestamptz NOT NULL,
  note           text,
  PRIMARY KEY (client_id, carrier_ref)
);
SELECT protect('text_receipt', false);

-- Answers to inbound texts: stored with the text that they answer, handed over at most once.
CREATE TABLE text_reply (
  client_id       integer NOT NULL,
  text_reply_id   bigint GENERATED ALWAYS AS IDENTITY,
  inbound_text_id bigint NOT NULL,
  kind            text NOT NULL CHECK (kind IN ('opt_out', 'help')),
  phone           text COLLATE "C" NOT NULL,
  texting_number  text COLLATE "C" NOT NULL,
  body            text NOT NULL,
  -- Simulated clock.
  queued          timestamptz NOT NULL,
  -- Not handed over before this instant.
  due             timestamptz NOT NULL,
  tries           smallint NOT NULL DEFAULT 0,
  -- Committed before its carrier is told: after that it is never sent again.
  handed_over     timestamptz,
  outcome         text CHECK (outcome IN ('accepted', 'delivered', 'failed', 'unknown')),
  carrier_ref     text COLLATE "C",
  note            text,
  PRIMARY KEY (client_id, text_reply_id),
  UNIQUE (client_id, inbound_text_id),
  FOREIGN KEY (client_id, inbound_text_id) REFERENCES inbound_text
);
CREATE INDEX text_reply_queued ON text_reply (client_id, due) WHERE handed_over IS NULL;
CREATE INDEX text_reply_phone ON text_reply (client_id, phone, queued);
CREATE INDEX text_reply_ref ON text_reply (client_id, carrier_ref) WHERE carrier_ref IS NOT NULL;
SELECT protect('text_reply', false);
CREATE INDEX inbound_text_phone ON inbound_text (client_id, phone, received);

-- By key, row by row, for the reasons of 0005-attempts.sql.

-- The carrier took these texts. One whose attempt has ended meanwhile still learns its id, so that
-- its receipt finds it.
CREATE FUNCTION accept_texts(client integer, list bigint, entries integer[], refs text[], until timestamptz)
RETURNS void
LANGUAGE plpgsql AS $$
BEGIN
  FOR n IN 1..cardinality(entries) LOOP
    UPDATE outbound_text SET carrier_ref = refs[n]
      WHERE client_id = client AND call_list_id = list AND entry_id = entries[n];
    UPDATE attempt SET receipt_until = until
      WHERE client_id = client AND call_list_id = list AND entry_id = entries[n]
        AND attempt.result IS NULL;
  END LOOP;
END $$;

-- Receipts of texts that had been given up as unknown: attempt, record and counters follow them.
CREATE FUNCTION correct_unknown(client integer, list bigint, entries integer[], results text[], finished timestamptz[])
RETURNS integer
LANGUAGE plpgsql AS $$
DECLARE
  attempted timestamptz;
  corrected integer := 0;
BEGIN
  FOR n IN 1..cardinality(entries) LOOP
    UPDATE attempt SET result = results[n], finished_at = finished[n], carrier_note = NULL
      WHERE client_id = client AND call_list_id = list AND entry_id = entries[n]
        AND attempt.result = 'unknown'
      RETURNING attempted_at INTO attempted;
    CONTINUE WHEN NOT FOUND;
    UPDATE call_record SET result = results[n], finished_at = finished[n]
      WHERE client_id = client AND started_at = attempted AND call_list_id = list
        AND entry_id = entries[n];
    UPDATE call_list_count c
      SET unknown = c.unknown - 1,
        delivered = c.delivered + (results[n] = 'delivered')::int,
        failed = c.failed + (results[n] = 'failed')::int
      WHERE client_id = client AND call_list_id = list;
    corrected := corrected + 1;
  END LOOP;
  RETURN corrected;
END $$;

REVOKE EXECUTE ON FUNCTION accept_texts(integer, bigint, integer[], text[], timestamptz),
  correct_unknown(integer, bigint, integer[], text[], timestamptz[]) FROM PUBLIC;
GRANT EXECUTE ON FUNCTION accept_texts(integer, bigint, integer[], text[], timestamptz),
  correct_unknown(integer, bigint, integer[], text[], timestamptz[]) TO carillon_client;
