-- Call records: one per call, partitioned by month and, inside it, by client; and their reports.
-- Indexes as measured best for newest-first pages, exact counts and «contains» filters.

CREATE TABLE call_record (
  client_id        integer NOT NULL,
  -- When the attempt was made (simulated clock): the newest-first order and the partition.
  started_at       timestamptz NOT NULL,
  call_list_id     bigint NOT NULL,
  entry_id         integer NOT NULL,
  campaign_id      bigint NOT NULL,
  answered_at      timestamptz,
  finished_at      timestamptz,
  -- Seconds.
  duration         integer NOT NULL,
  billed_duration  integer NOT NULL,
  -- Micro-dollars: a minute, and in all.
  minute_cost      bigint NOT NULL,
  cost             bigint NOT NULL,
  result           text NOT NULL,
  -- Outbound or Transfer.
  call_type        text NOT NULL,
  phone            text COLLATE "C" NOT NULL,
  caller_id        text COLLATE "C" NOT NULL,
  caller_id_type   smallint NOT NULL,
  call_list_name   text NOT NULL,
  campaign_name    text NOT NULL,
  first_name       text NOT NULL DEFAULT '',
  middle_name      text NOT NULL DEFAULT '',
  last_name        text NOT NULL DEFAULT '',
  -- Encrypted, with blind indexes for their filters: whole value, last four or year.
  date_of_birth    bytea,
  dob_index        bytea,
  dob_year_index   bytea,
  ssn              bytea,
  ssn_index        bytea,
  ssn_last4_index  bytea,
  city             text NOT NULL DEFAULT '',
  state_code       text NOT NULL DEFAULT '',
  zip_code         text NOT NULL DEFAULT '',
  external_id      text NOT NULL DEFAULT '',
  transferred      boolean NOT NULL DEFAULT false,
  abandoned        boolean NOT NULL DEFAULT false,
  transfer_seconds integer NOT NULL DEFAULT 0,
  PRIMARY KEY (client_id, started_at, call_list_id, entry_id)
) PARTITION BY RANGE (started_at);

CREATE INDEX call_record_newest ON call_record (client_id, started_at DESC, call_list_id DESC, entry_id DESC)
  INCLUDE (campaign_id, duration, billed_duration, cost);
CREATE INDEX call_record_campaign ON call_record (client_id, campaign_id, started_at DESC);
CREATE INDEX call_record_phone ON call_record (client_id, phone, started_at);
CREATE INDEX call_record_words ON call_record USING gin
  (client_id, phone gin_trgm_ops, last_name gin_trgm_ops, first_name gin_trgm_ops, middle_name gin_trgm_ops,
   external_id gin_trgm_ops, city gin_trgm_ops, zip_code gin_trgm_ops);
-- Whole values, last four and years are looked up by equality; most records have none.
CREATE INDEX call_record_ssn ON call_record (client_id, ssn_index) WHERE ssn_index IS NOT NULL;
CREATE INDEX call_record_ssn_last4 ON call_record (client_id, ssn_last4_index) WHERE ssn_last4_index IS NOT NULL;
CREATE INDEX call_record_dob ON call_record (client_id, dob_index) WHERE dob_index IS NOT NULL;
CREATE INDEX call_record_dob_year ON call_record (client_id, dob_year_index) WHERE dob_year_index IS NOT NULL;
SELECT protect('call_record', false);
GRANT SELECT ON call_record TO carillon_report;
CREATE POLICY report ON call_record FOR SELECT TO carillon_report USING (true);

-- Makes the partitions of the month that holds an instant; cheap when they exist.
-- Owner's rights, because attaching needs the owner of the parent.
CREATE FUNCTION ensure_call_record_month(instant timestamptz) RETURNS void
LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
DECLARE
  first_day date := date_trunc('month', instant AT TIME ZONE 'UTC')::date;
  month_name text := 'call_record_' || to_char(first_day, 'YYYYMM');
BEGIN
  IF to_regclass(month_name) IS NOT NULL THEN
    RETURN;
  END IF;
  PERFORM pg_advisory_xact_lock(hashtext('call_record partitions'));
  -- Asked of the table itself: to_regclass would answer from what it cached before the wait.
  PERFORM FROM pg_class WHERE relname = month_name AND relnamespace = 'public'::regnamespace;
  IF FOUND THEN
    RETURN;
  END IF;
  EXECUTE format('CREATE TABLE %I PARTITION OF call_record FOR VALUES FROM (%L) TO (%L) PARTITION BY HASH (client_id)',
    month_name, first_day::text || ' 00:00+00', (first_day + interval '1 month')::date::text || ' 00:00+00');
  FOR part IN 0..7 LOOP
    EXECUTE format('CREATE TABLE %I PARTITION OF %I FOR VALUES WITH (MODULUS 8, REMAINDER %s)',
      month_name || '_' || part, month_name, part);
  END LOOP;
END $$;
GRANT EXECUTE ON FUNCTION ensure_call_record_month(timestamptz) TO carillon_client, carillon_platform;

CREATE TABLE report_archive (
  client_id         integer NOT NULL REFERENCES client,
  report_archive_id bigint GENERATED ALWAYS AS IDENTITY,
  manager_id        bigint NOT NULL,
  -- 1 STARTING, 2 IN PROGRESS, 3 READY, 4 ERROR, 5 CANCELLED.
  status_id         smallint NOT NULL DEFAULT 1 CHECK (status_id BETWEEN 1 AND 5),
  status_reason     text,
  report_type_id    smallint NOT NULL DEFAULT 1,
  filters           jsonb NOT NULL DEFAULT '{}',
  utc_offset        integer NOT NULL DEFAULT 0,
  include_full_ssn  boolean NOT NULL DEFAULT false,
  number_of_records bigint NOT NULL DEFAULT 0,
  progress          real NOT NULL DEFAULT 0,
  download_count    integer NOT NULL DEFAULT 0,
  last_download     timestamptz,
  file_name         text NOT NULL DEFAULT '',
  created           timestamptz NOT NULL DEFAULT now(),
  PRIMARY KEY (client_id, report_archive_id)
);
SELECT protect('report_archive', true);
