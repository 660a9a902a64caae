-- A lease is prolonged however long a carrier takes, so that this alone says nothing any more of what
-- was claimed under it: see src/db/queries/opt-out-settled.ts.
ALTER TABLE campaign_lease
  -- Grows when all that was claimed before under this lease was handed to its carrier, or never will be.
  ADD COLUMN handed_over bigint NOT NULL DEFAULT 0;

-- Where texts stand now.
CREATE FUNCTION text_places(client integer, list bigint, entries integer[]) RETURNS tid[]
LANGUAGE plpgsql SET enable_seqscan = off SET enable_indexscan = on AS $$
BEGIN
  RETURN ARRAY(SELECT t.place FROM unnest(entries) AS v (entry)
    CROSS JOIN LATERAL (SELECT ctid AS place FROM outbound_text
      WHERE client_id = client AND call_list_id = list AND entry_id = v.entry OFFSET 0) AS t);
END $$;

-- As in 0010-texting.sql, by place as in 0016-batches-by-place.sql.
CREATE OR REPLACE FUNCTION accept_texts(client integer, list bigint, entries integer[], refs text[],
  until timestamptz)
RETURNS void
LANGUAGE plpgsql
SET enable_seqscan = off SET enable_indexscan = off SET enable_bitmapscan = off
SET enable_nestloop = off AS $$
DECLARE
  places tid[] := text_places(client, list, entries);
  hit integer;
BEGIN
  -- Its key is asked for too: a place may be another row's by now.
  UPDATE outbound_text t SET carrier_ref = v.ref
    FROM unnest(entries, refs) AS v (entry, ref)
    WHERE t.ctid = ANY (places) AND t.client_id = client AND t.call_list_id = list
      AND t.entry_id = v.entry;
  GET DIAGNOSTICS hit = ROW_COUNT;
  IF hit < cardinality(entries) THEN
    -- Another transaction moved some since their places were read.
    FOR n IN 1..cardinality(entries) LOOP
      UPDATE outbound_text SET carrier_ref = refs[n]
        WHERE client_id = client AND call_list_id = list AND entry_id = entries[n];
    END LOOP;
  END IF;
  places := attempt_places(client, list, entries);
  UPDATE attempt a SET receipt_until = until
    WHERE a.ctid = ANY (places) AND a.client_id = client AND a.call_list_id = list
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

REVOKE EXECUTE ON FUNCTION text_places(integer, bigint, integer[]) FROM PUBLIC;
GRANT EXECUTE ON FUNCTION text_places(integer, bigint, integer[]) TO carillon_client;
