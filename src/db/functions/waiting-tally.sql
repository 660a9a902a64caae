-- The sum of a list's waiting_change rows is what waits. They are added up once they are many; a list
-- with more groups than 100,000 is not worth it, because its rows are counted as fast. A row that
-- somebody else is changing is left for the next time, so that nobody waits here.
CREATE OR REPLACE FUNCTION fold_waiting(client integer, list bigint) RETURNS void
LANGUAGE plpgsql AS $$
DECLARE
  changes bigint;
  largest integer;
BEGIN
  SELECT count(*), max(c.groups) INTO changes, largest FROM waiting_change c
    JOIN waiting_tally t USING (client_id, call_list_id)
    WHERE c.client_id = client AND c.call_list_id = list AND t.counted;
  -- A sum of many groups is written less often.
  IF changes < greatest(64, largest / 32) THEN
    RETURN;
  END IF;
  IF largest > 100000 THEN
    DELETE FROM waiting_tally WHERE client_id = client AND call_list_id = list;
    DELETE FROM waiting_change WHERE client_id = client AND call_list_id = list;
    RETURN;
  END IF;
  WITH gone AS (
    DELETE FROM waiting_change WHERE client_id = client AND call_list_id = list AND change_id IN (
      SELECT change_id FROM waiting_change
      WHERE client_id = client AND call_list_id = list FOR UPDATE SKIP LOCKED)
    RETURNING place_groups, due_ats, reasons, counts)
  INSERT INTO waiting_change (client_id, call_list_id, groups, place_groups, due_ats, reasons, counts)
  SELECT client, list, count(*), array_agg(place_group), array_agg(due_at), array_agg(reason), array_agg(n)
  FROM (
    SELECT u.place_group, u.due_at, u.reason, sum(u.n)::integer AS n
    FROM gone, unnest(place_groups, due_ats, reasons, counts) AS u (place_group, due_at, reason, n)
    GROUP BY 1, 2, 3 HAVING sum(u.n) <> 0) g
  HAVING count(*) > 0;
END $$;

-- Notes what a statement changed in how many numbers of a counted list wait. In the transaction of the
-- change itself, so that one snapshot shows both or neither. The statement must see a tally that was
-- committed before it began: a transaction that changes entries is READ COMMITTED.
CREATE OR REPLACE FUNCTION note_waiting() RETURNS trigger
LANGUAGE plpgsql AS $$
DECLARE
  client integer;
  list bigint;
BEGIN
  IF current_setting('transaction_isolation') <> 'read committed' THEN
    RAISE EXCEPTION 'entries are changed in a transaction that is READ COMMITTED';
  END IF;
  IF TG_OP = 'DELETE' THEN
    PERFORM FROM (SELECT DISTINCT client_id, call_list_id FROM old_entries) e
      JOIN waiting_tally USING (client_id, call_list_id);
  ELSE
    PERFORM FROM (SELECT DISTINCT client_id, call_list_id FROM new_entries) e
      JOIN waiting_tally USING (client_id, call_list_id);
  END IF;
  IF NOT FOUND THEN
    RETURN NULL;
  END IF;
  IF TG_OP = 'INSERT' THEN
    INSERT INTO waiting_change (client_id, call_list_id, groups, place_groups, due_ats, reasons, counts)
    SELECT client_id, call_list_id, count(*), array_agg(place_group), array_agg(due_at), array_agg(reason), array_agg(n)
    FROM (
      SELECT client_id, call_list_id, place_group, due_at, reason, count(*)::integer AS n
      FROM new_entries JOIN waiting_tally USING (client_id, call_list_id)
      WHERE state = 0 GROUP BY 1, 2, 3, 4, 5) g
    GROUP BY 1, 2;
  ELSIF TG_OP = 'DELETE' THEN
    INSERT INTO waiting_change (client_id, call_list_id, groups, place_groups, due_ats, reasons, counts)
    SELECT client_id, call_list_id, count(*), array_agg(place_group), array_agg(due_at), array_agg(reason), array_agg(n)
    FROM (
      SELECT client_id, call_list_id, place_group, due_at, reason, -count(*)::integer AS n
      FROM old_entries JOIN waiting_tally USING (client_id, call_list_id)
      WHERE state = 0 GROUP BY 1, 2, 3, 4, 5) g
    GROUP BY 1, 2;
  ELSE
    INSERT INTO waiting_change (client_id, call_list_id, groups, place_groups, due_ats, reasons, counts)
    SELECT client_id, call_list_id, count(*), array_agg(place_group), array_agg(due_at), array_agg(reason), array_agg(n)
    FROM (
      SELECT client_id, call_list_id, place_group, due_at, reason, sum(by)::integer AS n
      FROM (
        SELECT client_id, call_list_id, place_group, due_at, reason, -1 AS by FROM old_entries WHERE state = 0
        UNION ALL
        SELECT client_id, call_list_id, place_group, due_at, reason, 1 FROM new_entries WHERE state = 0) e
      JOIN waiting_tally USING (client_id, call_list_id)
      GROUP BY 1, 2, 3, 4, 5 HAVING sum(by) <> 0) g
    GROUP BY 1, 2;
    -- Only claims and delays are many.
    IF random() < 0.0625 THEN
      FOR client, list IN SELECT DISTINCT client_id, call_list_id FROM new_entries LOOP
        PERFORM fold_waiting(client, list);
      END LOOP;
    END IF;
  END IF;
  RETURN NULL;
END $$;

REVOKE EXECUTE ON FUNCTION fold_waiting(integer, bigint) FROM PUBLIC;
GRANT EXECUTE ON FUNCTION fold_waiting(integer, bigint) TO carillon_client;
