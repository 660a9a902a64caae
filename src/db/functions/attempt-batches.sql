-- The engine's batches of attempts, by tid (ctid), in one statement each: row by row, half of their time
-- went into the loop. As for list entries (entry-batches.sql) a tid leaves the planner no choice.
--
-- Each plans anew every time. A kept plan is that of the connection's first calls: in a new database
-- `attempt` had a page then, where an index of the client alone costs the same as the key, and that plan
-- kept reading every attempt of the client (5,700 rows for each one after a minute and a half at 400
-- calls a second), until the table had statistics.

-- The tids of attempts now.
CREATE OR REPLACE FUNCTION attempt_tids_of_lists(client integer, lists bigint[], entries integer[]) RETURNS tid[]
LANGUAGE plpgsql SET enable_seqscan = off SET enable_indexscan = on SET plan_cache_mode = force_custom_plan AS $$
BEGIN
  RETURN ARRAY(SELECT a.tid FROM unnest(lists, entries) AS v (list, entry)
    CROSS JOIN LATERAL (SELECT ctid AS tid FROM attempt
      WHERE client_id = client AND call_list_id = v.list AND entry_id = v.entry OFFSET 0) AS a);
END $$;

-- The same of one list.
CREATE OR REPLACE FUNCTION attempt_tids(client integer, list bigint, entries integer[]) RETURNS tid[]
LANGUAGE plpgsql AS $$
BEGIN
  RETURN attempt_tids_of_lists(client, array_fill(list, ARRAY[cardinality(entries)]), entries);
END $$;

-- Ends attempts; returns those that were still open. Of an entry that is given twice the first counts.
-- (The condition is on result: with one on finished_at, the planner takes the small indexes over open
-- attempts for cheaper than the key, and reads them from end to end.)
CREATE OR REPLACE FUNCTION end_attempts_of_lists(client integer, lists bigint[], entries integer[],
  results text[], answered timestamptz[], finished timestamptz[], notes jsonb[])
RETURNS TABLE (ended_list bigint, ended_entry integer)
LANGUAGE plpgsql
SET enable_seqscan = off SET enable_indexscan = off SET enable_bitmapscan = off
SET enable_nestloop = off SET plan_cache_mode = force_custom_plan AS $$
DECLARE
  tids tid[] := attempt_tids_of_lists(client, lists, entries);
  ended integer;
BEGIN
  -- The key is a condition too: a tid may be another row's by now.
  RETURN QUERY
    UPDATE attempt a
    SET result = v.result, answered_at = v.answered, finished_at = v.finished, carrier_note = v.note
    FROM (SELECT DISTINCT ON (u.list, u.entry) u.*
          FROM unnest(lists, entries, results, answered, finished, notes) WITH ORDINALITY
            AS u (list, entry, result, answered, finished, note, n)
          ORDER BY u.list, u.entry, u.n) AS v
    WHERE a.ctid = ANY (tids) AND a.client_id = client AND a.call_list_id = v.list
      AND a.entry_id = v.entry AND a.result IS NULL
    RETURNING a.call_list_id, a.entry_id;
  GET DIAGNOSTICS ended = ROW_COUNT;
  IF ended = cardinality(entries) THEN
    RETURN;
  END IF;
  -- Some had ended before, or another transaction moved them since their tids were read.
  FOR n IN 1..cardinality(entries) LOOP
    UPDATE attempt a
      SET result = results[n], answered_at = answered[n], finished_at = finished[n],
        carrier_note = notes[n]
      WHERE client_id = client AND call_list_id = lists[n] AND entry_id = entries[n]
        AND a.result IS NULL;
    IF FOUND THEN
      ended_list := lists[n];
      ended_entry := entries[n];
      RETURN NEXT;
    END IF;
  END LOOP;
END $$;

-- The same of one list, for a running older version: a later migration drops it.
CREATE OR REPLACE FUNCTION end_attempts(client integer, list bigint, entries integer[],
  results text[], answered timestamptz[], finished timestamptz[], notes jsonb[])
RETURNS SETOF integer
LANGUAGE plpgsql AS $$
BEGIN
  RETURN QUERY SELECT ended_entry FROM end_attempts_of_lists(client,
    array_fill(list, ARRAY[cardinality(entries)]), entries, results, answered, finished, notes);
END $$;

-- When a person answered, while the call is up. Also of attempts that another engine ended meanwhile: the
-- person was reached all the same.
CREATE OR REPLACE FUNCTION note_reached(client integer, list bigint, entries integer[], reached timestamptz[])
RETURNS void
LANGUAGE plpgsql
SET enable_seqscan = off SET enable_indexscan = off SET enable_bitmapscan = off
SET enable_nestloop = off SET plan_cache_mode = force_custom_plan AS $$
DECLARE
  tids tid[] := attempt_tids(client, list, entries);
  noted integer;
BEGIN
  UPDATE attempt a SET reached_at = v.reached
  FROM unnest(entries, reached) AS v (entry, reached)
  WHERE a.ctid = ANY (tids) AND a.client_id = client AND a.call_list_id = list
    AND a.entry_id = v.entry;
  GET DIAGNOSTICS noted = ROW_COUNT;
  IF noted = cardinality(entries) THEN
    RETURN;
  END IF;
  -- Another transaction moved some since their tids were read.
  FOR n IN 1..cardinality(entries) LOOP
    UPDATE attempt SET reached_at = reached[n]
      WHERE client_id = client AND call_list_id = list AND entry_id = entries[n]
        AND reached_at IS NULL;
  END LOOP;
END $$;

REVOKE EXECUTE ON FUNCTION attempt_tids(integer, bigint, integer[]),
  attempt_tids_of_lists(integer, bigint[], integer[]),
  end_attempts(integer, bigint, integer[], text[], timestamptz[], timestamptz[], jsonb[]),
  end_attempts_of_lists(integer, bigint[], integer[], text[], timestamptz[], timestamptz[], jsonb[]),
  note_reached(integer, bigint, integer[], timestamptz[]) FROM PUBLIC;
GRANT EXECUTE ON FUNCTION attempt_tids(integer, bigint, integer[]),
  attempt_tids_of_lists(integer, bigint[], integer[]),
  end_attempts(integer, bigint, integer[], text[], timestamptz[], timestamptz[], jsonb[]),
  end_attempts_of_lists(integer, bigint[], integer[], text[], timestamptz[], timestamptz[], jsonb[]),
  note_reached(integer, bigint, integer[], timestamptz[]) TO carillon_client;
