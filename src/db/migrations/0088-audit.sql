-- The audit log: append-only by rights and by a hash chain (docs/decisions/068-audit.md).
-- Beside a running older version: safe
-- (The triggers write its changes too, as the platform's, because it names nobody.)

-- Client 0 is the platform.
CREATE TABLE audit_chain (
  client_id integer PRIMARY KEY,
  sequence  bigint NOT NULL DEFAULT 0,
  hash      bytea NOT NULL DEFAULT sha256('')
);

CREATE TABLE audit_entry (
  client_id  integer NOT NULL,
  sequence   bigint NOT NULL,
  at         timestamptz NOT NULL,
  actor_kind text NOT NULL CHECK (actor_kind IN ('manager', 'operator', 'platform', 'stranger')),
  actor_id   bigint,
  actor_name text NOT NULL,
  address    text NOT NULL,
  browser    text NOT NULL,
  operation  text NOT NULL,
  thing_kind text,
  thing_id   text,
  thing_name text,
  before     jsonb,
  after      jsonb,
  outcome    text NOT NULL CHECK (outcome IN ('done', 'refused')),
  reason     text,
  previous   bytea NOT NULL,
  hash       bytea NOT NULL,
  PRIMARY KEY (client_id, sequence)
);
CREATE INDEX audit_entry_thing ON audit_entry (client_id, thing_kind, thing_id, sequence);

-- The heads that went to the log.
CREATE TABLE audit_root (
  client_id integer NOT NULL,
  sequence  bigint NOT NULL,
  day       date NOT NULL,
  hash      bytea NOT NULL,
  PRIMARY KEY (client_id, sequence)
);

-- Functions: audit ebc7ca5a

DO $$
DECLARE
  name text;
BEGIN
  FOREACH name IN ARRAY ARRAY['audit_chain', 'audit_entry', 'audit_root'] LOOP
    EXECUTE format('ALTER TABLE %I ENABLE ROW LEVEL SECURITY', name);
    EXECUTE format('CREATE POLICY own_client ON %I FOR SELECT TO carillon_client USING (client_id = current_client())', name);
    EXECUTE format('CREATE POLICY platform ON %I FOR SELECT TO carillon_platform USING (true)', name);
    EXECUTE format('GRANT SELECT ON %I TO carillon_client, carillon_platform', name);
  END LOOP;
  FOREACH name IN ARRAY ARRAY['audit_entry', 'audit_root'] LOOP
    EXECUTE format('CREATE TRIGGER only_added BEFORE UPDATE OR DELETE OR TRUNCATE ON %I
      FOR EACH STATEMENT EXECUTE FUNCTION audit_refuse()', name);
  END LOOP;
END $$;

DO $$
DECLARE
  spec text[];
BEGIN
  FOREACH spec SLICE 1 IN ARRAY ARRAY[
    -- table, kind, id, name, no change by themselves, secret
    ['manager', 'manager', 'manager_id', 'name', '', 'password_hash'],
    ['account_field', 'accountField', 'account_field_id', 'name', '', ''],
    ['voice_message', 'voiceMessage', 'voice_message_id', 'name', 'status_id,reason,ready_version', ''],
    ['voice_message_step', 'voiceMessage', 'voice_message_id', '', 'voice_message_id', ''],
    ['text_message', 'textMessage', 'text_message_id', 'name', '', ''],
    ['campaign', 'campaign', 'campaign_id', 'name',
     'reason,started,schedule_seen,schedule_since,list_arrived,scheduled_start,trunk_failures', ''],
    ['call_list', 'callList', 'call_list_id', 'name',
     'mapped_fields,unknown_states,phone_columns,closed_at,contacts_deleted_at,emptied_at,rejected_reasons,phone_names', ''],
    ['report_filter', 'reportFilter', 'report_filter_id', 'name', '', 'search'],
    ['caller_id_bucket', 'callerIdBucket', 'caller_id_bucket_id', 'name', 'date_assigned', ''],
    ['caller_id_number', 'callerIdBucket', 'caller_id_bucket_id', '', '', ''],
    ['texting_number', 'textingNumber', 'texting_number_id', 'phone', '', ''],
    ['client', 'client', 'client_id', 'name', 'gap_revision', ''],
    ['contact_cap', 'contactCap', 'kind', 'kind', 'complete,revision', ''],
    ['retention', 'retention', 'kind', 'kind', '', ''],
    ['retention_default', 'retention', 'kind', 'kind', '', ''],
    ['carrier', 'carrier', 'carrier_id', 'name', '', 'secrets'],
    ['operator_stop', 'operatorStop', 'operator_stop_id', 'scope', '', ''],
    ['installation', 'installation', 'installation_id', '',
     'key_fingerprint,hold_facts,reconciled,hold_id,ended_holds', '']
  ] LOOP
    EXECUTE format('CREATE CONSTRAINT TRIGGER audited AFTER INSERT OR UPDATE OR DELETE ON %I
      DEFERRABLE INITIALLY DEFERRED FOR EACH ROW EXECUTE FUNCTION audit_change(%L, %L, %L, %L, %L)',
      spec[1], spec[2], spec[3], spec[4], spec[5], spec[6]);
  END LOOP;
END $$;
CREATE CONSTRAINT TRIGGER audited AFTER INSERT ON audit_log
  DEFERRABLE INITIALLY DEFERRED FOR EACH ROW EXECUTE FUNCTION audit_noted();
