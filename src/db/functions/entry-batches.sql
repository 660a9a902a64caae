-- The engine's batches of list entries. Written as joins with the batch they depend on statistics that a
-- fresh list or a young attempt table does not have: the planner then takes the list for one row and
-- reads all of it for every batch (21 seconds for 1,000 results of a list of 42,000). So the rows are
-- found row by row by their key, which costs some 10 microseconds a row, always, or by tid (ctid) in
-- one statement (docs/decisions/014-batches-by-key.md).

-- Entries that the same transaction has locked, so that they cannot have moved; returns how many. A tid
-- leaves the planner no choice, because the other ways to read the table are switched off.
CREATE OR REPLACE FUNCTION take_locked_entries(client integer, list bigint, tids tid[]) RETURNS integer
LANGUAGE plpgsql
SET enable_seqscan = off SET enable_indexscan = off SET enable_bitmapscan = off
SET plan_cache_mode = force_custom_plan AS $$
DECLARE
  taken integer;
BEGIN
  UPDATE list_entry SET state = 1, reason = NULL
    WHERE client_id = client AND call_list_id = list AND ctid = ANY (tids);
  GET DIAGNOSTICS taken = ROW_COUNT;
  RETURN taken;
END $$;

-- Entries that the gate held back: until an instant, or for good where that is null. Found and locked row
-- by row by their key, and changed together by tid: what a statement changes is noted once
-- (functions/waiting-tally.sql). Of an entry that is given twice the last one holds.
CREATE OR REPLACE FUNCTION delay_entries(client integer, list bigint, entries integer[], until timestamptz[], reasons text[])
RETURNS void
LANGUAGE plpgsql AS $$
DECLARE
  tids tid[];
  given integer[];
BEGIN
  SELECT array_agg(e.ctid), array_agg(v.n) INTO tids, given
  FROM (SELECT entry, max(n)::integer AS n FROM unnest(entries) WITH ORDINALITY AS u (entry, n) GROUP BY entry) AS v
  CROSS JOIN LATERAL (
    SELECT ctid FROM list_entry
    WHERE client_id = client AND call_list_id = list AND entry_id = v.entry
    OFFSET 0 FOR UPDATE) AS e;
  PERFORM delay_locked_entries(client, list, tids,
    ARRAY(SELECT until[n] FROM unnest(given) WITH ORDINALITY AS u (n, at) ORDER BY at),
    ARRAY(SELECT reasons[n] FROM unnest(given) WITH ORDINALITY AS u (n, at) ORDER BY at));
END $$;

-- As take_locked_entries. A join with the batch would leave the planner a choice: of a list without
-- statistics it compared each of its entries with each of the batch.
CREATE OR REPLACE FUNCTION delay_locked_entries(client integer, list bigint, tids tid[], until timestamptz[], reasons text[])
RETURNS void
LANGUAGE plpgsql
SET enable_seqscan = off SET enable_indexscan = off SET enable_bitmapscan = off
SET plan_cache_mode = force_custom_plan AS $$
DECLARE
  -- Each looks its place up in its part.
  largest CONSTANT integer := 500;
  part tid[];
BEGIN
  FOR before IN 0..coalesce(cardinality(tids), 0) - 1 BY largest LOOP
    part := tids[before + 1:before + largest];
    UPDATE list_entry e
      SET (state, due_at, reason) = (
        SELECT CASE WHEN until[before + n] IS NULL THEN 2 ELSE 0 END,
          coalesce(until[before + n], e.due_at), reasons[before + n]
        FROM (SELECT array_position(part, e.ctid) OFFSET 0) AS place (n))
      WHERE e.client_id = client AND e.call_list_id = list AND e.ctid = ANY (part);
  END LOOP;
END $$;

REVOKE EXECUTE ON FUNCTION take_locked_entries(integer, bigint, tid[]),
  delay_entries(integer, bigint, integer[], timestamptz[], text[]),
  delay_locked_entries(integer, bigint, tid[], timestamptz[], text[]) FROM PUBLIC;
GRANT EXECUTE ON FUNCTION take_locked_entries(integer, bigint, tid[]),
  delay_entries(integer, bigint, integer[], timestamptz[], text[]),
  delay_locked_entries(integer, bigint, tid[], timestamptz[], text[]) TO carillon_client;
