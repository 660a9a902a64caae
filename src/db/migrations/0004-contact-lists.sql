-- Contact lists, their entries, uploads, rejected rows, saved mappings and the do-not-call list.

CREATE TABLE do_not_call (
  client_id      integer NOT NULL REFERENCES client,
  phone          text COLLATE "C" NOT NULL CHECK (phone ~ '^1[2-9][0-9]{9}$'),
  do_not_call_id bigint GENERATED ALWAYS AS IDENTITY,
  -- Who put it there: manager, key (9 pressed), text (STOP), operator.
  source         text NOT NULL,
  created        timestamptz NOT NULL DEFAULT now(),
  PRIMARY KEY (client_id, phone),
  UNIQUE (client_id, do_not_call_id)
);
-- Digits anywhere in a number. The report's role reads it, because under row level security LIKE
-- would never use it (not leakproof); its query names the client.
CREATE INDEX do_not_call_digits ON do_not_call USING gin (client_id, phone gin_trgm_ops);
SELECT protect('do_not_call', false);
GRANT SELECT ON do_not_call TO carillon_report;
CREATE POLICY report ON do_not_call FOR SELECT TO carillon_report USING (true);

CREATE TABLE call_list (
  client_id             integer NOT NULL,
  call_list_id          bigint GENERATED ALWAYS AS IDENTITY,
  campaign_id           bigint NOT NULL,
  name                  text NOT NULL,
  -- 1 New, 2 Processing, 3 Open, 4 Loaded, 5 Closing, 6 Closed.
  status_id             smallint NOT NULL DEFAULT 1 CHECK (status_id BETWEEN 1 AND 6),
  original_call_list_id bigint,
  restriction_type      smallint NOT NULL DEFAULT 2 CHECK (restriction_type BETWEEN 1 AND 3),
  not_called_since      timestamptz,
  -- First phone column of the file.
  field_name            text NOT NULL DEFAULT '',
  field_column          integer NOT NULL DEFAULT 0,
  -- Mapping ids of the account fields that its file filled.
  mapped_fields         integer[] NOT NULL DEFAULT '{}',
  account_count         integer NOT NULL DEFAULT 0,
  phone_count           integer NOT NULL DEFAULT 0,
  rejected_count        integer NOT NULL DEFAULT 0,
  created               timestamptz NOT NULL DEFAULT now(),
  PRIMARY KEY (client_id, call_list_id),
  FOREIGN KEY (client_id, campaign_id) REFERENCES campaign,
  FOREIGN KEY (client_id, original_call_list_id) REFERENCES call_list
);
CREATE INDEX call_list_campaign ON call_list (client_id, campaign_id);
-- Lists whose last calls are finishing: every engine looks for them each second.
CREATE INDEX call_list_closing ON call_list (client_id, call_list_id) WHERE status_id = 5;
SELECT protect('call_list', true);

-- What became of the entries of a list; equals a recount of its entries and call records.
-- A table of its own because every batch of results updates it (kept HOT by the fill factor).
CREATE TABLE call_list_count (
  client_id              integer NOT NULL,
  call_list_id           bigint NOT NULL,
  -- Attempts made, whether or not their call has ended.
  attempted              integer NOT NULL DEFAULT 0,
  -- Calls that ended, by result; their sum is «called».
  person                 integer NOT NULL DEFAULT 0,
  machine                integer NOT NULL DEFAULT 0,
  no_answer              integer NOT NULL DEFAULT 0,
  busy                   integer NOT NULL DEFAULT 0,
  failed                 integer NOT NULL DEFAULT 0,
  unknown                integer NOT NULL DEFAULT 0,
  delivered              integer NOT NULL DEFAULT 0,
  transferred            integer NOT NULL DEFAULT 0,
  abandoned              integer NOT NULL DEFAULT 0,
  -- Barred for good (do-not-call since the import).
  barred                 integer NOT NULL DEFAULT 0,
  -- Sums in seconds, for the averages: of answered calls, and of transfers.
  answered_seconds       bigint NOT NULL DEFAULT 0,
  transfer_seconds       bigint NOT NULL DEFAULT 0,
  -- Last call's start, simulated clock; «Only Today's» asks for it.
  last_call              timestamptz,
  PRIMARY KEY (client_id, call_list_id),
  FOREIGN KEY (client_id, call_list_id) REFERENCES call_list
) WITH (fillfactor = 50);
SELECT protect('call_list_count', true);

-- One phone of one account in one list, with the account's fields beside it (an account with two
-- phones stands twice: a claim then reads one row, and a file loads in one COPY).
-- No foreign keys: millions of rows come by COPY, and their list is written by the same code.
--
-- Lists of small files and reused lists share the first partition. The list of a large file has an
-- id of the second range and a partition of its own, loaded without indexes and attached when it is
-- complete (docs/decisions/004-list-partitions.md).
CREATE TABLE list_entry (
  client_id     integer NOT NULL,
  call_list_id  bigint NOT NULL,
  -- 1 to n in file order.
  entry_id      integer NOT NULL,
  -- Line of the file, as an editor counts it; what makes two phones one account.
  account_line  integer NOT NULL,
  phone         text COLLATE "C" NOT NULL,
  -- Which of the list's phone columns it came from, 1 to n.
  phone_column  smallint NOT NULL DEFAULT 1,
  -- 0 waiting, 1 taken (an attempt exists), 2 barred for good.
  state         smallint NOT NULL DEFAULT 0,
  -- A waiting entry is not looked at before this instant (simulated clock).
  due_at        timestamptz NOT NULL DEFAULT '-infinity',
  -- The gate's last verdict, when it was not «call».
  reason        text,
  first_name    text,
  middle_name   text,
  last_name     text,
  -- Encrypted.
  date_of_birth bytea,
  ssn           bytea,
  address       text,
  address2      text,
  city          text,
  state_code    text,
  zip_code      text,
  external_id   text,
  -- Custom fields by customIndex: {"1": "299.89"}.
  custom        jsonb,
  PRIMARY KEY (client_id, call_list_id, entry_id)
) PARTITION BY RANGE (call_list_id);
-- The number comes before the list, on purpose: an index that begins like the primary key is taken
-- for a batch of entries while a list has no statistics yet, and then reads the whole list.
CREATE INDEX list_entry_phone ON list_entry (client_id, phone, call_list_id);
CREATE INDEX list_entry_waiting ON list_entry (client_id, call_list_id, due_at, entry_id) WHERE state = 0;
SELECT protect('list_entry', false);

-- Ids of lists that have a partition of their own.
CREATE SEQUENCE large_call_list_id START 1000000000 MINVALUE 1000000000;
GRANT USAGE ON SEQUENCE large_call_list_id TO carillon_client;

CREATE TABLE list_entry_shared PARTITION OF list_entry FOR VALUES FROM (MINVALUE) TO (1000000000);
-- Nobody has a grant on a partition; should one ever be given, there is still no policy.
ALTER TABLE list_entry_shared ENABLE ROW LEVEL SECURITY;
ALTER TABLE list_entry_shared FORCE ROW LEVEL SECURITY;

-- Makes the table that a file is copied into: of this transaction's client and one list, without
-- indexes and without row level security (COPY FROM is not possible under it). It must not outlive
-- the transaction: finish_list_load attaches or drops it.
CREATE FUNCTION begin_list_load(list bigint) RETURNS void
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
CREATE FUNCTION finish_list_load(list bigint) RETURNS void
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
  EXECUTE format('ALTER TABLE %1$I ENABLE ROW LEVEL SECURITY, FORCE ROW LEVEL SECURITY,
      ALTER client_id DROP DEFAULT, ALTER call_list_id DROP DEFAULT', load_table);
  EXECUTE format('ALTER TABLE list_entry ATTACH PARTITION %I FOR VALUES FROM (%s) TO (%s)',
    load_table, list, list + 1);
  EXECUTE format('ALTER TABLE %I DROP CONSTRAINT of_the_list', load_table);
END $$;
REVOKE EXECUTE ON FUNCTION begin_list_load(bigint), finish_list_load(bigint) FROM PUBLIC;
GRANT EXECUTE ON FUNCTION begin_list_load(bigint), finish_list_load(bigint) TO carillon_client;

-- Every phone or account that was not imported, with its line and why.
CREATE TABLE rejected_row (
  client_id       integer NOT NULL,
  call_list_id    bigint NOT NULL,
  rejected_row_id bigint GENERATED ALWAYS AS IDENTITY,
  line            integer NOT NULL,
  column_name     text NOT NULL,
  value           text NOT NULL,
  reason          text NOT NULL,
  PRIMARY KEY (client_id, call_list_id, line, rejected_row_id)
);
SELECT protect('rejected_row', false);

-- An upload in progress; its lease runs out when its process died, and the list is cleaned up.
CREATE TABLE upload (
  client_id      integer NOT NULL REFERENCES client,
  upload_key     text NOT NULL,
  manager_id     bigint NOT NULL,
  call_list_id   bigint,
  stage          text NOT NULL,
  bytes_received bigint NOT NULL DEFAULT 0,
  bytes_total    bigint NOT NULL DEFAULT 0,
  rows_loaded    bigint NOT NULL DEFAULT 0,
  -- Real time.
  lease_until    timestamptz NOT NULL,
  -- Somebody closed the New list: the upload stops as soon as it looks here.
  cancelled      boolean NOT NULL DEFAULT false,
  started        timestamptz NOT NULL DEFAULT now(),
  PRIMARY KEY (client_id, upload_key)
);
SELECT protect('upload', true);

-- The mapping of the last accepted upload, per set of headers (case and order ignored).
CREATE TABLE saved_mapping (
  client_id   integer NOT NULL REFERENCES client,
  header_hash bytea NOT NULL,
  mapping     jsonb NOT NULL,
  saved       timestamptz NOT NULL DEFAULT now(),
  PRIMARY KEY (client_id, header_hash)
);
SELECT protect('saved_mapping', false);
