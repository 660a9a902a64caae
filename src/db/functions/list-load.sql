-- Makes the table that a file is copied into: of this transaction's client and one list, without
-- indexes and without row level security (COPY FROM is not possible under it). It must not outlive
-- the transaction: finish_list_load attaches or drops it.
--
-- A large list's table stays as its partition, and has the columns of fixed width first: PostgreSQL
-- reads these without walking over the texts before them, which halves the time of a count of all
-- numbers. A small list's rows are moved on by their position, so its table has the order of
-- list_entry.
CREATE OR REPLACE FUNCTION begin_list_load(list bigint) RETURNS void
LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
DECLARE
  load_table text := 'list_entry_' || list;
  columns text := 'LIKE list_entry INCLUDING DEFAULTS';
BEGIN
  IF current_client() IS NULL OR list <= 0 THEN
    RAISE EXCEPTION 'a list is loaded for one client';
  END IF;
  IF list >= 1000000000 THEN
    SELECT string_agg(
        concat(quote_ident(a.attname), ' ', format_type(a.atttypid, a.atttypmod),
          ' COLLATE ' || nullif(a.attcollation, 0)::regcollation,
          ' DEFAULT ' || pg_get_expr(d.adbin, d.adrelid),
          -- With the name that LIKE gives it.
          CASE WHEN a.attnotnull
            THEN format(' CONSTRAINT %I NOT NULL', 'list_entry_' || a.attname || '_not_null') END),
        ', ' ORDER BY a.attlen < 0, NOT a.attnotnull, a.attnum)
      INTO columns
      FROM pg_attribute a
      LEFT JOIN pg_attrdef d ON d.adrelid = a.attrelid AND d.adnum = a.attnum
      WHERE a.attrelid = 'list_entry'::regclass AND a.attnum > 0 AND NOT a.attisdropped;
  END IF;
  EXECUTE format('CREATE TABLE %1$I (%5$s,
      CONSTRAINT %2$I CHECK (client_id = %3$s), CONSTRAINT of_the_list CHECK (call_list_id = %4$s))',
    load_table, load_table || '_client', current_client(), list, columns);
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
  EXECUTE format('CREATE INDEX ON %I (client_id, call_list_id, due_at, entry_id) INCLUDE (place_group, reason) WHERE state = 0', load_table);
  EXECUTE format('CREATE INDEX ON %I (client_id, external_id, call_list_id) WHERE external_id IS NOT NULL', load_table);
  EXECUTE format('ALTER TABLE %1$I ENABLE ROW LEVEL SECURITY, FORCE ROW LEVEL SECURITY,
      ALTER client_id DROP DEFAULT, ALTER call_list_id DROP DEFAULT', load_table);
  EXECUTE format('ALTER TABLE list_entry ATTACH PARTITION %I FOR VALUES FROM (%s) TO (%s)',
    load_table, list, list + 1);
  EXECUTE format('ALTER TABLE %I DROP CONSTRAINT of_the_list', load_table);
END $$;

REVOKE EXECUTE ON FUNCTION begin_list_load(bigint), finish_list_load(bigint) FROM PUBLIC;
GRANT EXECUTE ON FUNCTION begin_list_load(bigint), finish_list_load(bigint) TO carillon_client;
