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

-- The engine's batches, row by row by primary key. Written as joins with the batch they depend on
-- statistics that a fresh list or a young attempt table does not have: the planner then takes the
-- list for one row and reads all of it for every batch (21 seconds for 1,000 results of a list of
-- 42,000). A loop costs some 10 microseconds a row, always.

-- Entries that now have an attempt.
CREATE FUNCTION take_entries(client integer, list bigint, entries integer[]) RETURNS void
LANGUAGE plpgsql AS $$
DECLARE
  entry integer;
BEGIN
  FOREACH entry IN ARRAY entries LOOP
    UPDATE list_entry SET state = 1, reason = NULL
      WHERE client_id = client AND call_list_id = list AND entry_id = entry;
  END LOOP;
END $$;

-- Entries that the gate held back: until an instant, or for good where that is null.
CREATE FUNCTION delay_entries(client integer, list bigint, entries integer[], until timestamptz[], reasons text[])
RETURNS void
LANGUAGE plpgsql AS $$
BEGIN
  FOR n IN 1..cardinality(entries) LOOP
    UPDATE list_entry
      SET state = CASE WHEN until[n] IS NULL THEN 2 ELSE 0 END,
        due_at = coalesce(until[n], due_at), reason = reasons[n]
      WHERE client_id = client AND call_list_id = list AND entry_id = entries[n];
  END LOOP;
END $$;

-- Ends attempts; answers those that were still open. (Asked by result: asked by finished_at, the
-- small indexes over open attempts look cheaper than the key, and are read from end to end.)
CREATE FUNCTION end_attempts(client integer, list bigint, entries integer[], results text[],
  answered timestamptz[], finished timestamptz[], notes text[]) RETURNS SETOF integer
LANGUAGE plpgsql AS $$
BEGIN
  FOR n IN 1..cardinality(entries) LOOP
    UPDATE attempt
      SET result = results[n], answered_at = answered[n], finished_at = finished[n],
        carrier_note = notes[n]
      WHERE client_id = client AND call_list_id = list AND entry_id = entries[n]
        AND attempt.result IS NULL;
    IF FOUND THEN
      RETURN NEXT entries[n];
    END IF;
  END LOOP;
END $$;

REVOKE EXECUTE ON FUNCTION take_entries(integer, bigint, integer[]),
  delay_entries(integer, bigint, integer[], timestamptz[], text[]),
  end_attempts(integer, bigint, integer[], text[], timestamptz[], timestamptz[], text[]) FROM PUBLIC;
GRANT EXECUTE ON FUNCTION take_entries(integer, bigint, integer[]),
  delay_entries(integer, bigint, integer[], timestamptz[], text[]),
  end_attempts(integer, bigint, integer[], text[], timestamptz[], timestamptz[], text[]) TO carillon_client;

-- Gives the planner its statistics of a list, before the first of its numbers is called: until
-- then it takes any list for one row, and sorts all of it for every claim.
CREATE FUNCTION refresh_list_statistics(list bigint) RETURNS void
LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
BEGIN
  IF list < 1000000000 THEN
    ANALYZE list_entry_shared;
  ELSIF to_regclass('list_entry_' || list) IS NOT NULL THEN
    EXECUTE format('ANALYZE %I', 'list_entry_' || list);
  END IF;
END $$;
REVOKE EXECUTE ON FUNCTION refresh_list_statistics(bigint) FROM PUBLIC;
GRANT EXECUTE ON FUNCTION refresh_list_statistics(bigint) TO carillon_client;
