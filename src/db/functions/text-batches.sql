-- The engine's batches of texts, by tid and planned anew each time, for the reasons of
-- attempt-batches.sql; results of texts that were given up are rare, and go row by row by key.

-- The tids of texts now.
CREATE OR REPLACE FUNCTION text_tids(client integer, list bigint, entries integer[]) RETURNS tid[]
LANGUAGE plpgsql SET enable_seqscan = off SET enable_indexscan = on SET plan_cache_mode = force_custom_plan AS $$
BEGIN
  RETURN ARRAY(SELECT t.tid FROM unnest(entries) AS v (entry)
    CROSS JOIN LATERAL (SELECT ctid AS tid FROM outbound_text
      WHERE client_id = client AND call_list_id = list AND entry_id = v.entry OFFSET 0) AS t);
END $$;

-- The carrier took these texts. One whose attempt has ended meanwhile still gets its id, so that
-- its receipt finds it.
CREATE OR REPLACE FUNCTION accept_texts(client integer, list bigint, entries integer[], refs text[],
  until timestamptz)
RETURNS void
LANGUAGE plpgsql
SET enable_seqscan = off SET enable_indexscan = off SET enable_bitmapscan = off
SET enable_nestloop = off SET plan_cache_mode = force_custom_plan AS $$
DECLARE
  tids tid[] := text_tids(client, list, entries);
  hit integer;
BEGIN
  -- The key is a condition too: a tid may be another row's by now.
  UPDATE outbound_text t SET carrier_ref = v.ref
    FROM unnest(entries, refs) AS v (entry, ref)
    WHERE t.ctid = ANY (tids) AND t.client_id = client AND t.call_list_id = list
      AND t.entry_id = v.entry;
  GET DIAGNOSTICS hit = ROW_COUNT;
  IF hit < cardinality(entries) THEN
    -- Another transaction moved some since their tids were read.
    FOR n IN 1..cardinality(entries) LOOP
      UPDATE outbound_text SET carrier_ref = refs[n]
        WHERE client_id = client AND call_list_id = list AND entry_id = entries[n];
    END LOOP;
  END IF;
  tids := attempt_tids(client, list, entries);
  UPDATE attempt a SET receipt_until = until
    WHERE a.ctid = ANY (tids) AND a.client_id = client AND a.call_list_id = list
      AND a.entry_id = ANY (entries) AND a.result IS NULL;
  GET DIAGNOSTICS hit = ROW_COUNT;
  IF hit < cardinality(entries) THEN
    FOR n IN 1..cardinality(entries) LOOP
      UPDATE attempt SET receipt_until = until
        WHERE client_id = client AND call_list_id = list AND entry_id = entries[n]
          AND attempt.result IS NULL AND attempt.receipt_until IS NULL;
    END LOOP;
  END IF;
END $$;

-- Receipts of texts that had been given up as unknown: attempt, record and counters follow them.
CREATE OR REPLACE FUNCTION correct_unknown(client integer, list bigint, entries integer[], results text[], finished timestamptz[])
RETURNS integer
LANGUAGE plpgsql SET plan_cache_mode = force_custom_plan AS $$
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
    UPDATE call_record SET result = results[n], finished_at = finished[n], carrier_words = ''
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

REVOKE EXECUTE ON FUNCTION text_tids(integer, bigint, integer[]),
  accept_texts(integer, bigint, integer[], text[], timestamptz),
  correct_unknown(integer, bigint, integer[], text[], timestamptz[]) FROM PUBLIC;
GRANT EXECUTE ON FUNCTION text_tids(integer, bigint, integer[]),
  accept_texts(integer, bigint, integer[], text[], timestamptz),
  correct_unknown(integer, bigint, integer[], text[], timestamptz[]) TO carillon_client;
