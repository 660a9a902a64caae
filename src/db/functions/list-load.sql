-- Makes the table that a file is copied into: of this transaction's client and one list, without
-- indexes and without row level security (COPY FROM is not possible under it). It must not outlive
-- the transaction: finish_list_load attaches or drops it.
CREATE OR REPLACE FUNCTION begin_list_load(list bigint) RETURNS void
LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
DECLARE
  load_table text := 'list_entry_' || list;
BEGIN
  IF current_client() IS NULL OR list <= 0 THEN
    RAISE EXCEPTION 'a list is loaded for one client';
  END IF;
  EXECUTE format('CREATE TABLE %1$I (LIKE list_entry INCLUDING DEFAULTS,
      CONSTRAINT %2$I CHECK (client_id = %3$s), CONSTRAINT of_the_list CHECK (call_list_id = %4$s))',
    load_table, load_table || '_client', current_client(), list);
  EXECUTE format('ALTER TABLE %I ALTER client_id SET DEFAULT %s, ALTER call_list_id SET DEFAULT %s',
    load_table, current_client(), list);
  EXECUTE format('GRANT SELECT, INSERT, DELETE ON %I TO carillon_client', load_table);
END $$;

-- Ends the load of a list in the transaction that began it: a large list's table becomes its
-- partition, with the same indexes; a small list's rows have been moved and its table goes.
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
  EXECUTE format('CREATE INDEX ON %I (phone, client_id, call_list_id)', load_table);
  EXECUTE format('CREATE INDEX ON %I (client_id, call_list_id, due_at, entry_id) WHERE state = 0', load_table);
  EXECUTE format('CREATE INDEX ON %I (client_id, external_id, call_list_id) WHERE external_id IS NOT NULL', load_table);
  EXECUTE format('ALTER TABLE %1$I ENABLE ROW LEVEL SECURITY, FORCE ROW LEVEL SECURITY,
      ALTER client_id DROP DEFAULT, ALTER call_list_id DROP DEFAULT', load_table);
  EXECUTE format('ALTER TABLE list_entry ATTACH PARTITION %I FOR VALUES FROM (%s) TO (%s)',
    load_table, list, list + 1);
  EXECUTE format('ALTER TABLE %I DROP CONSTRAINT of_the_list', load_table);
END $$;

REVOKE EXECUTE ON FUNCTION begin_list_load(bigint), finish_list_load(bigint) FROM PUBLIC;
GRANT EXECUTE ON FUNCTION begin_list_load(bigint), finish_list_load(bigint) TO carillon_client;
