-- The engine's two most frequent writes find their rows by place (ctid) in one statement each: row
-- by row, half of their time went into the loop. What 0005-attempts.sql says of statistics holds:
-- a place leaves the planner no choice, because the other ways to read the table are switched off.

-- Entries that the same transaction has locked, so that they cannot have moved; answers how many.
CREATE FUNCTION take_locked_entries(client integer, list bigint, places tid[]) RETURNS integer
LANGUAGE plpgsql
SET enable_seqscan = off SET enable_indexscan = off SET enable_bitmapscan = off
SET plan_cache_mode = force_custom_plan AS $$
DECLARE
  taken integer;
BEGIN
  UPDATE list_entry SET state = 1, reason = NULL
    WHERE client_id = client AND call_list_id = list AND ctid = ANY (places);
  GET DIAGNOSTICS taken = ROW_COUNT;
  RETURN taken;
END $$;

-- Where attempts stand now.
CREATE FUNCTION attempt_places(client integer, list bigint, entries integer[]) RETURNS tid[]
LANGUAGE plpgsql SET enable_seqscan = off SET enable_indexscan = on AS $$
BEGIN
  RETURN ARRAY(SELECT a.place FROM unnest(entries) AS v (entry)
    CROSS JOIN LATERAL (SELECT ctid AS place FROM attempt
      WHERE client_id = client AND call_list_id = list AND entry_id = v.entry OFFSET 0) AS a);
END $$;

-- Ends attempts; answers those that were still open. Of an entry that stands twice the first counts.
CREATE OR REPLACE FUNCTION end_attempts(client integer, list bigint, entries integer[],
  results text[], answered timestamptz[], finished timestamptz[], notes text[])
RETURNS SETOF integer
LANGUAGE plpgsql
SET enable_seqscan = off SET enable_indexscan = off SET enable_bitmapscan = off
SET enable_nestloop = off AS $$
DECLARE
  places tid[] := attempt_places(client, list, entries);
  ended integer;
BEGIN
  -- Its key is asked for too: a place may be another row's by now.
  RETURN QUERY
    UPDATE attempt a
    SET result = v.result, answered_at = v.answered, finished_at = v.finished, carrier_note = v.note
    FROM (SELECT DISTINCT ON (u.entry) u.*
          FROM unnest(entries, results, answered, finished, notes) WITH ORDINALITY
            AS u (entry, result, answered, finished, note, n)
          ORDER BY u.entry, u.n) AS v
    WHERE a.ctid = ANY (places) AND a.client_id = client AND a.call_list_id = list
      AND a.entry_id = v.entry AND a.result IS NULL
    RETURNING a.entry_id;
  GET DIAGNOSTICS ended = ROW_COUNT;
  IF ended = cardinality(entries) THEN
    RETURN;
  END IF;
  -- Some had ended before, or another transaction moved them since their places were read.
  FOR n IN 1..cardinality(entries) LOOP
    UPDATE attempt a
      SET result = results[n], answered_at = answered[n], finished_at = finished[n],
        carrier_note = notes[n]
      WHERE client_id = client AND call_list_id = list AND entry_id = entries[n]
        AND a.result IS NULL;
    IF FOUND THEN
      RETURN NEXT entries[n];
    END IF;
  END LOOP;
END $$;

DROP FUNCTION take_entries(integer, bigint, integer[]);
REVOKE EXECUTE ON FUNCTION take_locked_entries(integer, bigint, tid[]),
  attempt_places(integer, bigint, integer[]) FROM PUBLIC;
GRANT EXECUTE ON FUNCTION take_locked_entries(integer, bigint, tid[]),
  attempt_places(integer, bigint, integer[]) TO carillon_client;
