-- Numbers of an account that did not come into a list with it (docs/decisions/038-numbers-beside-lists.md).

-- A phone of an account row that is no entry of that list, while another phone of the row is, or while the
-- row says an External Id: a duplicate, one that was restricted, one that a reuse left behind. When it
-- asks to stop, its account is found by this. (No foreign keys, as in list_entry: a list that is loaded
-- is never deleted, and one that is not leaves no rows.)
CREATE TABLE account_phone (
  client_id    integer NOT NULL,
  phone        text COLLATE "C" NOT NULL,
  call_list_id bigint NOT NULL,
  account_line integer NOT NULL,
  -- An entry of the same account in that list, beside which the others stand; null for none.
  entry_id     integer,
  external_id  text,
  PRIMARY KEY (client_id, phone, call_list_id, account_line)
);
CREATE INDEX account_phone_list ON account_phone (client_id, call_list_id);
SELECT protect('account_phone', false);

-- The transaction in which the person asked, so that a list which is being loaded meanwhile finds the
-- stops that it has not seen. Null for those from before this migration.
ALTER TABLE do_not_call ADD asked_in xid8;
CREATE INDEX do_not_call_asked ON do_not_call (client_id, asked_in) WHERE whole_account;

-- By a trigger, so that no way to list a number can forget it. The shared lock: a list that takes it alone
-- at its end has seen every stop that was committed, and a stop that comes later sees the list.
CREATE FUNCTION note_asking() RETURNS trigger
LANGUAGE plpgsql AS $$
BEGIN
  IF TG_OP = 'INSERT' OR NOT OLD.whole_account THEN
    PERFORM pg_advisory_xact_lock_shared(hashtext('stops and lists'), NEW.client_id);
    NEW.asked_in := pg_current_xact_id();
  END IF;
  RETURN NEW;
END $$;
CREATE TRIGGER person_asks BEFORE INSERT OR UPDATE OF whole_account ON do_not_call
FOR EACH ROW WHEN (NEW.whole_account) EXECUTE FUNCTION note_asking();

-- What was left out of lists so far, as far as it is known: what reuses left behind, and rejected numbers.
-- As each client, or no row of these tables is seen here.
DO $$
DECLARE
  one integer;
BEGIN
  FOREACH one IN ARRAY ARRAY(SELECT client_id FROM client ORDER BY client_id) LOOP
    PERFORM set_config('role', 'carillon_client', true), set_config('app.client_id', one::text, true);

    INSERT INTO account_phone (client_id, phone, call_list_id, account_line, entry_id, external_id)
    WITH RECURSIVE reuse AS (
      SELECT call_list_id AS list, original_call_list_id AS origin FROM call_list
      WHERE client_id = one AND original_call_list_id IS NOT NULL
      UNION ALL
      SELECT r.list, o.original_call_list_id FROM reuse r
      JOIN call_list o ON o.client_id = one AND o.call_list_id = r.origin
      WHERE o.original_call_list_id IS NOT NULL)
    SELECT one, o.phone, r.list, o.account_line, min(e.entry_id), max(e.external_id)
    FROM reuse r
    JOIN list_entry o ON o.client_id = one AND o.call_list_id = r.origin
    JOIN list_entry e ON e.client_id = one AND e.call_list_id = r.list
      AND e.account_line = o.account_line
    GROUP BY o.phone, r.list, o.account_line
    HAVING bool_and(e.phone <> o.phone)
    ON CONFLICT DO NOTHING;

    INSERT INTO account_phone (client_id, phone, call_list_id, account_line, entry_id, external_id)
    SELECT one, v.phone, r.call_list_id, r.line, min(e.entry_id), max(e.external_id)
    FROM rejected_row r
    CROSS JOIN LATERAL (
      SELECT '1' || right(regexp_replace(r.value, '\D', '', 'g'), 10) AS phone) v
    JOIN list_entry e ON e.client_id = one AND e.call_list_id = r.call_list_id
      AND e.account_line = r.line
    WHERE r.client_id = one AND v.phone ~ '^1[2-9][0-9]{9}$'
    GROUP BY v.phone, r.call_list_id, r.line
    HAVING bool_and(e.phone <> v.phone)
    ON CONFLICT DO NOTHING;
    PERFORM set_config('role', 'none', true), set_config('app.client_id', '', true);
  END LOOP;
END $$;
