-- When a person answered, written while the call is up. What an engine that dies had in hand ends as
-- unknown: of an account that is called once this is all that says that its person was reached. Only of
-- calls to accounts with numbers that wait; `answered_at` comes with the result, and is what is billed.
ALTER TABLE attempt ADD reached_at timestamptz;

-- By place, as end_attempts (0016-batches-by-place.sql) and with its settings, for the same reasons.
-- Also of attempts that another engine ended meanwhile: the person was reached all the same.
CREATE FUNCTION note_reached(client integer, list bigint, entries integer[], reached timestamptz[])
RETURNS void
LANGUAGE plpgsql
SET enable_seqscan = off SET enable_indexscan = off SET enable_bitmapscan = off
SET enable_nestloop = off SET plan_cache_mode = force_custom_plan AS $$
DECLARE
  places tid[] := attempt_places(client, list, entries);
  noted integer;
BEGIN
  UPDATE attempt a SET reached_at = v.reached
  FROM unnest(entries, reached) AS v (entry, reached)
  WHERE a.ctid = ANY (places) AND a.client_id = client AND a.call_list_id = list
    AND a.entry_id = v.entry;
  GET DIAGNOSTICS noted = ROW_COUNT;
  IF noted = cardinality(entries) THEN
    RETURN;
  END IF;
  -- Another transaction moved some since their places were read.
  FOR n IN 1..cardinality(entries) LOOP
    UPDATE attempt SET reached_at = reached[n]
      WHERE client_id = client AND call_list_id = list AND entry_id = entries[n]
        AND reached_at IS NULL;
  END LOOP;
END $$;
REVOKE EXECUTE ON FUNCTION note_reached(integer, bigint, integer[], timestamptz[]) FROM PUBLIC;
GRANT EXECUTE ON FUNCTION note_reached(integer, bigint, integer[], timestamptz[]) TO carillon_client;
