-- Persons, not only numbers, and lists that share a campaign's pace (docs/decisions/036-persons.md).

ALTER TABLE client
  -- Whose stop it is when one number asks to stop: its account's, or the number's alone.
  ADD stop_scope      text NOT NULL DEFAULT 'account' CHECK (stop_scope IN ('account', 'number')),
  -- Hours of the engine's clock between two tries of a campaign at one number; 0 for no gap.
  ADD least_gap_hours smallint NOT NULL DEFAULT 4 CHECK (least_gap_hours BETWEEN 0 AND 168),
  -- Grows when numbers that waited for the gap may be due earlier: engines then look again.
  ADD gap_revision    integer NOT NULL DEFAULT 0;

-- Of voice campaigns: when a person answered at one number of an account, its others are barred.
-- Campaigns from before this migration keep what they did.
ALTER TABLE campaign ADD one_call_per_account boolean NOT NULL DEFAULT false;

ALTER TABLE call_list
  -- Lists of a campaign with the highest one that have something due are called before its others.
  ADD priority      integer NOT NULL DEFAULT 0,
  -- No account has more numbers. They stand side by side, by entry_id: this says how far apart.
  ADD phone_columns integer NOT NULL DEFAULT 20 CHECK (phone_columns >= 1);
UPDATE call_list l SET phone_columns = greatest(e.most, 1)
FROM (SELECT client_id, call_list_id, max(phone_column) AS most
      FROM list_entry GROUP BY client_id, call_list_id) e
WHERE e.client_id = l.client_id AND e.call_list_id = l.call_list_id;

-- Of `barred`: another number of the account was answered by a person, or asked to stop.
ALTER TABLE call_list_count
  ADD barred_reached integer NOT NULL DEFAULT 0,
  ADD barred_account integer NOT NULL DEFAULT 0;

-- A person asked for it, and for all of the account: what came in an operator's file says so little.
ALTER TABLE do_not_call ADD whole_account boolean NOT NULL DEFAULT false;
UPDATE do_not_call SET whole_account = true WHERE source <> 'operator';

-- External Ids of accounts with a number that asked to stop. A row says so much only while its number
-- is on the do-not-call list for the whole account. (No foreign key: an import that notes a number
-- would hold up whoever takes it off.)
CREATE TABLE account_stop (
  client_id   integer NOT NULL,
  external_id text NOT NULL,
  phone       text COLLATE "C" NOT NULL,
  PRIMARY KEY (client_id, external_id, phone)
);
CREATE INDEX account_stop_phone ON account_stop (client_id, phone);
SELECT protect('account_stop', false);
INSERT INTO account_stop (client_id, external_id, phone)
SELECT DISTINCT r.client_id, r.external_id, r.phone
FROM do_not_call d JOIN call_record r ON r.client_id = d.client_id AND r.phone = d.phone
WHERE d.whole_account AND r.external_id <> '';

-- When a number was tried, newest first: for the least gap, and for the accounts of who asks to stop.
CREATE INDEX attempt_phone ON attempt (client_id, phone, attempted_at);

-- The entries of an External Id, for a stop. A file without External Ids pays for no row of it. The
-- state is not in it: see do-not-call-import.ts on what a list without statistics does to that.
CREATE INDEX list_entry_external ON list_entry (client_id, external_id, call_list_id)
  WHERE external_id IS NOT NULL;

-- As in 0004-contact-lists.sql, with the new index.
CREATE OR REPLACE FUNCTION finish_list_load(list bigint) RETURNS void
LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
DECLARE
  load_table text := 'list_entry_' || list;
BEGIN
  -- Only a table that this transaction made: begin_list_load gave it this constraint.
  PERFORM FROM pg_constraint
    WHERE conrelid = to_regclass(load_table) AND conname = 'of_the_list'
      AND xmin::text::bigint = (pg_current_xact_id()::text::bigint & 4294967295);
  IF NOT FOUND THEN
    RAISE EXCEPTION 'the list % is not being loaded here', list;
  END IF;
  IF list < 1000000000 THEN
    EXECUTE format('DROP TABLE %I', load_table);
    RETURN;
  END IF;
  EXECUTE format('REVOKE ALL ON %I FROM carillon_client', load_table);
  EXECUTE format('ALTER TABLE %I ADD PRIMARY KEY (client_id, call_list_id, entry_id)', load_table);
  EXECUTE format('CREATE INDEX ON %I (client_id, phone, call_list_id)', load_table);
  EXECUTE format('CREATE INDEX ON %I (client_id, call_list_id, due_at, entry_id) WHERE state = 0', load_table);
  EXECUTE format('CREATE INDEX ON %I (client_id, external_id, call_list_id) WHERE external_id IS NOT NULL', load_table);
  EXECUTE format('ALTER TABLE %1$I ENABLE ROW LEVEL SECURITY, FORCE ROW LEVEL SECURITY,
      ALTER client_id DROP DEFAULT, ALTER call_list_id DROP DEFAULT', load_table);
  EXECUTE format('ALTER TABLE list_entry ATTACH PARTITION %I FOR VALUES FROM (%s) TO (%s)',
    load_table, list, list + 1);
  EXECUTE format('ALTER TABLE %I DROP CONSTRAINT of_the_list', load_table);
END $$;
