-- Call records: one per call, partitioned by month and, inside it, by client.
-- Indexes as measured best for newest-first pages, exact counts and "contains" filters.

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

-- Functions: call-record-month 5db25b1e
