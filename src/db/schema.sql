-- Made from the migrations by `npm run schema`; compared by the tests. Do not edit.
-- Partitions are made while the program runs and are not shown.

CREATE EXTENSION btree_gin;
CREATE EXTENSION pg_trgm;

CREATE SEQUENCE large_call_list_id;

CREATE TABLE abandonment_day (
  client_id integer NOT NULL,
  campaign_id bigint NOT NULL,
  day date NOT NULL,
  persons integer DEFAULT 0 NOT NULL,
  no_agent integer DEFAULT 0 NOT NULL,
  over_2 integer DEFAULT 0 NOT NULL,
  over_20 integer DEFAULT 0 NOT NULL,
  left_2 integer DEFAULT 0 NOT NULL,
  left_20 integer DEFAULT 0 NOT NULL,
  CONSTRAINT abandonment_day_pkey PRIMARY KEY (client_id, campaign_id, day),
  CONSTRAINT abandonment_day_client_id_fkey FOREIGN KEY (client_id) REFERENCES client(client_id)
);
ALTER TABLE abandonment_day ENABLE ROW LEVEL SECURITY;
ALTER TABLE abandonment_day FORCE ROW LEVEL SECURITY;
CREATE POLICY backup ON abandonment_day AS PERMISSIVE FOR SELECT TO carillon
  USING ((current_setting('carillon.backup'::text, true) = 'on'::text));
CREATE POLICY own_client ON abandonment_day AS PERMISSIVE FOR ALL TO carillon_client
  USING ((client_id = current_client()))
  WITH CHECK ((client_id = current_client()));
CREATE POLICY platform ON abandonment_day AS PERMISSIVE FOR ALL TO carillon_platform
  USING (true)
  WITH CHECK (true);
GRANT DELETE, INSERT, SELECT, UPDATE ON abandonment_day TO carillon_client;
GRANT DELETE, INSERT, SELECT, UPDATE ON abandonment_day TO carillon_platform;

CREATE TABLE account_field (
  client_id integer NOT NULL,
  account_field_id bigint GENERATED ALWAYS AS IDENTITY NOT NULL,
  custom_index smallint NOT NULL,
  name text NOT NULL,
  message_enabled boolean DEFAULT true NOT NULL,
  created timestamp with time zone DEFAULT now() NOT NULL,
  version integer DEFAULT 1 NOT NULL,
  changed_by bigint,
  changed_at timestamp with time zone,
  deleted_at timestamp with time zone,
  sensitive boolean DEFAULT false NOT NULL,
  CONSTRAINT account_field_pkey PRIMARY KEY (client_id, account_field_id),
  CONSTRAINT account_field_client_id_custom_index_key UNIQUE (client_id, custom_index),
  CONSTRAINT account_field_custom_index_check CHECK ((custom_index >= 1)),
  CONSTRAINT account_field_client_id_fkey FOREIGN KEY (client_id) REFERENCES client(client_id)
);
CREATE UNIQUE INDEX account_field_name ON public.account_field USING btree (client_id, lower(name)) WHERE (deleted_at IS NULL);
ALTER TABLE account_field ENABLE ROW LEVEL SECURITY;
ALTER TABLE account_field FORCE ROW LEVEL SECURITY;
CREATE POLICY backup ON account_field AS PERMISSIVE FOR SELECT TO carillon
  USING ((current_setting('carillon.backup'::text, true) = 'on'::text));
CREATE POLICY own_client ON account_field AS PERMISSIVE FOR ALL TO carillon_client
  USING ((client_id = current_client()))
  WITH CHECK ((client_id = current_client()));
CREATE POLICY platform ON account_field AS PERMISSIVE FOR ALL TO carillon_platform
  USING (true)
  WITH CHECK (true);
CREATE CONSTRAINT TRIGGER audited AFTER INSERT OR DELETE OR UPDATE ON account_field DEFERRABLE INITIALLY DEFERRED FOR EACH ROW EXECUTE FUNCTION audit_change('accountField', 'account_field_id', 'name', '', '');
GRANT DELETE, INSERT, SELECT, UPDATE ON account_field TO carillon_client;
GRANT DELETE, INSERT, SELECT, UPDATE ON account_field TO carillon_platform;

CREATE TABLE account_phone (
  client_id integer NOT NULL,
  phone text COLLATE "C" NOT NULL,
  call_list_id bigint NOT NULL,
  account_line integer NOT NULL,
  entry_id integer,
  external_id text,
  CONSTRAINT account_phone_pkey PRIMARY KEY (client_id, phone, call_list_id, account_line)
);
CREATE INDEX account_phone_account ON public.account_phone USING btree (client_id, call_list_id, account_line);
ALTER TABLE account_phone ENABLE ROW LEVEL SECURITY;
ALTER TABLE account_phone FORCE ROW LEVEL SECURITY;
CREATE POLICY backup ON account_phone AS PERMISSIVE FOR SELECT TO carillon
  USING ((current_setting('carillon.backup'::text, true) = 'on'::text));
CREATE POLICY own_client ON account_phone AS PERMISSIVE FOR ALL TO carillon_client
  USING ((client_id = current_client()))
  WITH CHECK ((client_id = current_client()));
GRANT DELETE, INSERT, SELECT, UPDATE ON account_phone TO carillon_client;

CREATE TABLE account_stop (
  client_id integer NOT NULL,
  external_id text NOT NULL,
  phone text COLLATE "C" NOT NULL,
  CONSTRAINT account_stop_pkey PRIMARY KEY (client_id, external_id, phone)
);
CREATE INDEX account_stop_phone ON public.account_stop USING btree (client_id, phone);
ALTER TABLE account_stop ENABLE ROW LEVEL SECURITY;
ALTER TABLE account_stop FORCE ROW LEVEL SECURITY;
CREATE POLICY backup ON account_stop AS PERMISSIVE FOR SELECT TO carillon
  USING ((current_setting('carillon.backup'::text, true) = 'on'::text));
CREATE POLICY own_client ON account_stop AS PERMISSIVE FOR ALL TO carillon_client
  USING ((client_id = current_client()))
  WITH CHECK ((client_id = current_client()));
GRANT DELETE, INSERT, SELECT, UPDATE ON account_stop TO carillon_client;

CREATE TABLE answer_hour (
  client_id integer NOT NULL,
  zone text NOT NULL,
  hour smallint NOT NULL,
  attempts bigint NOT NULL,
  answered bigint NOT NULL,
  CONSTRAINT answer_hour_pkey PRIMARY KEY (client_id, zone, hour),
  CONSTRAINT answer_hour_hour_check CHECK (((hour >= 0) AND (hour <= 23)))
);
ALTER TABLE answer_hour ENABLE ROW LEVEL SECURITY;
ALTER TABLE answer_hour FORCE ROW LEVEL SECURITY;
CREATE POLICY backup ON answer_hour AS PERMISSIVE FOR SELECT TO carillon
  USING ((current_setting('carillon.backup'::text, true) = 'on'::text));
CREATE POLICY own_client ON answer_hour AS PERMISSIVE FOR ALL TO carillon_client
  USING ((client_id = current_client()))
  WITH CHECK ((client_id = current_client()));
GRANT DELETE, INSERT, SELECT, UPDATE ON answer_hour TO carillon_client;
COMMENT ON COLUMN answer_hour.hour IS 'Of the clock in the zone, at the attempt.';

CREATE TABLE answer_hour_until (
  client_id integer NOT NULL,
  counted_until timestamp with time zone NOT NULL,
  CONSTRAINT answer_hour_until_pkey PRIMARY KEY (client_id)
);
ALTER TABLE answer_hour_until ENABLE ROW LEVEL SECURITY;
ALTER TABLE answer_hour_until FORCE ROW LEVEL SECURITY;
CREATE POLICY backup ON answer_hour_until AS PERMISSIVE FOR SELECT TO carillon
  USING ((current_setting('carillon.backup'::text, true) = 'on'::text));
CREATE POLICY own_client ON answer_hour_until AS PERMISSIVE FOR ALL TO carillon_client
  USING ((client_id = current_client()))
  WITH CHECK ((client_id = current_client()));
GRANT DELETE, INSERT, SELECT, UPDATE ON answer_hour_until TO carillon_client;
COMMENT ON COLUMN answer_hour_until.counted_until IS 'Call records that began before it are in the counts.';

CREATE TABLE answer_share (
  client_id integer NOT NULL,
  zone text NOT NULL,
  day_part smallint NOT NULL,
  attempts bigint NOT NULL,
  answered bigint NOT NULL,
  CONSTRAINT answer_share_pkey PRIMARY KEY (client_id, zone, day_part),
  CONSTRAINT answer_share_day_part_check CHECK (((day_part >= 0) AND (day_part <= 2)))
);
ALTER TABLE answer_share ENABLE ROW LEVEL SECURITY;
ALTER TABLE answer_share FORCE ROW LEVEL SECURITY;
CREATE POLICY backup ON answer_share AS PERMISSIVE FOR SELECT TO carillon
  USING ((current_setting('carillon.backup'::text, true) = 'on'::text));
CREATE POLICY own_client ON answer_share AS PERMISSIVE FOR ALL TO carillon_client
  USING ((client_id = current_client()))
  WITH CHECK ((client_id = current_client()));
GRANT DELETE, INSERT, SELECT, UPDATE ON answer_share TO carillon_client;

CREATE TABLE answer_share_until (
  client_id integer NOT NULL,
  counted_until timestamp with time zone NOT NULL,
  CONSTRAINT answer_share_until_pkey PRIMARY KEY (client_id)
);
ALTER TABLE answer_share_until ENABLE ROW LEVEL SECURITY;
ALTER TABLE answer_share_until FORCE ROW LEVEL SECURITY;
CREATE POLICY backup ON answer_share_until AS PERMISSIVE FOR SELECT TO carillon
  USING ((current_setting('carillon.backup'::text, true) = 'on'::text));
CREATE POLICY own_client ON answer_share_until AS PERMISSIVE FOR ALL TO carillon_client
  USING ((client_id = current_client()))
  WITH CHECK ((client_id = current_client()));
GRANT DELETE, INSERT, SELECT, UPDATE ON answer_share_until TO carillon_client;
COMMENT ON COLUMN answer_share_until.counted_until IS 'Call records that began before it are in the shares.';

CREATE TABLE attempt (
  client_id integer NOT NULL,
  call_list_id bigint NOT NULL,
  entry_id integer NOT NULL,
  campaign_id bigint NOT NULL,
  phone text COLLATE "C" NOT NULL,
  engine_id uuid NOT NULL,
  attempted_at timestamp with time zone NOT NULL,
  answered_at timestamp with time zone,
  finished_at timestamp with time zone,
  result text,
  caller_id text COLLATE "C" DEFAULT ''::text NOT NULL,
  caller_id_type smallint DEFAULT 0 NOT NULL,
  carrier_note jsonb,
  agent_called_at timestamp with time zone,
  receipt_until timestamp with time zone,
  counts_as text,
  held_until timestamp with time zone,
  reached_at timestamp with time zone,
  allowed bytea,
  limit_day date,
  reserved_cost bigint,
  account_line integer,
  external_key bigint,
  asked_at timestamp with time zone,
  connected_at timestamp with time zone,
  purpose smallint,
  talked boolean,
  CONSTRAINT attempt_pkey PRIMARY KEY (client_id, call_list_id, entry_id),
  CONSTRAINT attempt_allowed_check CHECK ((octet_length(allowed) <= 150)),
  CONSTRAINT attempt_counts_as_check CHECK ((counts_as = ANY (ARRAY['call'::text, 'text'::text]))),
  CONSTRAINT attempt_result_check CHECK ((result = ANY (ARRAY['person'::text, 'machine'::text, 'no_answer'::text, 'busy'::text, 'failed'::text, 'unknown'::text, 'delivered'::text])))
);
CREATE INDEX attempt_account ON public.attempt USING btree (client_id, call_list_id, account_line, attempted_at) WHERE ((account_line IS NOT NULL) AND (external_key IS NULL));
CREATE INDEX attempt_counted ON public.attempt USING btree (phone, client_id, counts_as, attempted_at) WHERE (counts_as IS NOT NULL);
CREATE INDEX attempt_external ON public.attempt USING btree (external_key, client_id, attempted_at) WHERE (external_key IS NOT NULL);
CREATE INDEX attempt_open ON public.attempt USING btree (client_id, campaign_id, call_list_id, entry_id) WHERE ((finished_at IS NULL) AND (receipt_until IS NULL));
CREATE UNIQUE INDEX attempt_open_phone ON public.attempt USING btree (client_id, phone) WHERE ((finished_at IS NULL) AND (receipt_until IS NULL));
CREATE INDEX attempt_phone ON public.attempt USING btree (phone, client_id, attempted_at);
CREATE INDEX attempt_receipt ON public.attempt USING btree (client_id, campaign_id, receipt_until) WHERE ((finished_at IS NULL) AND (receipt_until IS NOT NULL));
CREATE INDEX attempt_receipt_phone ON public.attempt USING btree (client_id, phone) WHERE ((finished_at IS NULL) AND (receipt_until IS NOT NULL));
ALTER TABLE attempt ENABLE ROW LEVEL SECURITY;
ALTER TABLE attempt FORCE ROW LEVEL SECURITY;
CREATE POLICY backup ON attempt AS PERMISSIVE FOR SELECT TO carillon
  USING ((current_setting('carillon.backup'::text, true) = 'on'::text));
CREATE POLICY own_client ON attempt AS PERMISSIVE FOR ALL TO carillon_client
  USING ((client_id = current_client()))
  WITH CHECK ((client_id = current_client()));
GRANT DELETE, INSERT, SELECT, UPDATE ON attempt TO carillon_client;
COMMENT ON COLUMN attempt.talked IS 'Its call record said that the person talked with an agent, and was deleted; null while the record says it.';

CREATE TABLE audit_chain (
  client_id integer NOT NULL,
  sequence bigint DEFAULT 0 NOT NULL,
  hash bytea DEFAULT sha256('\x'::bytea) NOT NULL,
  CONSTRAINT audit_chain_pkey PRIMARY KEY (client_id)
);
ALTER TABLE audit_chain ENABLE ROW LEVEL SECURITY;
CREATE POLICY own_client ON audit_chain AS PERMISSIVE FOR SELECT TO carillon_client
  USING ((client_id = current_client()));
CREATE POLICY platform ON audit_chain AS PERMISSIVE FOR SELECT TO carillon_platform
  USING (true);
GRANT SELECT ON audit_chain TO carillon_client;
GRANT SELECT ON audit_chain TO carillon_platform;

CREATE TABLE audit_entry (
  client_id integer NOT NULL,
  sequence bigint NOT NULL,
  at timestamp with time zone NOT NULL,
  actor_kind text NOT NULL,
  actor_id bigint,
  actor_name text NOT NULL,
  address text NOT NULL,
  browser text NOT NULL,
  operation text NOT NULL,
  thing_kind text,
  thing_id text,
  thing_name text,
  before jsonb,
  after jsonb,
  outcome text NOT NULL,
  reason text,
  previous bytea NOT NULL,
  hash bytea NOT NULL,
  CONSTRAINT audit_entry_pkey PRIMARY KEY (client_id, sequence),
  CONSTRAINT audit_entry_actor_kind_check CHECK ((actor_kind = ANY (ARRAY['manager'::text, 'operator'::text, 'platform'::text, 'stranger'::text]))),
  CONSTRAINT audit_entry_outcome_check CHECK ((outcome = ANY (ARRAY['done'::text, 'refused'::text])))
);
CREATE INDEX audit_entry_thing ON public.audit_entry USING btree (client_id, thing_kind, thing_id, sequence);
ALTER TABLE audit_entry ENABLE ROW LEVEL SECURITY;
CREATE POLICY own_client ON audit_entry AS PERMISSIVE FOR SELECT TO carillon_client
  USING ((client_id = current_client()));
CREATE POLICY platform ON audit_entry AS PERMISSIVE FOR SELECT TO carillon_platform
  USING (true);
CREATE TRIGGER only_added BEFORE DELETE OR UPDATE OR TRUNCATE ON audit_entry FOR EACH STATEMENT EXECUTE FUNCTION audit_refuse();
GRANT SELECT ON audit_entry TO carillon_client;
GRANT SELECT ON audit_entry TO carillon_platform;

CREATE TABLE audit_log (
  client_id integer NOT NULL,
  audit_log_id bigint GENERATED ALWAYS AS IDENTITY NOT NULL,
  at timestamp with time zone DEFAULT now() NOT NULL,
  manager_id bigint,
  action text NOT NULL,
  detail jsonb DEFAULT '{}'::jsonb NOT NULL,
  CONSTRAINT audit_log_pkey PRIMARY KEY (client_id, audit_log_id)
);
ALTER TABLE audit_log ENABLE ROW LEVEL SECURITY;
ALTER TABLE audit_log FORCE ROW LEVEL SECURITY;
CREATE POLICY backup ON audit_log AS PERMISSIVE FOR SELECT TO carillon
  USING ((current_setting('carillon.backup'::text, true) = 'on'::text));
CREATE POLICY own_client ON audit_log AS PERMISSIVE FOR ALL TO carillon_client
  USING ((client_id = current_client()))
  WITH CHECK ((client_id = current_client()));
CREATE POLICY platform ON audit_log AS PERMISSIVE FOR ALL TO carillon_platform
  USING (true)
  WITH CHECK (true);
CREATE CONSTRAINT TRIGGER audited AFTER INSERT ON audit_log DEFERRABLE INITIALLY DEFERRED FOR EACH ROW EXECUTE FUNCTION audit_noted();
GRANT DELETE, INSERT, SELECT, UPDATE ON audit_log TO carillon_client;
GRANT DELETE, INSERT, SELECT, UPDATE ON audit_log TO carillon_platform;

CREATE TABLE audit_root (
  client_id integer NOT NULL,
  sequence bigint NOT NULL,
  day date NOT NULL,
  hash bytea NOT NULL,
  CONSTRAINT audit_root_pkey PRIMARY KEY (client_id, sequence)
);
ALTER TABLE audit_root ENABLE ROW LEVEL SECURITY;
CREATE POLICY own_client ON audit_root AS PERMISSIVE FOR SELECT TO carillon_client
  USING ((client_id = current_client()));
CREATE POLICY platform ON audit_root AS PERMISSIVE FOR SELECT TO carillon_platform
  USING (true);
CREATE TRIGGER only_added BEFORE DELETE OR UPDATE OR TRUNCATE ON audit_root FOR EACH STATEMENT EXECUTE FUNCTION audit_refuse();
GRANT SELECT ON audit_root TO carillon_client;
GRANT SELECT ON audit_root TO carillon_platform;

CREATE TABLE authenticator_app (
  client_id integer NOT NULL,
  manager_id bigint NOT NULL,
  secret bytea,
  added timestamp with time zone,
  last_used timestamp with time zone,
  last_step bigint DEFAULT 0 NOT NULL,
  new_secret bytea,
  new_since timestamp with time zone,
  CONSTRAINT authenticator_app_pkey PRIMARY KEY (client_id, manager_id),
  CONSTRAINT authenticator_app_client_id_manager_id_fkey FOREIGN KEY (client_id, manager_id) REFERENCES manager(client_id, manager_id)
);
ALTER TABLE authenticator_app ENABLE ROW LEVEL SECURITY;
ALTER TABLE authenticator_app FORCE ROW LEVEL SECURITY;
CREATE POLICY backup ON authenticator_app AS PERMISSIVE FOR SELECT TO carillon
  USING ((current_setting('carillon.backup'::text, true) = 'on'::text));
CREATE POLICY own_client ON authenticator_app AS PERMISSIVE FOR ALL TO carillon_client
  USING ((client_id = current_client()))
  WITH CHECK ((client_id = current_client()));
CREATE POLICY platform ON authenticator_app AS PERMISSIVE FOR ALL TO carillon_platform
  USING (true)
  WITH CHECK (true);
CREATE CONSTRAINT TRIGGER audited AFTER INSERT OR DELETE OR UPDATE ON authenticator_app DEFERRABLE INITIALLY DEFERRED FOR EACH ROW EXECUTE FUNCTION audit_change('secondFactor', 'manager_id', '', 'manager_id,new_secret,new_since,last_step,last_used', 'secret');
GRANT DELETE, INSERT, SELECT, UPDATE ON authenticator_app TO carillon_client;
GRANT DELETE, INSERT, SELECT, UPDATE ON authenticator_app TO carillon_platform;

CREATE TABLE brake_call (
  client_id integer NOT NULL,
  campaign_id bigint NOT NULL,
  stopped boolean DEFAULT false NOT NULL,
  result_index integer NOT NULL,
  signals smallint NOT NULL,
  call_list_id bigint NOT NULL,
  entry_id integer NOT NULL,
  placed_at timestamp with time zone,
  CONSTRAINT brake_call_pkey PRIMARY KEY (client_id, campaign_id, stopped, result_index),
  CONSTRAINT brake_call_client_id_fkey FOREIGN KEY (client_id) REFERENCES client(client_id)
);
CREATE INDEX brake_call_placed ON public.brake_call USING btree (client_id, campaign_id, placed_at) WHERE (NOT stopped);
ALTER TABLE brake_call ENABLE ROW LEVEL SECURITY;
ALTER TABLE brake_call FORCE ROW LEVEL SECURITY;
CREATE POLICY backup ON brake_call AS PERMISSIVE FOR SELECT TO carillon
  USING ((current_setting('carillon.backup'::text, true) = 'on'::text));
CREATE POLICY own_client ON brake_call AS PERMISSIVE FOR ALL TO carillon_client
  USING ((client_id = current_client()))
  WITH CHECK ((client_id = current_client()));
CREATE POLICY platform ON brake_call AS PERMISSIVE FOR ALL TO carillon_platform
  USING (true)
  WITH CHECK (true);
CREATE POLICY report ON brake_call AS PERMISSIVE FOR SELECT TO carillon_report
  USING (true);
GRANT DELETE, INSERT, SELECT, UPDATE ON brake_call TO carillon_client;
GRANT DELETE, INSERT, SELECT, UPDATE ON brake_call TO carillon_platform;
GRANT SELECT ON brake_call TO carillon_report;
COMMENT ON COLUMN brake_call.signals IS 'Bits by the position of a signal, and one of calls for which an agent was called (domain/governor/brake.ts).';
COMMENT ON COLUMN brake_call.call_list_id IS '0: an agent who was called before there was a customer.';

CREATE TABLE brake_count (
  client_id integer NOT NULL,
  campaign_id bigint NOT NULL,
  since timestamp with time zone DEFAULT now() NOT NULL,
  counts jsonb NOT NULL,
  placed_after timestamp with time zone,
  CONSTRAINT brake_count_pkey PRIMARY KEY (client_id, campaign_id),
  CONSTRAINT brake_count_client_id_fkey FOREIGN KEY (client_id) REFERENCES client(client_id)
);
ALTER TABLE brake_count ENABLE ROW LEVEL SECURITY;
ALTER TABLE brake_count FORCE ROW LEVEL SECURITY;
CREATE POLICY backup ON brake_count AS PERMISSIVE FOR SELECT TO carillon
  USING ((current_setting('carillon.backup'::text, true) = 'on'::text));
CREATE POLICY own_client ON brake_count AS PERMISSIVE FOR ALL TO carillon_client
  USING ((client_id = current_client()))
  WITH CHECK ((client_id = current_client()));
CREATE POLICY platform ON brake_count AS PERMISSIVE FOR ALL TO carillon_platform
  USING (true)
  WITH CHECK (true);
GRANT DELETE, INSERT, SELECT, UPDATE ON brake_count TO carillon_client;
GRANT DELETE, INSERT, SELECT, UPDATE ON brake_count TO carillon_platform;
COMMENT ON COLUMN brake_count.placed_after IS 'Null: an older version has begun these counts.';

CREATE TABLE brake_limit (
  client_id integer NOT NULL,
  failed integer,
  opt_outs integer,
  machines integer,
  agents integer,
  text_errors integer,
  unknown integer,
  CONSTRAINT brake_limit_pkey PRIMARY KEY (client_id),
  CONSTRAINT brake_limit_agents_check CHECK (((agents >= 1) AND (agents <= 9999))),
  CONSTRAINT brake_limit_failed_check CHECK (((failed >= 1) AND (failed <= 9999))),
  CONSTRAINT brake_limit_machines_check CHECK (((machines >= 1) AND (machines <= 9999))),
  CONSTRAINT brake_limit_opt_outs_check CHECK (((opt_outs >= 1) AND (opt_outs <= 9999))),
  CONSTRAINT brake_limit_text_errors_check CHECK (((text_errors >= 1) AND (text_errors <= 9999))),
  CONSTRAINT brake_limit_unknown_check CHECK (((unknown >= 1) AND (unknown <= 9999))),
  CONSTRAINT brake_limit_client_id_fkey FOREIGN KEY (client_id) REFERENCES client(client_id)
);
ALTER TABLE brake_limit ENABLE ROW LEVEL SECURITY;
ALTER TABLE brake_limit FORCE ROW LEVEL SECURITY;
CREATE POLICY backup ON brake_limit AS PERMISSIVE FOR SELECT TO carillon
  USING ((current_setting('carillon.backup'::text, true) = 'on'::text));
CREATE POLICY own_client ON brake_limit AS PERMISSIVE FOR ALL TO carillon_client
  USING ((client_id = current_client()))
  WITH CHECK ((client_id = current_client()));
CREATE POLICY platform ON brake_limit AS PERMISSIVE FOR ALL TO carillon_platform
  USING (true)
  WITH CHECK (true);
CREATE CONSTRAINT TRIGGER audited AFTER INSERT OR DELETE OR UPDATE ON brake_limit DEFERRABLE INITIALLY DEFERRED FOR EACH ROW EXECUTE FUNCTION audit_change('brakeLimit', 'client_id', '', '', '');
GRANT DELETE, INSERT, SELECT, UPDATE ON brake_limit TO carillon_client;
GRANT DELETE, INSERT, SELECT, UPDATE ON brake_limit TO carillon_platform;

CREATE TABLE call_list (
  client_id integer NOT NULL,
  call_list_id bigint GENERATED ALWAYS AS IDENTITY NOT NULL,
  campaign_id bigint NOT NULL,
  name text NOT NULL,
  status_id smallint DEFAULT 1 NOT NULL,
  original_call_list_id bigint,
  restriction_type smallint DEFAULT 2 NOT NULL,
  not_called_since timestamp with time zone,
  field_name text DEFAULT ''::text NOT NULL,
  field_column integer DEFAULT 0 NOT NULL,
  mapped_fields integer[] DEFAULT '{}'::integer[] NOT NULL,
  account_count integer DEFAULT 0 NOT NULL,
  phone_count integer DEFAULT 0 NOT NULL,
  rejected_count integer DEFAULT 0 NOT NULL,
  created timestamp with time zone DEFAULT now() NOT NULL,
  unknown_states integer DEFAULT 0 NOT NULL,
  priority integer DEFAULT 0 NOT NULL,
  phone_columns integer DEFAULT 20 NOT NULL,
  closed_at timestamp with time zone,
  contacts_deleted_at timestamp with time zone,
  emptied_at timestamp with time zone,
  rejected_reasons jsonb,
  phone_names text[] DEFAULT '{}'::text[] NOT NULL,
  version integer DEFAULT 1 NOT NULL,
  changed_by bigint,
  changed_at timestamp with time zone,
  consent jsonb,
  follows_list_id bigint,
  CONSTRAINT call_list_pkey PRIMARY KEY (client_id, call_list_id),
  CONSTRAINT call_list_phone_columns_check CHECK ((phone_columns >= 1)),
  CONSTRAINT call_list_restriction_type_check CHECK (((restriction_type >= 1) AND (restriction_type <= 3))),
  CONSTRAINT call_list_status_id_check CHECK (((status_id >= 1) AND (status_id <= 6))),
  CONSTRAINT call_list_client_id_campaign_id_fkey FOREIGN KEY (client_id, campaign_id) REFERENCES campaign(client_id, campaign_id),
  CONSTRAINT call_list_client_id_original_call_list_id_fkey FOREIGN KEY (client_id, original_call_list_id) REFERENCES call_list(client_id, call_list_id)
);
CREATE INDEX call_list_campaign ON public.call_list USING btree (client_id, campaign_id);
CREATE INDEX call_list_closing ON public.call_list USING btree (client_id, call_list_id) WHERE (status_id = 5);
CREATE UNIQUE INDEX call_list_follows ON public.call_list USING btree (client_id, follows_list_id, campaign_id) WHERE (follows_list_id IS NOT NULL);
CREATE INDEX call_list_original ON public.call_list USING btree (client_id, original_call_list_id) WHERE (original_call_list_id IS NOT NULL);
CREATE INDEX call_list_to_empty ON public.call_list USING btree (client_id, call_list_id) WHERE (emptied_at IS NULL);
ALTER TABLE call_list ENABLE ROW LEVEL SECURITY;
ALTER TABLE call_list FORCE ROW LEVEL SECURITY;
CREATE POLICY backup ON call_list AS PERMISSIVE FOR SELECT TO carillon
  USING ((current_setting('carillon.backup'::text, true) = 'on'::text));
CREATE POLICY own_client ON call_list AS PERMISSIVE FOR ALL TO carillon_client
  USING ((client_id = current_client()))
  WITH CHECK ((client_id = current_client()));
CREATE POLICY platform ON call_list AS PERMISSIVE FOR ALL TO carillon_platform
  USING (true)
  WITH CHECK (true);
CREATE CONSTRAINT TRIGGER audited AFTER INSERT OR DELETE OR UPDATE ON call_list DEFERRABLE INITIALLY DEFERRED FOR EACH ROW EXECUTE FUNCTION audit_change('callList', 'call_list_id', 'name', 'mapped_fields,unknown_states,phone_columns,closed_at,contacts_deleted_at,emptied_at,rejected_reasons,phone_names', '');
CREATE TRIGGER list_closed BEFORE UPDATE OF status_id ON call_list FOR EACH ROW WHEN (new.status_id = 6 AND old.status_id <> 6) EXECUTE FUNCTION note_closing();
CREATE TRIGGER moves_to_campaign AFTER UPDATE OF campaign_id ON call_list FOR EACH ROW WHEN (new.campaign_id <> old.campaign_id) EXECUTE FUNCTION prepare_campaigns();
CREATE TRIGGER prepares_campaigns AFTER INSERT ON call_list FOR EACH ROW EXECUTE FUNCTION prepare_campaigns();
CREATE TRIGGER wakes_engines AFTER INSERT OR UPDATE OF status_id ON call_list FOR EACH STATEMENT EXECUTE FUNCTION notify_engine_work();
GRANT DELETE, INSERT, SELECT, UPDATE ON call_list TO carillon_client;
GRANT DELETE, INSERT, SELECT, UPDATE ON call_list TO carillon_platform;

CREATE TABLE call_list_count (
  client_id integer NOT NULL,
  call_list_id bigint NOT NULL,
  attempted integer DEFAULT 0 NOT NULL,
  person integer DEFAULT 0 NOT NULL,
  machine integer DEFAULT 0 NOT NULL,
  no_answer integer DEFAULT 0 NOT NULL,
  busy integer DEFAULT 0 NOT NULL,
  failed integer DEFAULT 0 NOT NULL,
  unknown integer DEFAULT 0 NOT NULL,
  delivered integer DEFAULT 0 NOT NULL,
  transferred integer DEFAULT 0 NOT NULL,
  abandoned integer DEFAULT 0 NOT NULL,
  barred integer DEFAULT 0 NOT NULL,
  answered_seconds bigint DEFAULT 0 NOT NULL,
  transfer_seconds bigint DEFAULT 0 NOT NULL,
  last_call timestamp with time zone,
  barred_key integer DEFAULT 0 NOT NULL,
  barred_text integer DEFAULT 0 NOT NULL,
  barred_number integer DEFAULT 0 NOT NULL,
  barred_reached integer DEFAULT 0 NOT NULL,
  barred_account integer DEFAULT 0 NOT NULL,
  follow_ups integer DEFAULT 0 NOT NULL,
  barred_ended integer DEFAULT 0 NOT NULL,
  CONSTRAINT call_list_count_pkey PRIMARY KEY (client_id, call_list_id),
  CONSTRAINT call_list_count_client_id_call_list_id_fkey FOREIGN KEY (client_id, call_list_id) REFERENCES call_list(client_id, call_list_id)
);
ALTER TABLE call_list_count ENABLE ROW LEVEL SECURITY;
ALTER TABLE call_list_count FORCE ROW LEVEL SECURITY;
CREATE POLICY backup ON call_list_count AS PERMISSIVE FOR SELECT TO carillon
  USING ((current_setting('carillon.backup'::text, true) = 'on'::text));
CREATE POLICY own_client ON call_list_count AS PERMISSIVE FOR ALL TO carillon_client
  USING ((client_id = current_client()))
  WITH CHECK ((client_id = current_client()));
CREATE POLICY platform ON call_list_count AS PERMISSIVE FOR ALL TO carillon_platform
  USING (true)
  WITH CHECK (true);
GRANT DELETE, INSERT, SELECT, UPDATE ON call_list_count TO carillon_client;
GRANT DELETE, INSERT, SELECT, UPDATE ON call_list_count TO carillon_platform;

CREATE TABLE call_list_import (
  client_id integer NOT NULL,
  call_list_id bigint NOT NULL,
  manager_id bigint NOT NULL,
  file_name text NOT NULL,
  file_lines integer NOT NULL,
  accounts integer NOT NULL,
  accounts_left integer NOT NULL,
  phones integer NOT NULL,
  phones_imported integer NOT NULL,
  wrong_format integer NOT NULL,
  fields_cut integer NOT NULL,
  restricted integer NOT NULL,
  unknown_states integer NOT NULL,
  reasons jsonb NOT NULL,
  unclear_consents integer,
  CONSTRAINT call_list_import_pkey PRIMARY KEY (client_id, call_list_id),
  CONSTRAINT call_list_import_client_id_call_list_id_fkey FOREIGN KEY (client_id, call_list_id) REFERENCES call_list(client_id, call_list_id)
);
ALTER TABLE call_list_import ENABLE ROW LEVEL SECURITY;
ALTER TABLE call_list_import FORCE ROW LEVEL SECURITY;
CREATE POLICY backup ON call_list_import AS PERMISSIVE FOR SELECT TO carillon
  USING ((current_setting('carillon.backup'::text, true) = 'on'::text));
CREATE POLICY own_client ON call_list_import AS PERMISSIVE FOR ALL TO carillon_client
  USING ((client_id = current_client()))
  WITH CHECK ((client_id = current_client()));
GRANT DELETE, INSERT, SELECT, UPDATE ON call_list_import TO carillon_client;

CREATE TABLE call_record (
  client_id integer NOT NULL,
  started_at timestamp with time zone NOT NULL,
  call_list_id bigint NOT NULL,
  entry_id integer NOT NULL,
  campaign_id bigint NOT NULL,
  answered_at timestamp with time zone,
  finished_at timestamp with time zone,
  duration integer NOT NULL,
  billed_duration integer NOT NULL,
  minute_cost bigint NOT NULL,
  cost bigint NOT NULL,
  result text NOT NULL,
  call_type text NOT NULL,
  phone text COLLATE "C" NOT NULL,
  caller_id text COLLATE "C" NOT NULL,
  caller_id_type smallint NOT NULL,
  call_list_name text NOT NULL,
  campaign_name text NOT NULL,
  first_name text DEFAULT ''::text NOT NULL,
  middle_name text DEFAULT ''::text NOT NULL,
  last_name text DEFAULT ''::text NOT NULL,
  date_of_birth bytea,
  dob_index bytea,
  dob_year_index bytea,
  ssn bytea,
  ssn_index bytea,
  ssn_last4_index bytea,
  city text DEFAULT ''::text NOT NULL,
  state_code text DEFAULT ''::text NOT NULL,
  zip_code text DEFAULT ''::text NOT NULL,
  external_id text DEFAULT ''::text NOT NULL,
  transferred boolean DEFAULT false NOT NULL,
  abandoned boolean DEFAULT false NOT NULL,
  transfer_seconds integer DEFAULT 0 NOT NULL,
  marks smallint DEFAULT 0 NOT NULL,
  key_pressed text COLLATE "C" DEFAULT ''::text NOT NULL,
  message_version integer,
  carrier_words text DEFAULT ''::text NOT NULL,
  course jsonb,
  allowed bytea,
  account_line integer,
  CONSTRAINT call_record_pkey PRIMARY KEY (client_id, started_at, call_list_id, entry_id)
) PARTITION BY RANGE (started_at);
CREATE INDEX call_record_campaign ON ONLY public.call_record USING btree (client_id, campaign_id, started_at DESC);
CREATE INDEX call_record_campaign_name ON ONLY public.call_record USING btree (client_id, campaign_name);
CREATE INDEX call_record_dob ON ONLY public.call_record USING btree (client_id, dob_index) WHERE (dob_index IS NOT NULL);
CREATE INDEX call_record_dob_year ON ONLY public.call_record USING btree (client_id, dob_year_index) WHERE (dob_year_index IS NOT NULL);
CREATE INDEX call_record_list_name ON ONLY public.call_record USING btree (client_id, call_list_name);
CREATE INDEX call_record_newest ON ONLY public.call_record USING btree (client_id, started_at DESC, call_list_id DESC, entry_id DESC) INCLUDE (campaign_id, duration, billed_duration, cost, result, abandoned, marks, call_type);
CREATE INDEX call_record_phone ON ONLY public.call_record USING btree (client_id, phone, started_at);
CREATE INDEX call_record_ssn ON ONLY public.call_record USING btree (client_id, ssn_index) WHERE (ssn_index IS NOT NULL);
CREATE INDEX call_record_ssn_last4 ON ONLY public.call_record USING btree (client_id, ssn_last4_index) WHERE (ssn_last4_index IS NOT NULL);
CREATE INDEX call_record_words ON ONLY public.call_record USING gin (client_id, phone gin_trgm_ops, last_name gin_trgm_ops, first_name gin_trgm_ops, middle_name gin_trgm_ops, external_id gin_trgm_ops, city gin_trgm_ops, zip_code gin_trgm_ops);
ALTER TABLE call_record ENABLE ROW LEVEL SECURITY;
ALTER TABLE call_record FORCE ROW LEVEL SECURITY;
CREATE POLICY backup ON call_record AS PERMISSIVE FOR SELECT TO carillon
  USING ((current_setting('carillon.backup'::text, true) = 'on'::text));
CREATE POLICY own_client ON call_record AS PERMISSIVE FOR ALL TO carillon_client
  USING ((client_id = current_client()))
  WITH CHECK ((client_id = current_client()));
CREATE POLICY report ON call_record AS PERMISSIVE FOR SELECT TO carillon_report
  USING (true);
GRANT DELETE, INSERT, SELECT, UPDATE ON call_record TO carillon_client;
GRANT SELECT ON call_record TO carillon_report;
COMMENT ON COLUMN call_record.date_of_birth IS 'As ssn.';
COMMENT ON COLUMN call_record.ssn IS 'Sealed for this list and entry; version 1: for the client alone.';

CREATE TABLE caller_id_bucket (
  client_id integer NOT NULL,
  caller_id_bucket_id bigint GENERATED ALWAYS AS IDENTITY NOT NULL,
  name text NOT NULL,
  date_assigned timestamp with time zone DEFAULT now() NOT NULL,
  version integer DEFAULT 1 NOT NULL,
  changed_by bigint,
  changed_at timestamp with time zone,
  CONSTRAINT caller_id_bucket_pkey PRIMARY KEY (client_id, caller_id_bucket_id),
  CONSTRAINT caller_id_bucket_client_id_fkey FOREIGN KEY (client_id) REFERENCES client(client_id)
);
CREATE UNIQUE INDEX caller_id_bucket_name ON public.caller_id_bucket USING btree (client_id, lower(name));
ALTER TABLE caller_id_bucket ENABLE ROW LEVEL SECURITY;
ALTER TABLE caller_id_bucket FORCE ROW LEVEL SECURITY;
CREATE POLICY backup ON caller_id_bucket AS PERMISSIVE FOR SELECT TO carillon
  USING ((current_setting('carillon.backup'::text, true) = 'on'::text));
CREATE POLICY own_client ON caller_id_bucket AS PERMISSIVE FOR ALL TO carillon_client
  USING ((client_id = current_client()))
  WITH CHECK ((client_id = current_client()));
CREATE POLICY platform ON caller_id_bucket AS PERMISSIVE FOR ALL TO carillon_platform
  USING (true)
  WITH CHECK (true);
CREATE CONSTRAINT TRIGGER audited AFTER INSERT OR DELETE OR UPDATE ON caller_id_bucket DEFERRABLE INITIALLY DEFERRED FOR EACH ROW EXECUTE FUNCTION audit_change('callerIdBucket', 'caller_id_bucket_id', 'name', 'date_assigned', '');
GRANT DELETE, INSERT, SELECT, UPDATE ON caller_id_bucket TO carillon_client;
GRANT DELETE, INSERT, SELECT, UPDATE ON caller_id_bucket TO carillon_platform;

CREATE TABLE caller_id_number (
  client_id integer NOT NULL,
  caller_id_bucket_id bigint NOT NULL,
  phone text COLLATE "C" NOT NULL,
  CONSTRAINT caller_id_number_pkey PRIMARY KEY (client_id, caller_id_bucket_id, phone),
  CONSTRAINT caller_id_number_phone_check CHECK ((phone ~ '^1[2-9][0-9]{9}$'::text)),
  CONSTRAINT caller_id_number_client_id_caller_id_bucket_id_fkey FOREIGN KEY (client_id, caller_id_bucket_id) REFERENCES caller_id_bucket(client_id, caller_id_bucket_id) ON DELETE CASCADE
);
ALTER TABLE caller_id_number ENABLE ROW LEVEL SECURITY;
ALTER TABLE caller_id_number FORCE ROW LEVEL SECURITY;
CREATE POLICY backup ON caller_id_number AS PERMISSIVE FOR SELECT TO carillon
  USING ((current_setting('carillon.backup'::text, true) = 'on'::text));
CREATE POLICY own_client ON caller_id_number AS PERMISSIVE FOR ALL TO carillon_client
  USING ((client_id = current_client()))
  WITH CHECK ((client_id = current_client()));
CREATE POLICY platform ON caller_id_number AS PERMISSIVE FOR ALL TO carillon_platform
  USING (true)
  WITH CHECK (true);
CREATE CONSTRAINT TRIGGER audited AFTER INSERT OR DELETE OR UPDATE ON caller_id_number DEFERRABLE INITIALLY DEFERRED FOR EACH ROW EXECUTE FUNCTION audit_change('callerIdBucket', 'caller_id_bucket_id', '', '', '');
CREATE TRIGGER bucket_shows AFTER INSERT ON caller_id_number FOR EACH ROW EXECUTE FUNCTION remember_shown_numbers();
GRANT DELETE, INSERT, SELECT, UPDATE ON caller_id_number TO carillon_client;
GRANT DELETE, INSERT, SELECT, UPDATE ON caller_id_number TO carillon_platform;

CREATE TABLE caller_id_use (
  client_id integer NOT NULL,
  day date NOT NULL,
  phone text COLLATE "C" NOT NULL,
  uses integer NOT NULL,
  CONSTRAINT caller_id_use_pkey PRIMARY KEY (client_id, day, phone),
  CONSTRAINT caller_id_use_client_id_fkey FOREIGN KEY (client_id) REFERENCES client(client_id)
);
ALTER TABLE caller_id_use ENABLE ROW LEVEL SECURITY;
ALTER TABLE caller_id_use FORCE ROW LEVEL SECURITY;
CREATE POLICY backup ON caller_id_use AS PERMISSIVE FOR SELECT TO carillon
  USING ((current_setting('carillon.backup'::text, true) = 'on'::text));
CREATE POLICY own_client ON caller_id_use AS PERMISSIVE FOR ALL TO carillon_client
  USING ((client_id = current_client()))
  WITH CHECK ((client_id = current_client()));
GRANT DELETE, INSERT, SELECT, UPDATE ON caller_id_use TO carillon_client;

CREATE TABLE campaign (
  client_id integer NOT NULL,
  campaign_id bigint GENERATED ALWAYS AS IDENTITY NOT NULL,
  name text NOT NULL,
  campaign_type smallint NOT NULL,
  run_status smallint DEFAULT 1 NOT NULL,
  completed boolean DEFAULT false NOT NULL,
  reason jsonb,
  started timestamp with time zone,
  start_time time without time zone,
  stop_time time without time zone,
  start_automatically boolean DEFAULT false NOT NULL,
  stop_automatically boolean DEFAULT false NOT NULL,
  schedule_seen text,
  schedule_since timestamp with time zone,
  list_arrived boolean DEFAULT false NOT NULL,
  start_weekdays text DEFAULT '0000000'::text NOT NULL,
  stop_weekdays text DEFAULT '0000000'::text NOT NULL,
  caller_id_type smallint DEFAULT 0 NOT NULL,
  caller_id_number text COLLATE "C" DEFAULT ''::text NOT NULL,
  caller_id_name text DEFAULT ''::text NOT NULL,
  caller_id_bucket_id bigint,
  customer_message_id bigint,
  machine_message_id bigint,
  agent_message_id bigint,
  calls_per_minute integer,
  call_ratio double precision,
  linkback_number text COLLATE "C",
  agent_count integer,
  text_per_minute integer,
  text_message_id bigint,
  texting_number_id bigint,
  created timestamp with time zone DEFAULT now() NOT NULL,
  updated timestamp with time zone DEFAULT now() NOT NULL,
  deleted_at timestamp with time zone,
  scheduled_start boolean DEFAULT false NOT NULL,
  trunk_failures smallint DEFAULT 0 NOT NULL,
  trunk_stopped boolean DEFAULT false NOT NULL,
  one_call_per_account boolean DEFAULT false NOT NULL,
  version integer DEFAULT 1 NOT NULL,
  changed_by bigint,
  changed_at timestamp with time zone,
  prepared_by bigint,
  prepared_at timestamp with time zone,
  approved_by bigint,
  approved_at timestamp with time zone,
  purpose text DEFAULT 'sales'::text NOT NULL,
  follow_ups jsonb DEFAULT '[]'::jsonb NOT NULL,
  pacing text DEFAULT 'ratio'::text NOT NULL,
  agent_schedule jsonb DEFAULT '[]'::jsonb NOT NULL,
  agents_set integer,
  agents_set_at timestamp with time zone,
  removed_follow_ups jsonb DEFAULT '[]'::jsonb NOT NULL,
  stop_asked_at timestamp with time zone,
  CONSTRAINT campaign_pkey PRIMARY KEY (client_id, campaign_id),
  CONSTRAINT campaign_agent_count_check CHECK ((agent_count > 0)),
  CONSTRAINT campaign_agents_set_check CHECK ((agents_set >= 0)),
  CONSTRAINT campaign_call_ratio_check CHECK ((call_ratio > (0)::double precision)),
  CONSTRAINT campaign_caller_id_type_check CHECK (((caller_id_type >= 0) AND (caller_id_type <= 3))),
  CONSTRAINT campaign_calls_per_minute_check CHECK ((calls_per_minute > 0)),
  CONSTRAINT campaign_campaign_type_check CHECK (((campaign_type >= 1) AND (campaign_type <= 3))),
  CONSTRAINT campaign_pacing_check CHECK ((pacing = ANY (ARRAY['ratio'::text, 'adaptive'::text]))),
  CONSTRAINT campaign_purpose_check CHECK ((purpose = ANY (ARRAY['sales'::text, 'informational'::text, 'collections'::text, 'political'::text, 'non_profit'::text, 'emergency'::text]))),
  CONSTRAINT campaign_run_status_check CHECK (((run_status >= 1) AND (run_status <= 4))),
  CONSTRAINT campaign_start_weekdays_check CHECK ((start_weekdays ~ '^[01]{7}$'::text)),
  CONSTRAINT campaign_stop_weekdays_check CHECK ((stop_weekdays ~ '^[01]{7}$'::text)),
  CONSTRAINT campaign_text_per_minute_check CHECK ((text_per_minute >= 0)),
  CONSTRAINT campaign_client_id_agent_message_id_fkey FOREIGN KEY (client_id, agent_message_id) REFERENCES voice_message(client_id, voice_message_id),
  CONSTRAINT campaign_client_id_caller_id_bucket_id_fkey FOREIGN KEY (client_id, caller_id_bucket_id) REFERENCES caller_id_bucket(client_id, caller_id_bucket_id),
  CONSTRAINT campaign_client_id_customer_message_id_fkey FOREIGN KEY (client_id, customer_message_id) REFERENCES voice_message(client_id, voice_message_id),
  CONSTRAINT campaign_client_id_fkey FOREIGN KEY (client_id) REFERENCES client(client_id),
  CONSTRAINT campaign_client_id_machine_message_id_fkey FOREIGN KEY (client_id, machine_message_id) REFERENCES voice_message(client_id, voice_message_id),
  CONSTRAINT campaign_client_id_text_message_id_fkey FOREIGN KEY (client_id, text_message_id) REFERENCES text_message(client_id, text_message_id),
  CONSTRAINT campaign_client_id_texting_number_id_fkey FOREIGN KEY (client_id, texting_number_id) REFERENCES texting_number(client_id, texting_number_id)
);
CREATE INDEX campaign_active ON public.campaign USING btree (client_id, campaign_id) WHERE (run_status <> 1);
CREATE UNIQUE INDEX campaign_name ON public.campaign USING btree (client_id, ((campaign_type = 3)), lower(name)) WHERE (deleted_at IS NULL);
CREATE INDEX campaign_scheduled ON public.campaign USING btree (client_id, campaign_id) WHERE (start_automatically OR stop_automatically OR list_arrived);
ALTER TABLE campaign ENABLE ROW LEVEL SECURITY;
ALTER TABLE campaign FORCE ROW LEVEL SECURITY;
CREATE POLICY backup ON campaign AS PERMISSIVE FOR SELECT TO carillon
  USING ((current_setting('carillon.backup'::text, true) = 'on'::text));
CREATE POLICY own_client ON campaign AS PERMISSIVE FOR ALL TO carillon_client
  USING ((client_id = current_client()))
  WITH CHECK ((client_id = current_client()));
CREATE POLICY platform ON campaign AS PERMISSIVE FOR ALL TO carillon_platform
  USING (true)
  WITH CHECK (true);
CREATE POLICY report ON campaign AS PERMISSIVE FOR SELECT TO carillon_report
  USING (true);
CREATE CONSTRAINT TRIGGER audited AFTER INSERT OR DELETE OR UPDATE ON campaign DEFERRABLE INITIALLY DEFERRED FOR EACH ROW EXECUTE FUNCTION audit_change('campaign', 'campaign_id', 'name', 'reason,started,schedule_seen,schedule_since,list_arrived,scheduled_start,trunk_failures,prepared_at,agents_set_at,removed_follow_ups,stop_asked_at', '');
CREATE TRIGGER campaign_shows AFTER INSERT OR UPDATE OF caller_id_number, linkback_number ON campaign FOR EACH ROW EXECUTE FUNCTION remember_shown_numbers();
CREATE TRIGGER keeps_removed_follow_ups BEFORE UPDATE ON campaign FOR EACH ROW WHEN (old.follow_ups IS DISTINCT FROM new.follow_ups) EXECUTE FUNCTION keep_removed_follow_ups();
CREATE TRIGGER prepared BEFORE INSERT OR UPDATE ON campaign FOR EACH ROW EXECUTE FUNCTION note_preparation();
CREATE TRIGGER wakes_engines AFTER INSERT OR UPDATE ON campaign FOR EACH STATEMENT EXECUTE FUNCTION notify_engine_work();
GRANT DELETE, INSERT, SELECT, UPDATE ON campaign TO carillon_client;
GRANT DELETE, INSERT, SELECT, UPDATE ON campaign TO carillon_platform;
GRANT SELECT (client_id) ON campaign TO carillon_report;
GRANT SELECT (campaign_id) ON campaign TO carillon_report;
GRANT SELECT (campaign_type) ON campaign TO carillon_report;
GRANT SELECT (pacing) ON campaign TO carillon_report;

CREATE TABLE campaign_follower (
  client_id integer NOT NULL,
  campaign_id bigint NOT NULL,
  engine_id uuid NOT NULL,
  until timestamp with time zone NOT NULL,
  CONSTRAINT campaign_follower_pkey PRIMARY KEY (client_id, campaign_id, engine_id),
  CONSTRAINT campaign_follower_client_id_campaign_id_fkey FOREIGN KEY (client_id, campaign_id) REFERENCES campaign(client_id, campaign_id)
);
ALTER TABLE campaign_follower ENABLE ROW LEVEL SECURITY;
ALTER TABLE campaign_follower FORCE ROW LEVEL SECURITY;
CREATE POLICY backup ON campaign_follower AS PERMISSIVE FOR SELECT TO carillon
  USING ((current_setting('carillon.backup'::text, true) = 'on'::text));
CREATE POLICY own_client ON campaign_follower AS PERMISSIVE FOR ALL TO carillon_client
  USING ((client_id = current_client()))
  WITH CHECK ((client_id = current_client()));
CREATE POLICY platform ON campaign_follower AS PERMISSIVE FOR ALL TO carillon_platform
  USING (true)
  WITH CHECK (true);
GRANT DELETE, INSERT, SELECT, UPDATE ON campaign_follower TO carillon_client;
GRANT DELETE, INSERT, SELECT, UPDATE ON campaign_follower TO carillon_platform;

CREATE TABLE campaign_lease (
  client_id integer NOT NULL,
  campaign_id bigint NOT NULL,
  engine_id uuid NOT NULL,
  fence bigint NOT NULL,
  until timestamp with time zone NOT NULL,
  submissions_settled bigint DEFAULT 0 NOT NULL,
  CONSTRAINT campaign_lease_pkey PRIMARY KEY (client_id, campaign_id),
  CONSTRAINT campaign_lease_client_id_campaign_id_fkey FOREIGN KEY (client_id, campaign_id) REFERENCES campaign(client_id, campaign_id)
);
ALTER TABLE campaign_lease ENABLE ROW LEVEL SECURITY;
ALTER TABLE campaign_lease FORCE ROW LEVEL SECURITY;
CREATE POLICY backup ON campaign_lease AS PERMISSIVE FOR SELECT TO carillon
  USING ((current_setting('carillon.backup'::text, true) = 'on'::text));
CREATE POLICY own_client ON campaign_lease AS PERMISSIVE FOR ALL TO carillon_client
  USING ((client_id = current_client()))
  WITH CHECK ((client_id = current_client()));
CREATE POLICY platform ON campaign_lease AS PERMISSIVE FOR ALL TO carillon_platform
  USING (true)
  WITH CHECK (true);
GRANT DELETE, INSERT, SELECT, UPDATE ON campaign_lease TO carillon_client;
GRANT DELETE, INSERT, SELECT, UPDATE ON campaign_lease TO carillon_platform;

CREATE TABLE carrier (
  carrier_id bigint GENERATED ALWAYS AS IDENTITY NOT NULL,
  name text NOT NULL,
  kind text NOT NULL,
  settings jsonb DEFAULT '{}'::jsonb NOT NULL,
  secrets bytea,
  created timestamp with time zone DEFAULT clock_timestamp() NOT NULL,
  updated timestamp with time zone DEFAULT clock_timestamp() NOT NULL,
  removed_at timestamp with time zone,
  CONSTRAINT carrier_pkey PRIMARY KEY (carrier_id),
  CONSTRAINT carrier_name_check CHECK ((name ~ '^[a-z0-9][a-z0-9-]{0,39}$'::text))
);
CREATE UNIQUE INDEX carrier_name ON public.carrier USING btree (name) WHERE (removed_at IS NULL);
ALTER TABLE carrier ENABLE ROW LEVEL SECURITY;
CREATE POLICY own_client ON carrier AS PERMISSIVE FOR SELECT TO carillon_client
  USING ((EXISTS ( SELECT
   FROM client c
  WHERE ((c.client_id = current_client()) AND ((carrier.name = c.voice_carrier) OR (carrier.name = c.text_carrier))))));
CREATE POLICY platform ON carrier AS PERMISSIVE FOR ALL TO carillon_platform
  USING (true)
  WITH CHECK (true);
CREATE CONSTRAINT TRIGGER audited AFTER INSERT OR DELETE OR UPDATE ON carrier DEFERRABLE INITIALLY DEFERRED FOR EACH ROW EXECUTE FUNCTION audit_change('carrier', 'carrier_id', 'name', '', 'secrets');
CREATE TRIGGER carrier_shows AFTER INSERT OR UPDATE OF settings ON carrier FOR EACH ROW EXECUTE FUNCTION remember_carrier_numbers();
GRANT INSERT, SELECT, UPDATE ON carrier TO carillon_platform;
GRANT SELECT (carrier_id) ON carrier TO carillon_client;
GRANT SELECT (name) ON carrier TO carillon_client;
GRANT SELECT (kind) ON carrier TO carillon_client;
GRANT SELECT (updated) ON carrier TO carillon_client;
GRANT SELECT (removed_at) ON carrier TO carillon_client;

CREATE TABLE carrier_callback (
  carrier_callback_id bigint GENERATED ALWAYS AS IDENTITY NOT NULL,
  carrier text COLLATE "C" NOT NULL,
  once text COLLATE "C" NOT NULL,
  path text NOT NULL,
  fields jsonb NOT NULL,
  received timestamp with time zone DEFAULT clock_timestamp() NOT NULL,
  taken_by uuid,
  taken_until timestamp with time zone,
  urgent boolean DEFAULT false NOT NULL,
  CONSTRAINT carrier_callback_pkey PRIMARY KEY (carrier_callback_id),
  CONSTRAINT carrier_callback_carrier_once_key UNIQUE (carrier, once)
);
CREATE INDEX carrier_callback_order ON public.carrier_callback USING btree (carrier, carrier_callback_id);
CREATE INDEX carrier_callback_urgent ON public.carrier_callback USING btree (carrier, carrier_callback_id) WHERE urgent;
GRANT DELETE, INSERT, SELECT, UPDATE ON carrier_callback TO carillon_platform;

CREATE TABLE carrier_state (
  carrier_id bigint NOT NULL,
  engine_id text NOT NULL,
  connected boolean NOT NULL,
  detail jsonb,
  since timestamp with time zone NOT NULL,
  seen_at timestamp with time zone NOT NULL,
  settings_at timestamp with time zone,
  CONSTRAINT carrier_state_pkey PRIMARY KEY (carrier_id, engine_id),
  CONSTRAINT carrier_state_carrier_id_fkey FOREIGN KEY (carrier_id) REFERENCES carrier(carrier_id)
);
ALTER TABLE carrier_state ENABLE ROW LEVEL SECURITY;
CREATE POLICY own_client ON carrier_state AS PERMISSIVE FOR SELECT TO carillon_client
  USING ((carrier_id IN ( SELECT carrier.carrier_id
   FROM carrier)));
CREATE POLICY platform ON carrier_state AS PERMISSIVE FOR ALL TO carillon_platform
  USING (true)
  WITH CHECK (true);
GRANT DELETE, INSERT, SELECT, UPDATE ON carrier_state TO carillon_platform;
GRANT SELECT ON carrier_state TO carillon_client;

CREATE TABLE client (
  client_id integer GENERATED ALWAYS AS IDENTITY NOT NULL,
  code text NOT NULL,
  name text NOT NULL,
  minute_cost bigint DEFAULT 0 NOT NULL,
  calling_hours jsonb,
  voice_carrier text DEFAULT 'simulated'::text NOT NULL,
  text_carrier text DEFAULT 'simulated'::text NOT NULL,
  disabled_at timestamp with time zone,
  created timestamp with time zone DEFAULT now() NOT NULL,
  countries text[] DEFAULT '{US,CA}'::text[] NOT NULL,
  stop_scope text DEFAULT 'account'::text NOT NULL,
  least_gap_hours smallint DEFAULT 4 NOT NULL,
  gap_revision integer DEFAULT 0 NOT NULL,
  second_factor_required boolean DEFAULT false NOT NULL,
  launch_approval boolean DEFAULT false NOT NULL,
  purpose text DEFAULT 'sales'::text NOT NULL,
  abandonment_wait smallint,
  abandonment_hang_ups boolean DEFAULT false NOT NULL,
  spoken_name text,
  demo boolean DEFAULT false NOT NULL,
  demo_stage text,
  CONSTRAINT client_pkey PRIMARY KEY (client_id),
  CONSTRAINT client_abandonment_wait_check CHECK ((abandonment_wait = ANY (ARRAY[2, 20]))),
  CONSTRAINT client_demo_stage_check CHECK ((demo_stage = ANY (ARRAY['loading'::text, 'starting'::text]))),
  CONSTRAINT client_least_gap_hours_check CHECK (((least_gap_hours >= 0) AND (least_gap_hours <= 168))),
  CONSTRAINT client_minute_cost_check CHECK ((minute_cost >= 0)),
  CONSTRAINT client_purpose_check CHECK ((purpose = ANY (ARRAY['sales'::text, 'informational'::text, 'collections'::text, 'political'::text, 'non_profit'::text, 'emergency'::text]))),
  CONSTRAINT client_spoken_name_check CHECK (((length(spoken_name) >= 1) AND (length(spoken_name) <= 100))),
  CONSTRAINT client_stop_scope_check CHECK ((stop_scope = ANY (ARRAY['account'::text, 'number'::text])))
);
CREATE UNIQUE INDEX client_code ON public.client USING btree (lower(code));
ALTER TABLE client ENABLE ROW LEVEL SECURITY;
ALTER TABLE client FORCE ROW LEVEL SECURITY;
CREATE POLICY backup ON client AS PERMISSIVE FOR SELECT TO carillon
  USING ((current_setting('carillon.backup'::text, true) = 'on'::text));
CREATE POLICY own_client ON client AS PERMISSIVE FOR ALL TO carillon_client
  USING ((client_id = current_client()))
  WITH CHECK ((client_id = current_client()));
CREATE POLICY platform ON client AS PERMISSIVE FOR ALL TO carillon_platform
  USING (true)
  WITH CHECK (true);
CREATE POLICY report ON client AS PERMISSIVE FOR SELECT TO carillon_report
  USING (true);
CREATE CONSTRAINT TRIGGER audited AFTER INSERT OR DELETE OR UPDATE ON client DEFERRABLE INITIALLY DEFERRED FOR EACH ROW EXECUTE FUNCTION audit_change('client', 'client_id', 'name', 'gap_revision,demo_stage', '');
CREATE TRIGGER client_shows AFTER INSERT OR UPDATE OF voice_carrier, text_carrier ON client FOR EACH ROW EXECUTE FUNCTION remember_numbers_of_carriers();
GRANT DELETE, INSERT, SELECT, UPDATE ON client TO carillon_client;
GRANT DELETE, INSERT, SELECT, UPDATE ON client TO carillon_platform;
GRANT SELECT (client_id) ON client TO carillon_report;
GRANT SELECT (abandonment_wait) ON client TO carillon_report;
GRANT SELECT (abandonment_hang_ups) ON client TO carillon_report;

CREATE TABLE client_stop (
  client_id integer NOT NULL,
  client_stop_id bigint GENERATED ALWAYS AS IDENTITY NOT NULL,
  carrier text,
  since timestamp with time zone DEFAULT clock_timestamp() NOT NULL,
  reason text NOT NULL,
  stopped_by text NOT NULL,
  CONSTRAINT client_stop_pkey PRIMARY KEY (client_id, client_stop_id),
  CONSTRAINT client_stop_client_id_carrier_key UNIQUE NULLS NOT DISTINCT (client_id, carrier),
  CONSTRAINT client_stop_reason_check CHECK ((length(reason) <= 300)),
  CONSTRAINT client_stop_client_id_fkey FOREIGN KEY (client_id) REFERENCES client(client_id)
);
ALTER TABLE client_stop ENABLE ROW LEVEL SECURITY;
ALTER TABLE client_stop FORCE ROW LEVEL SECURITY;
CREATE POLICY backup ON client_stop AS PERMISSIVE FOR SELECT TO carillon
  USING ((current_setting('carillon.backup'::text, true) = 'on'::text));
CREATE POLICY own_client ON client_stop AS PERMISSIVE FOR ALL TO carillon_client
  USING ((client_id = current_client()))
  WITH CHECK ((client_id = current_client()));
CREATE POLICY platform ON client_stop AS PERMISSIVE FOR ALL TO carillon_platform
  USING (true)
  WITH CHECK (true);
CREATE CONSTRAINT TRIGGER audited AFTER INSERT OR DELETE OR UPDATE ON client_stop DEFERRABLE INITIALLY DEFERRED FOR EACH ROW EXECUTE FUNCTION audit_change('clientStop', 'client_stop_id', 'carrier', 'client_stop_id', '');
GRANT DELETE, INSERT, SELECT, UPDATE ON client_stop TO carillon_client;
GRANT DELETE, INSERT, SELECT, UPDATE ON client_stop TO carillon_platform;

CREATE TABLE contact_cap (
  client_id integer NOT NULL,
  kind text NOT NULL,
  most smallint,
  days smallint NOT NULL,
  complete boolean DEFAULT false NOT NULL,
  revision integer DEFAULT 1 NOT NULL,
  CONSTRAINT contact_cap_pkey PRIMARY KEY (client_id, kind),
  CONSTRAINT contact_cap_days_check CHECK (((days >= 1) AND (days <= 365))),
  CONSTRAINT contact_cap_kind_check CHECK ((kind = ANY (ARRAY['call'::text, 'text'::text]))),
  CONSTRAINT contact_cap_most_check CHECK (((most >= 1) AND (most <= 1000))),
  CONSTRAINT contact_cap_client_id_fkey FOREIGN KEY (client_id) REFERENCES client(client_id)
);
ALTER TABLE contact_cap ENABLE ROW LEVEL SECURITY;
ALTER TABLE contact_cap FORCE ROW LEVEL SECURITY;
CREATE POLICY backup ON contact_cap AS PERMISSIVE FOR SELECT TO carillon
  USING ((current_setting('carillon.backup'::text, true) = 'on'::text));
CREATE POLICY own_client ON contact_cap AS PERMISSIVE FOR ALL TO carillon_client
  USING ((client_id = current_client()))
  WITH CHECK ((client_id = current_client()));
CREATE POLICY platform ON contact_cap AS PERMISSIVE FOR ALL TO carillon_platform
  USING (true)
  WITH CHECK (true);
CREATE CONSTRAINT TRIGGER audited AFTER INSERT OR DELETE OR UPDATE ON contact_cap DEFERRABLE INITIALLY DEFERRED FOR EACH ROW EXECUTE FUNCTION audit_change('contactCap', 'kind', 'kind', 'complete,revision', '');
GRANT DELETE, INSERT, SELECT, UPDATE ON contact_cap TO carillon_client;
GRANT DELETE, INSERT, SELECT, UPDATE ON contact_cap TO carillon_platform;

CREATE TABLE contact_rest (
  client_id integer NOT NULL,
  inbound_text_id bigint NOT NULL,
  phone text COLLATE "C" NOT NULL,
  since timestamp with time zone NOT NULL,
  decided_at timestamp with time zone,
  decided_by bigint,
  decision text,
  CONSTRAINT contact_rest_pkey PRIMARY KEY (client_id, inbound_text_id),
  CONSTRAINT contact_rest_check CHECK (((decided_at IS NULL) = (decision IS NULL))),
  CONSTRAINT contact_rest_check1 CHECK (((decided_by IS NULL) OR (decided_at IS NOT NULL))),
  CONSTRAINT contact_rest_decision_check CHECK ((decision = ANY (ARRAY['optOut'::text, 'keep'::text]))),
  CONSTRAINT contact_rest_client_id_decided_by_fkey FOREIGN KEY (client_id, decided_by) REFERENCES manager(client_id, manager_id),
  CONSTRAINT contact_rest_client_id_fkey FOREIGN KEY (client_id) REFERENCES client(client_id),
  CONSTRAINT contact_rest_client_id_inbound_text_id_fkey FOREIGN KEY (client_id, inbound_text_id) REFERENCES inbound_text(client_id, inbound_text_id)
);
CREATE INDEX contact_rest_open ON public.contact_rest USING btree (client_id, phone) WHERE (decided_at IS NULL);
ALTER TABLE contact_rest ENABLE ROW LEVEL SECURITY;
ALTER TABLE contact_rest FORCE ROW LEVEL SECURITY;
CREATE POLICY backup ON contact_rest AS PERMISSIVE FOR SELECT TO carillon
  USING ((current_setting('carillon.backup'::text, true) = 'on'::text));
CREATE POLICY own_client ON contact_rest AS PERMISSIVE FOR ALL TO carillon_client
  USING ((client_id = current_client()))
  WITH CHECK ((client_id = current_client()));
GRANT DELETE, INSERT, SELECT, UPDATE ON contact_rest TO carillon_client;

CREATE TABLE daily_limit (
  client_id integer NOT NULL,
  calls integer,
  texts integer,
  cost bigint,
  CONSTRAINT daily_limit_pkey PRIMARY KEY (client_id),
  CONSTRAINT daily_limit_calls_check CHECK ((calls > 0)),
  CONSTRAINT daily_limit_cost_check CHECK ((cost > 0)),
  CONSTRAINT daily_limit_texts_check CHECK ((texts > 0)),
  CONSTRAINT daily_limit_client_id_fkey FOREIGN KEY (client_id) REFERENCES client(client_id)
);
ALTER TABLE daily_limit ENABLE ROW LEVEL SECURITY;
ALTER TABLE daily_limit FORCE ROW LEVEL SECURITY;
CREATE POLICY backup ON daily_limit AS PERMISSIVE FOR SELECT TO carillon
  USING ((current_setting('carillon.backup'::text, true) = 'on'::text));
CREATE POLICY own_client ON daily_limit AS PERMISSIVE FOR ALL TO carillon_client
  USING ((client_id = current_client()))
  WITH CHECK ((client_id = current_client()));
CREATE POLICY platform ON daily_limit AS PERMISSIVE FOR ALL TO carillon_platform
  USING (true)
  WITH CHECK (true);
CREATE CONSTRAINT TRIGGER audited AFTER INSERT OR DELETE OR UPDATE ON daily_limit DEFERRABLE INITIALLY DEFERRED FOR EACH ROW EXECUTE FUNCTION audit_change('dailyLimit', 'client_id', '', '', '');
GRANT DELETE, INSERT, SELECT, UPDATE ON daily_limit TO carillon_client;
GRANT DELETE, INSERT, SELECT, UPDATE ON daily_limit TO carillon_platform;

CREATE TABLE daily_use (
  client_id integer NOT NULL,
  day date NOT NULL,
  calls integer DEFAULT 0 NOT NULL,
  texts integer DEFAULT 0 NOT NULL,
  cost bigint DEFAULT 0 NOT NULL,
  CONSTRAINT daily_use_pkey PRIMARY KEY (client_id, day),
  CONSTRAINT daily_use_client_id_fkey FOREIGN KEY (client_id) REFERENCES client(client_id)
);
ALTER TABLE daily_use ENABLE ROW LEVEL SECURITY;
ALTER TABLE daily_use FORCE ROW LEVEL SECURITY;
CREATE POLICY backup ON daily_use AS PERMISSIVE FOR SELECT TO carillon
  USING ((current_setting('carillon.backup'::text, true) = 'on'::text));
CREATE POLICY own_client ON daily_use AS PERMISSIVE FOR ALL TO carillon_client
  USING ((client_id = current_client()))
  WITH CHECK ((client_id = current_client()));
CREATE POLICY platform ON daily_use AS PERMISSIVE FOR ALL TO carillon_platform
  USING (true)
  WITH CHECK (true);
GRANT DELETE, INSERT, SELECT, UPDATE ON daily_use TO carillon_client;
GRANT DELETE, INSERT, SELECT, UPDATE ON daily_use TO carillon_platform;

CREATE TABLE data_key (
  key_id text NOT NULL,
  turn bigint GENERATED ALWAYS AS IDENTITY NOT NULL,
  seals_since timestamp with time zone DEFAULT clock_timestamp() NOT NULL,
  resealed_at timestamp with time zone,
  unreadable bigint DEFAULT 0 NOT NULL,
  dropped_at timestamp with time zone,
  CONSTRAINT data_key_pkey PRIMARY KEY (key_id)
);
ALTER TABLE data_key ENABLE ROW LEVEL SECURITY;
CREATE POLICY own_client ON data_key AS PERMISSIVE FOR SELECT TO carillon_client
  USING (true);
CREATE POLICY platform ON data_key AS PERMISSIVE FOR ALL TO carillon_platform
  USING (true)
  WITH CHECK (true);
GRANT INSERT, SELECT, UPDATE ON data_key TO carillon_platform;
GRANT SELECT ON data_key TO carillon_client;

CREATE TABLE do_not_call (
  client_id integer NOT NULL,
  phone text COLLATE "C" NOT NULL,
  do_not_call_id bigint GENERATED ALWAYS AS IDENTITY NOT NULL,
  source text NOT NULL,
  created timestamp with time zone DEFAULT now() NOT NULL,
  whole_account boolean DEFAULT false NOT NULL,
  key_at timestamp with time zone,
  text_at timestamp with time zone,
  asked_in xid8,
  manager_id bigint,
  CONSTRAINT do_not_call_pkey PRIMARY KEY (client_id, phone),
  CONSTRAINT do_not_call_client_id_do_not_call_id_key UNIQUE (client_id, do_not_call_id),
  CONSTRAINT do_not_call_phone_check CHECK ((phone ~ '^(1[2-9][0-9]{9}|#[0-9a-f]{32})$'::text)) NOT VALID,
  CONSTRAINT do_not_call_client_id_fkey FOREIGN KEY (client_id) REFERENCES client(client_id)
);
CREATE INDEX do_not_call_asked ON public.do_not_call USING btree (client_id, asked_in) WHERE whole_account;
CREATE INDEX do_not_call_digits ON public.do_not_call USING gin (client_id, phone gin_trgm_ops);
CREATE INDEX do_not_call_source ON public.do_not_call USING btree (client_id, (
CASE
    WHEN (key_at IS NOT NULL) THEN 'key'::text
    WHEN (text_at IS NOT NULL) THEN 'text'::text
    ELSE source
END), do_not_call_id DESC);
ALTER TABLE do_not_call ENABLE ROW LEVEL SECURITY;
ALTER TABLE do_not_call FORCE ROW LEVEL SECURITY;
CREATE POLICY backup ON do_not_call AS PERMISSIVE FOR SELECT TO carillon
  USING ((current_setting('carillon.backup'::text, true) = 'on'::text));
CREATE POLICY own_client ON do_not_call AS PERMISSIVE FOR ALL TO carillon_client
  USING ((client_id = current_client()))
  WITH CHECK ((client_id = current_client()));
CREATE POLICY report ON do_not_call AS PERMISSIVE FOR SELECT TO carillon_report
  USING (true);
CREATE TRIGGER person_asks BEFORE INSERT OR UPDATE OF whole_account ON do_not_call FOR EACH ROW WHEN (new.whole_account) EXECUTE FUNCTION note_asking();
GRANT DELETE, INSERT, SELECT, UPDATE ON do_not_call TO carillon_client;
GRANT SELECT ON do_not_call TO carillon_report;

CREATE TABLE do_not_call_lift (
  client_id integer NOT NULL,
  do_not_call_lift_id bigint GENERATED ALWAYS AS IDENTITY NOT NULL,
  phone text COLLATE "C" NOT NULL,
  source text NOT NULL,
  blocked timestamp with time zone NOT NULL,
  lifted timestamp with time zone DEFAULT now() NOT NULL,
  manager_id bigint NOT NULL,
  reason text NOT NULL,
  CONSTRAINT do_not_call_lift_pkey PRIMARY KEY (client_id, do_not_call_lift_id),
  CONSTRAINT do_not_call_lift_reason_check CHECK ((btrim(reason) <> ''::text)),
  CONSTRAINT do_not_call_lift_client_id_fkey FOREIGN KEY (client_id) REFERENCES client(client_id),
  CONSTRAINT do_not_call_lift_client_id_manager_id_fkey FOREIGN KEY (client_id, manager_id) REFERENCES manager(client_id, manager_id)
);
CREATE INDEX do_not_call_lift_phone ON public.do_not_call_lift USING btree (client_id, phone);
ALTER TABLE do_not_call_lift ENABLE ROW LEVEL SECURITY;
ALTER TABLE do_not_call_lift FORCE ROW LEVEL SECURITY;
CREATE POLICY backup ON do_not_call_lift AS PERMISSIVE FOR SELECT TO carillon
  USING ((current_setting('carillon.backup'::text, true) = 'on'::text));
CREATE POLICY erasure ON do_not_call_lift AS PERMISSIVE FOR ALL TO carillon
  USING ((client_id = current_client()))
  WITH CHECK ((client_id = current_client()));
CREATE POLICY own_client ON do_not_call_lift AS PERMISSIVE FOR ALL TO carillon_client
  USING ((client_id = current_client()))
  WITH CHECK ((client_id = current_client()));
GRANT INSERT, SELECT ON do_not_call_lift TO carillon_client;

CREATE TABLE engine (
  engine_id uuid NOT NULL,
  name text NOT NULL,
  carrier_name text NOT NULL,
  host text NOT NULL,
  version text NOT NULL,
  started_at timestamp with time zone DEFAULT clock_timestamp() NOT NULL,
  seen_at timestamp with time zone NOT NULL,
  until timestamp with time zone NOT NULL,
  draining boolean DEFAULT false NOT NULL,
  idle_because jsonb,
  clock_offset_ms integer,
  voice text[] NOT NULL,
  texts text[] NOT NULL,
  offers jsonb DEFAULT '[]'::jsonb NOT NULL,
  CONSTRAINT engine_pkey PRIMARY KEY (engine_id),
  CONSTRAINT engine_name_key UNIQUE (name)
);
ALTER TABLE engine ENABLE ROW LEVEL SECURITY;
CREATE POLICY platform ON engine AS PERMISSIVE FOR ALL TO carillon_platform
  USING (true)
  WITH CHECK (true);
GRANT DELETE, INSERT, SELECT, UPDATE ON engine TO carillon_platform;

CREATE TABLE engine_kill (
  client_id integer NOT NULL,
  engine_kill_id bigint GENERATED ALWAYS AS IDENTITY NOT NULL,
  manager_id bigint NOT NULL,
  killed_at timestamp with time zone NOT NULL,
  in_flight integer NOT NULL,
  gone_at timestamp with time zone DEFAULT clock_timestamp() NOT NULL,
  back_at timestamp with time zone,
  CONSTRAINT engine_kill_pkey PRIMARY KEY (client_id, engine_kill_id),
  CONSTRAINT engine_kill_client_id_fkey FOREIGN KEY (client_id) REFERENCES client(client_id)
);
ALTER TABLE engine_kill ENABLE ROW LEVEL SECURITY;
ALTER TABLE engine_kill FORCE ROW LEVEL SECURITY;
CREATE POLICY backup ON engine_kill AS PERMISSIVE FOR SELECT TO carillon
  USING ((current_setting('carillon.backup'::text, true) = 'on'::text));
CREATE POLICY own_client ON engine_kill AS PERMISSIVE FOR ALL TO carillon_client
  USING ((client_id = current_client()))
  WITH CHECK ((client_id = current_client()));
CREATE POLICY platform ON engine_kill AS PERMISSIVE FOR ALL TO carillon_platform
  USING (true)
  WITH CHECK (true);
GRANT DELETE, INSERT, SELECT, UPDATE ON engine_kill TO carillon_client;
GRANT DELETE, INSERT, SELECT, UPDATE ON engine_kill TO carillon_platform;
COMMENT ON COLUMN engine_kill.in_flight IS 'Calls and texts that were submitted or about to be, and had no end.';

CREATE TABLE erasure (
  client_id integer NOT NULL,
  erasure_key uuid NOT NULL,
  at timestamp with time zone DEFAULT now() NOT NULL,
  manager_id bigint,
  number_hash text COLLATE "C" NOT NULL,
  hashed boolean NOT NULL,
  counts jsonb NOT NULL,
  CONSTRAINT erasure_pkey PRIMARY KEY (client_id, erasure_key),
  CONSTRAINT erasure_client_id_fkey FOREIGN KEY (client_id) REFERENCES client(client_id)
);
CREATE INDEX erasure_number ON public.erasure USING btree (client_id, number_hash);
ALTER TABLE erasure ENABLE ROW LEVEL SECURITY;
ALTER TABLE erasure FORCE ROW LEVEL SECURITY;
CREATE POLICY backup ON erasure AS PERMISSIVE FOR SELECT TO carillon
  USING ((current_setting('carillon.backup'::text, true) = 'on'::text));
CREATE POLICY own_client ON erasure AS PERMISSIVE FOR ALL TO carillon_client
  USING ((client_id = current_client()))
  WITH CHECK ((client_id = current_client()));
CREATE POLICY platform ON erasure AS PERMISSIVE FOR ALL TO carillon_platform
  USING (true)
  WITH CHECK (true);
GRANT INSERT, SELECT ON erasure TO carillon_client;
GRANT INSERT, SELECT ON erasure TO carillon_platform;

CREATE TABLE follow_up (
  client_id integer NOT NULL,
  call_list_id bigint NOT NULL,
  entry_id integer NOT NULL,
  parent_list_id bigint NOT NULL,
  parent_entry_id integer NOT NULL,
  campaign_id bigint NOT NULL,
  rule_id smallint NOT NULL,
  steps jsonb NOT NULL,
  tried smallint[] NOT NULL,
  day_part smallint,
  by_chance boolean DEFAULT false NOT NULL,
  made_at timestamp with time zone NOT NULL,
  CONSTRAINT follow_up_pkey PRIMARY KEY (client_id, call_list_id, entry_id),
  CONSTRAINT follow_up_of_parent UNIQUE (client_id, parent_list_id, parent_entry_id),
  CONSTRAINT follow_up_day_part_check CHECK (((day_part >= 0) AND (day_part <= 2)))
);
CREATE INDEX follow_up_rule ON public.follow_up USING btree (client_id, campaign_id, rule_id);
ALTER TABLE follow_up ENABLE ROW LEVEL SECURITY;
ALTER TABLE follow_up FORCE ROW LEVEL SECURITY;
CREATE POLICY backup ON follow_up AS PERMISSIVE FOR SELECT TO carillon
  USING ((current_setting('carillon.backup'::text, true) = 'on'::text));
CREATE POLICY own_client ON follow_up AS PERMISSIVE FOR ALL TO carillon_client
  USING ((client_id = current_client()))
  WITH CHECK ((client_id = current_client()));
GRANT DELETE, INSERT, SELECT, UPDATE ON follow_up TO carillon_client;
COMMENT ON COLUMN follow_up.campaign_id IS 'Whose rule it is; the entry may be another campaign''s.';
COMMENT ON COLUMN follow_up.steps IS 'Every rule that fired since the entry of the file, this one last.';
COMMENT ON COLUMN follow_up.tried IS 'Parts of the day of the attempts before it (domain/follow-up/day-part.ts).';
COMMENT ON COLUMN follow_up.made_at IS 'On the engine''s clock.';

CREATE TABLE follow_up_wait (
  client_id integer NOT NULL,
  call_list_id bigint NOT NULL,
  entry_id integer NOT NULL,
  campaign_id bigint NOT NULL,
  rule_id smallint NOT NULL,
  due_at timestamp with time zone NOT NULL,
  CONSTRAINT follow_up_wait_pkey PRIMARY KEY (client_id, call_list_id, entry_id)
);
CREATE INDEX follow_up_wait_due ON public.follow_up_wait USING btree (due_at);
ALTER TABLE follow_up_wait ENABLE ROW LEVEL SECURITY;
ALTER TABLE follow_up_wait FORCE ROW LEVEL SECURITY;
CREATE POLICY backup ON follow_up_wait AS PERMISSIVE FOR SELECT TO carillon
  USING ((current_setting('carillon.backup'::text, true) = 'on'::text));
CREATE POLICY own_client ON follow_up_wait AS PERMISSIVE FOR ALL TO carillon_client
  USING ((client_id = current_client()))
  WITH CHECK ((client_id = current_client()));
CREATE POLICY platform ON follow_up_wait AS PERMISSIVE FOR ALL TO carillon_platform
  USING (true)
  WITH CHECK (true);
GRANT DELETE, INSERT, SELECT, UPDATE ON follow_up_wait TO carillon_client;
GRANT DELETE, INSERT, SELECT, UPDATE ON follow_up_wait TO carillon_platform;
COMMENT ON TABLE follow_up_wait IS 'Delivered texts whose reply is waited for, until when on the engine''s clock.';

CREATE TABLE forecast (
  client_id integer NOT NULL,
  forecast_id bigint GENERATED ALWAYS AS IDENTITY NOT NULL,
  campaign_id bigint NOT NULL,
  at timestamp with time zone NOT NULL,
  campaign_version integer NOT NULL,
  numbers bigint NOT NULL,
  forecast jsonb NOT NULL,
  ended_at timestamp with time zone,
  ending text,
  run_started timestamp with time zone,
  CONSTRAINT forecast_pkey PRIMARY KEY (client_id, forecast_id),
  CONSTRAINT forecast_ending_check CHECK ((ending = ANY (ARRAY['completed'::text, 'changed'::text, 'stopped'::text]))),
  CONSTRAINT forecast_client_id_fkey FOREIGN KEY (client_id) REFERENCES client(client_id)
);
CREATE INDEX forecast_campaign ON public.forecast USING btree (client_id, campaign_id, forecast_id DESC);
CREATE UNIQUE INDEX forecast_run ON public.forecast USING btree (client_id, campaign_id, run_started);
ALTER TABLE forecast ENABLE ROW LEVEL SECURITY;
ALTER TABLE forecast FORCE ROW LEVEL SECURITY;
CREATE POLICY backup ON forecast AS PERMISSIVE FOR SELECT TO carillon
  USING ((current_setting('carillon.backup'::text, true) = 'on'::text));
CREATE POLICY own_client ON forecast AS PERMISSIVE FOR ALL TO carillon_client
  USING ((client_id = current_client()))
  WITH CHECK ((client_id = current_client()));
GRANT DELETE, INSERT, SELECT, UPDATE ON forecast TO carillon_client;
COMMENT ON COLUMN forecast.at IS 'Of the platform''s clock, as ended_at is.';
COMMENT ON COLUMN forecast.numbers IS 'Numbers of the campaign''s lists, without follow-ups: a list that came later makes it another run.';
COMMENT ON COLUMN forecast.ending IS 'Null while it runs, and of a run that was stopped until the next one begins.';
COMMENT ON COLUMN forecast.run_started IS 'When its run began, of the engine''s clock, as campaign.started; null of those from before there was this column.';

CREATE TABLE idempotency_key (
  client_id integer NOT NULL,
  manager_id bigint NOT NULL,
  operation text NOT NULL,
  key text COLLATE "C" NOT NULL,
  request bytea NOT NULL,
  effect bytea,
  response bytea,
  created timestamp with time zone DEFAULT now() NOT NULL,
  CONSTRAINT idempotency_key_pkey PRIMARY KEY (client_id, manager_id, operation, key),
  CONSTRAINT idempotency_key_client_id_fkey FOREIGN KEY (client_id) REFERENCES client(client_id)
);
CREATE INDEX idempotency_key_created ON public.idempotency_key USING btree (created);
ALTER TABLE idempotency_key ENABLE ROW LEVEL SECURITY;
ALTER TABLE idempotency_key FORCE ROW LEVEL SECURITY;
CREATE POLICY backup ON idempotency_key AS PERMISSIVE FOR SELECT TO carillon
  USING ((current_setting('carillon.backup'::text, true) = 'on'::text));
CREATE POLICY own_client ON idempotency_key AS PERMISSIVE FOR ALL TO carillon_client
  USING ((client_id = current_client()))
  WITH CHECK ((client_id = current_client()));
CREATE POLICY platform ON idempotency_key AS PERMISSIVE FOR ALL TO carillon_platform
  USING (true)
  WITH CHECK (true);
GRANT DELETE, INSERT, SELECT, UPDATE ON idempotency_key TO carillon_client;
GRANT DELETE, INSERT, SELECT, UPDATE ON idempotency_key TO carillon_platform;

CREATE TABLE inbound_text (
  client_id integer NOT NULL,
  inbound_text_id bigint GENERATED ALWAYS AS IDENTITY NOT NULL,
  phone text COLLATE "C" NOT NULL,
  texting_number text COLLATE "C" NOT NULL,
  received timestamp with time zone NOT NULL,
  message text NOT NULL,
  intent smallint NOT NULL,
  carrier_ref text NOT NULL,
  read_at timestamp with time zone,
  done_at timestamp with time zone,
  done_by bigint,
  CONSTRAINT inbound_text_pkey PRIMARY KEY (client_id, inbound_text_id),
  CONSTRAINT inbound_text_client_id_carrier_ref_key UNIQUE (client_id, carrier_ref),
  CONSTRAINT inbound_text_check CHECK (((done_by IS NULL) OR (done_at IS NOT NULL))),
  CONSTRAINT inbound_text_intent_check CHECK (((intent >= 1) AND (intent <= 5))),
  CONSTRAINT inbound_text_client_id_done_by_fkey FOREIGN KEY (client_id, done_by) REFERENCES manager(client_id, manager_id),
  CONSTRAINT inbound_text_client_id_fkey FOREIGN KEY (client_id) REFERENCES client(client_id)
);
CREATE INDEX inbound_text_open ON public.inbound_text USING btree (client_id, received) WHERE (done_at IS NULL);
CREATE INDEX inbound_text_phone ON public.inbound_text USING btree (client_id, phone, received);
CREATE INDEX inbound_text_received ON public.inbound_text USING btree (client_id, received DESC);
CREATE INDEX inbound_text_unread ON public.inbound_text USING btree (client_id) WHERE (read_at IS NULL);
ALTER TABLE inbound_text ENABLE ROW LEVEL SECURITY;
ALTER TABLE inbound_text FORCE ROW LEVEL SECURITY;
CREATE POLICY backup ON inbound_text AS PERMISSIVE FOR SELECT TO carillon
  USING ((current_setting('carillon.backup'::text, true) = 'on'::text));
CREATE POLICY own_client ON inbound_text AS PERMISSIVE FOR ALL TO carillon_client
  USING ((client_id = current_client()))
  WITH CHECK ((client_id = current_client()));
GRANT DELETE, INSERT, SELECT, UPDATE ON inbound_text TO carillon_client;

CREATE TABLE installation (
  only_row boolean DEFAULT true NOT NULL,
  key_fingerprint text,
  created timestamp with time zone DEFAULT now() NOT NULL,
  installation_id uuid DEFAULT gen_random_uuid() NOT NULL,
  generation bigint DEFAULT 1 NOT NULL,
  hold_since timestamp with time zone,
  hold_code text,
  hold_facts jsonb DEFAULT '{}'::jsonb NOT NULL,
  reconcile_asked_at timestamp with time zone,
  reconciled jsonb,
  restored_at timestamp with time zone,
  restored_from timestamp with time zone,
  hold_id uuid,
  ended_holds uuid[] DEFAULT '{}'::uuid[] NOT NULL,
  opens_unbound boolean DEFAULT true NOT NULL,
  followed_until timestamp with time zone,
  CONSTRAINT installation_pkey PRIMARY KEY (only_row),
  CONSTRAINT installation_check CHECK (((hold_since IS NULL) OR (hold_code IS NOT NULL))),
  CONSTRAINT installation_only_row_check CHECK (only_row)
);
CREATE CONSTRAINT TRIGGER audited AFTER INSERT OR DELETE OR UPDATE ON installation DEFERRABLE INITIALLY DEFERRED FOR EACH ROW EXECUTE FUNCTION audit_change('installation', 'installation_id', '', 'key_fingerprint,opens_unbound,hold_facts,reconciled,hold_id,ended_holds,followed_until', '');
GRANT SELECT, UPDATE ON installation TO carillon_platform;
COMMENT ON COLUMN installation.followed_until IS 'On the engine''s clock: what ended up to then is not followed any more. Null: no restore lost a follow-up.';

CREATE TABLE kept_reply (
  client_id integer NOT NULL,
  inbound_text_id bigint NOT NULL,
  phone text COLLATE "C" NOT NULL,
  received timestamp with time zone NOT NULL,
  CONSTRAINT kept_reply_pkey PRIMARY KEY (client_id, inbound_text_id),
  CONSTRAINT kept_reply_client_id_fkey FOREIGN KEY (client_id) REFERENCES client(client_id)
);
CREATE INDEX kept_reply_phone ON public.kept_reply USING btree (client_id, phone, received);
CREATE INDEX kept_reply_received ON public.kept_reply USING btree (client_id, received);
ALTER TABLE kept_reply ENABLE ROW LEVEL SECURITY;
ALTER TABLE kept_reply FORCE ROW LEVEL SECURITY;
CREATE POLICY backup ON kept_reply AS PERMISSIVE FOR SELECT TO carillon
  USING ((current_setting('carillon.backup'::text, true) = 'on'::text));
CREATE POLICY own_client ON kept_reply AS PERMISSIVE FOR ALL TO carillon_client
  USING ((client_id = current_client()))
  WITH CHECK ((client_id = current_client()));
GRANT DELETE, INSERT, SELECT, UPDATE ON kept_reply TO carillon_client;
COMMENT ON TABLE kept_reply IS 'Of inbound texts that retention deleted: the number and the time.';

CREATE TABLE known_browser (
  client_id integer NOT NULL,
  manager_id bigint NOT NULL,
  token_hash bytea NOT NULL,
  last_used timestamp with time zone DEFAULT now() NOT NULL,
  CONSTRAINT known_browser_pkey PRIMARY KEY (client_id, manager_id, token_hash),
  CONSTRAINT known_browser_client_id_manager_id_fkey FOREIGN KEY (client_id, manager_id) REFERENCES manager(client_id, manager_id)
);
CREATE INDEX known_browser_token ON public.known_browser USING btree (token_hash);
ALTER TABLE known_browser ENABLE ROW LEVEL SECURITY;
ALTER TABLE known_browser FORCE ROW LEVEL SECURITY;
CREATE POLICY backup ON known_browser AS PERMISSIVE FOR SELECT TO carillon
  USING ((current_setting('carillon.backup'::text, true) = 'on'::text));
CREATE POLICY own_client ON known_browser AS PERMISSIVE FOR ALL TO carillon_client
  USING ((client_id = current_client()))
  WITH CHECK ((client_id = current_client()));
CREATE POLICY platform ON known_browser AS PERMISSIVE FOR ALL TO carillon_platform
  USING (true)
  WITH CHECK (true);
GRANT DELETE, INSERT, SELECT, UPDATE ON known_browser TO carillon_client;
GRANT DELETE, INSERT, SELECT, UPDATE ON known_browser TO carillon_platform;

CREATE TABLE lint_level (
  client_id integer NOT NULL,
  rule text NOT NULL,
  level text NOT NULL,
  CONSTRAINT lint_level_pkey PRIMARY KEY (client_id, rule),
  CONSTRAINT lint_level_level_check CHECK ((level = ANY (ARRAY['note'::text, 'warn'::text, 'block'::text]))),
  CONSTRAINT lint_level_client_id_fkey FOREIGN KEY (client_id) REFERENCES client(client_id)
);
ALTER TABLE lint_level ENABLE ROW LEVEL SECURITY;
ALTER TABLE lint_level FORCE ROW LEVEL SECURITY;
CREATE POLICY backup ON lint_level AS PERMISSIVE FOR SELECT TO carillon
  USING ((current_setting('carillon.backup'::text, true) = 'on'::text));
CREATE POLICY own_client ON lint_level AS PERMISSIVE FOR ALL TO carillon_client
  USING ((client_id = current_client()))
  WITH CHECK ((client_id = current_client()));
CREATE POLICY platform ON lint_level AS PERMISSIVE FOR ALL TO carillon_platform
  USING (true)
  WITH CHECK (true);
CREATE CONSTRAINT TRIGGER audited AFTER INSERT OR DELETE OR UPDATE ON lint_level DEFERRABLE INITIALLY DEFERRED FOR EACH ROW EXECUTE FUNCTION audit_change('lintLevel', 'rule', 'rule', '', '');
GRANT DELETE, INSERT, SELECT, UPDATE ON lint_level TO carillon_client;
GRANT DELETE, INSERT, SELECT, UPDATE ON lint_level TO carillon_platform;

CREATE TABLE list_entry (
  client_id integer NOT NULL,
  call_list_id bigint NOT NULL,
  entry_id integer NOT NULL,
  account_line integer NOT NULL,
  phone text COLLATE "C" NOT NULL,
  phone_column smallint DEFAULT 1 NOT NULL,
  state smallint DEFAULT 0 NOT NULL,
  due_at timestamp with time zone DEFAULT '-infinity'::timestamp with time zone NOT NULL,
  reason text,
  first_name text,
  middle_name text,
  last_name text,
  date_of_birth bytea,
  ssn bytea,
  address text,
  address2 text,
  city text,
  state_code text,
  zip_code text,
  external_id text,
  custom jsonb,
  sealed_custom bytea,
  place_group integer,
  consent jsonb,
  CONSTRAINT list_entry_pkey PRIMARY KEY (client_id, call_list_id, entry_id)
) PARTITION BY RANGE (call_list_id);
CREATE INDEX list_entry_external ON ONLY public.list_entry USING btree (client_id, external_id, call_list_id) WHERE (external_id IS NOT NULL);
CREATE INDEX list_entry_phone ON ONLY public.list_entry USING btree (phone, client_id, call_list_id);
CREATE INDEX list_entry_waiting ON ONLY public.list_entry USING btree (client_id, call_list_id, due_at, entry_id) INCLUDE (place_group, reason) WHERE (state = 0);
ALTER TABLE list_entry ENABLE ROW LEVEL SECURITY;
ALTER TABLE list_entry FORCE ROW LEVEL SECURITY;
CREATE POLICY backup ON list_entry AS PERMISSIVE FOR SELECT TO carillon
  USING ((current_setting('carillon.backup'::text, true) = 'on'::text));
CREATE POLICY own_client ON list_entry AS PERMISSIVE FOR ALL TO carillon_client
  USING ((client_id = current_client()))
  WITH CHECK ((client_id = current_client()));
CREATE TRIGGER waiting_added AFTER INSERT ON list_entry REFERENCING NEW TABLE AS new_entries FOR EACH STATEMENT EXECUTE FUNCTION note_waiting();
CREATE TRIGGER waiting_changed AFTER UPDATE ON list_entry REFERENCING OLD TABLE AS old_entries NEW TABLE AS new_entries FOR EACH STATEMENT EXECUTE FUNCTION note_waiting();
CREATE TRIGGER waiting_removed AFTER DELETE ON list_entry REFERENCING OLD TABLE AS old_entries FOR EACH STATEMENT EXECUTE FUNCTION note_waiting();
GRANT DELETE, INSERT, SELECT, UPDATE ON list_entry TO carillon_client;
COMMENT ON COLUMN list_entry.date_of_birth IS 'As ssn.';
COMMENT ON COLUMN list_entry.ssn IS 'Sealed for this list and account_line; version 1: for the client alone.';
COMMENT ON COLUMN list_entry.sealed_custom IS 'As ssn: the sensitive custom fields, as the JSON of custom.';
COMMENT ON COLUMN list_entry.place_group IS 'src/domain/place-group.ts: area code, state and zip code, as far as they matter for calling hours.';

CREATE TABLE manager (
  client_id integer NOT NULL,
  manager_id bigint GENERATED ALWAYS AS IDENTITY NOT NULL,
  name text NOT NULL,
  username text NOT NULL,
  email text NOT NULL,
  password_hash text NOT NULL,
  active boolean DEFAULT true NOT NULL,
  deleted_at timestamp with time zone,
  created timestamp with time zone DEFAULT now() NOT NULL,
  version integer DEFAULT 1 NOT NULL,
  changed_by bigint,
  changed_at timestamp with time zone,
  role text DEFAULT 'manager'::text NOT NULL,
  full_ssn boolean DEFAULT false NOT NULL,
  invited boolean DEFAULT false NOT NULL,
  CONSTRAINT manager_pkey PRIMARY KEY (client_id, manager_id),
  CONSTRAINT manager_role_check CHECK ((role = ANY (ARRAY['reporter'::text, 'manager'::text, 'administrator'::text]))),
  CONSTRAINT manager_client_id_fkey FOREIGN KEY (client_id) REFERENCES client(client_id)
);
CREATE UNIQUE INDEX manager_username ON public.manager USING btree (client_id, lower(username)) WHERE (deleted_at IS NULL);
ALTER TABLE manager ENABLE ROW LEVEL SECURITY;
ALTER TABLE manager FORCE ROW LEVEL SECURITY;
CREATE POLICY backup ON manager AS PERMISSIVE FOR SELECT TO carillon
  USING ((current_setting('carillon.backup'::text, true) = 'on'::text));
CREATE POLICY own_client ON manager AS PERMISSIVE FOR ALL TO carillon_client
  USING ((client_id = current_client()))
  WITH CHECK ((client_id = current_client()));
CREATE POLICY platform ON manager AS PERMISSIVE FOR ALL TO carillon_platform
  USING (true)
  WITH CHECK (true);
CREATE CONSTRAINT TRIGGER audited AFTER INSERT OR DELETE OR UPDATE ON manager DEFERRABLE INITIALLY DEFERRED FOR EACH ROW EXECUTE FUNCTION audit_change('manager', 'manager_id', 'name', '', 'password_hash');
GRANT DELETE, INSERT, SELECT, UPDATE ON manager TO carillon_client;
GRANT DELETE, INSERT, SELECT, UPDATE ON manager TO carillon_platform;

CREATE TABLE manager_contact (
  client_id integer NOT NULL,
  manager_contact_id bigint GENERATED ALWAYS AS IDENTITY NOT NULL,
  manager_id bigint NOT NULL,
  purpose text NOT NULL,
  channel text NOT NULL,
  phone text NOT NULL,
  carrier_number bigint NOT NULL,
  plan jsonb,
  campaign_name text,
  message_name text,
  status text DEFAULT 'waiting'::text NOT NULL,
  reason jsonb,
  note jsonb,
  requested_at timestamp with time zone DEFAULT clock_timestamp() NOT NULL,
  engine_id uuid,
  lease_until timestamp with time zone,
  answered_at timestamp with time zone,
  answered_by text,
  carrier_ref text,
  ended_at timestamp with time zone,
  CONSTRAINT manager_contact_pkey PRIMARY KEY (client_id, manager_contact_id),
  CONSTRAINT manager_contact_answered_by_check CHECK ((answered_by = ANY (ARRAY['person'::text, 'machine'::text]))),
  CONSTRAINT manager_contact_channel_check CHECK ((channel = ANY (ARRAY['voice'::text, 'text'::text]))),
  CONSTRAINT manager_contact_purpose_check CHECK ((purpose = ANY (ARRAY['code'::text, 'test'::text]))),
  CONSTRAINT manager_contact_status_check CHECK ((status = ANY (ARRAY['waiting'::text, 'placing'::text, 'ringing'::text, 'answered'::text, 'sent'::text, 'delivered'::text, 'ended'::text, 'failed'::text, 'unclear'::text]))),
  CONSTRAINT manager_contact_client_id_manager_id_fkey FOREIGN KEY (client_id, manager_id) REFERENCES manager(client_id, manager_id)
);
CREATE UNIQUE INDEX manager_contact_open ON public.manager_contact USING btree (client_id, manager_id) WHERE (ended_at IS NULL);
CREATE INDEX manager_contact_recent ON public.manager_contact USING btree (client_id, requested_at);
CREATE INDEX manager_contact_ref ON public.manager_contact USING btree (client_id, carrier_ref) WHERE (carrier_ref IS NOT NULL);
CREATE INDEX manager_contact_waiting ON public.manager_contact USING btree (requested_at) WHERE (ended_at IS NULL);
ALTER TABLE manager_contact ENABLE ROW LEVEL SECURITY;
ALTER TABLE manager_contact FORCE ROW LEVEL SECURITY;
CREATE POLICY backup ON manager_contact AS PERMISSIVE FOR SELECT TO carillon
  USING ((current_setting('carillon.backup'::text, true) = 'on'::text));
CREATE POLICY own_client ON manager_contact AS PERMISSIVE FOR ALL TO carillon_client
  USING ((client_id = current_client()))
  WITH CHECK ((client_id = current_client()));
CREATE POLICY platform ON manager_contact AS PERMISSIVE FOR ALL TO carillon_platform
  USING (true)
  WITH CHECK (true);
CREATE TRIGGER wakes_engines AFTER INSERT ON manager_contact FOR EACH STATEMENT EXECUTE FUNCTION notify_engine_work();
GRANT DELETE, INSERT, SELECT, UPDATE ON manager_contact TO carillon_client;
GRANT DELETE, INSERT, SELECT, UPDATE ON manager_contact TO carillon_platform;

CREATE TABLE manager_link (
  client_id integer NOT NULL,
  manager_id bigint NOT NULL,
  kind text NOT NULL,
  token_hash bytea NOT NULL,
  email text NOT NULL,
  created timestamp with time zone DEFAULT now() NOT NULL,
  expires_at timestamp with time zone NOT NULL,
  mail text DEFAULT 'off'::text NOT NULL,
  CONSTRAINT manager_link_pkey PRIMARY KEY (client_id, manager_id),
  CONSTRAINT manager_link_kind_check CHECK ((kind = ANY (ARRAY['invitation'::text, 'reset'::text]))),
  CONSTRAINT manager_link_mail_check CHECK ((mail = ANY (ARRAY['off'::text, 'waiting'::text, 'sent'::text, 'failed'::text]))),
  CONSTRAINT manager_link_client_id_manager_id_fkey FOREIGN KEY (client_id, manager_id) REFERENCES manager(client_id, manager_id)
);
CREATE UNIQUE INDEX manager_link_token ON public.manager_link USING btree (token_hash);
ALTER TABLE manager_link ENABLE ROW LEVEL SECURITY;
ALTER TABLE manager_link FORCE ROW LEVEL SECURITY;
CREATE POLICY backup ON manager_link AS PERMISSIVE FOR SELECT TO carillon
  USING ((current_setting('carillon.backup'::text, true) = 'on'::text));
CREATE POLICY own_client ON manager_link AS PERMISSIVE FOR ALL TO carillon_client
  USING ((client_id = current_client()))
  WITH CHECK ((client_id = current_client()));
CREATE POLICY platform ON manager_link AS PERMISSIVE FOR ALL TO carillon_platform
  USING (true)
  WITH CHECK (true);
CREATE CONSTRAINT TRIGGER audited AFTER INSERT OR DELETE OR UPDATE ON manager_link DEFERRABLE INITIALLY DEFERRED FOR EACH ROW EXECUTE FUNCTION audit_change('managerLink', 'manager_id', 'email', 'manager_id,mail', 'token_hash');
GRANT DELETE, INSERT, SELECT, UPDATE ON manager_link TO carillon_client;
GRANT DELETE, INSERT, SELECT, UPDATE ON manager_link TO carillon_platform;

CREATE TABLE manager_phone (
  client_id integer NOT NULL,
  manager_id bigint NOT NULL,
  phone text,
  confirmed_at timestamp with time zone,
  new_phone text,
  code_hash bytea,
  code_until timestamp with time zone,
  tries smallint DEFAULT 0 NOT NULL,
  CONSTRAINT manager_phone_pkey PRIMARY KEY (client_id, manager_id),
  CONSTRAINT manager_phone_client_id_manager_id_fkey FOREIGN KEY (client_id, manager_id) REFERENCES manager(client_id, manager_id)
);
ALTER TABLE manager_phone ENABLE ROW LEVEL SECURITY;
ALTER TABLE manager_phone FORCE ROW LEVEL SECURITY;
CREATE POLICY backup ON manager_phone AS PERMISSIVE FOR SELECT TO carillon
  USING ((current_setting('carillon.backup'::text, true) = 'on'::text));
CREATE POLICY own_client ON manager_phone AS PERMISSIVE FOR ALL TO carillon_client
  USING ((client_id = current_client()))
  WITH CHECK ((client_id = current_client()));
CREATE POLICY platform ON manager_phone AS PERMISSIVE FOR ALL TO carillon_platform
  USING (true)
  WITH CHECK (true);
CREATE CONSTRAINT TRIGGER audited AFTER INSERT OR DELETE OR UPDATE ON manager_phone DEFERRABLE INITIALLY DEFERRED FOR EACH ROW EXECUTE FUNCTION audit_change('manager', 'manager_id', '', 'manager_id,new_phone,code_hash,code_until,tries', '');
GRANT DELETE, INSERT, SELECT, UPDATE ON manager_phone TO carillon_client;
GRANT DELETE, INSERT, SELECT, UPDATE ON manager_phone TO carillon_platform;

CREATE TABLE manager_subject (
  client_id integer NOT NULL,
  manager_id bigint NOT NULL,
  issuer text NOT NULL,
  subject text NOT NULL,
  email text NOT NULL,
  created timestamp with time zone DEFAULT now() NOT NULL,
  CONSTRAINT manager_subject_pkey PRIMARY KEY (client_id, manager_id),
  CONSTRAINT manager_subject_client_id_manager_id_fkey FOREIGN KEY (client_id, manager_id) REFERENCES manager(client_id, manager_id)
);
CREATE UNIQUE INDEX manager_subject_user ON public.manager_subject USING btree (issuer, subject, client_id);
ALTER TABLE manager_subject ENABLE ROW LEVEL SECURITY;
ALTER TABLE manager_subject FORCE ROW LEVEL SECURITY;
CREATE POLICY backup ON manager_subject AS PERMISSIVE FOR SELECT TO carillon
  USING ((current_setting('carillon.backup'::text, true) = 'on'::text));
CREATE POLICY own_client ON manager_subject AS PERMISSIVE FOR ALL TO carillon_client
  USING ((client_id = current_client()))
  WITH CHECK ((client_id = current_client()));
CREATE POLICY platform ON manager_subject AS PERMISSIVE FOR ALL TO carillon_platform
  USING (true)
  WITH CHECK (true);
CREATE CONSTRAINT TRIGGER audited AFTER INSERT OR DELETE OR UPDATE ON manager_subject DEFERRABLE INITIALLY DEFERRED FOR EACH ROW EXECUTE FUNCTION audit_change('manager', 'manager_id', 'email', 'manager_id', '');
GRANT DELETE, INSERT, SELECT, UPDATE ON manager_subject TO carillon_client;
GRANT DELETE, INSERT, SELECT, UPDATE ON manager_subject TO carillon_platform;

CREATE TABLE migration (
  name text NOT NULL,
  checksum text NOT NULL,
  applied_at timestamp with time zone DEFAULT now() NOT NULL,
  CONSTRAINT migration_pkey PRIMARY KEY (name)
);

CREATE TABLE operator_stop (
  operator_stop_id bigint GENERATED ALWAYS AS IDENTITY NOT NULL,
  scope text NOT NULL,
  client_id integer,
  carrier text,
  since timestamp with time zone DEFAULT clock_timestamp() NOT NULL,
  reason text DEFAULT ''::text NOT NULL,
  stopped_by text DEFAULT ''::text NOT NULL,
  CONSTRAINT operator_stop_pkey PRIMARY KEY (operator_stop_id),
  CONSTRAINT operator_stop_scope_client_id_carrier_key UNIQUE NULLS NOT DISTINCT (scope, client_id, carrier),
  CONSTRAINT operator_stop_check CHECK (((scope = 'client'::text) = (client_id IS NOT NULL))),
  CONSTRAINT operator_stop_check1 CHECK (((scope = 'carrier'::text) = (carrier IS NOT NULL))),
  CONSTRAINT operator_stop_scope_check CHECK ((scope = ANY (ARRAY['all'::text, 'client'::text, 'carrier'::text]))),
  CONSTRAINT operator_stop_client_id_fkey FOREIGN KEY (client_id) REFERENCES client(client_id)
);
ALTER TABLE operator_stop ENABLE ROW LEVEL SECURITY;
CREATE POLICY own_client ON operator_stop AS PERMISSIVE FOR SELECT TO carillon_client
  USING (((client_id IS NULL) OR (client_id = current_client())));
CREATE POLICY platform ON operator_stop AS PERMISSIVE FOR ALL TO carillon_platform
  USING (true)
  WITH CHECK (true);
CREATE CONSTRAINT TRIGGER audited AFTER INSERT OR DELETE OR UPDATE ON operator_stop DEFERRABLE INITIALLY DEFERRED FOR EACH ROW EXECUTE FUNCTION audit_change('operatorStop', 'operator_stop_id', 'scope', '', '');
GRANT DELETE, INSERT, SELECT, UPDATE ON operator_stop TO carillon_platform;
GRANT SELECT ON operator_stop TO carillon_client;

CREATE TABLE outbound_text (
  client_id integer NOT NULL,
  call_list_id bigint NOT NULL,
  entry_id integer NOT NULL,
  phone text COLLATE "C" NOT NULL,
  texting_number text COLLATE "C" NOT NULL,
  body text NOT NULL,
  carrier_ref text COLLATE "C",
  send_by timestamp with time zone,
  written_refs text[],
  CONSTRAINT outbound_text_pkey PRIMARY KEY (client_id, call_list_id, entry_id),
  CONSTRAINT outbound_text_client_id_call_list_id_entry_id_fkey FOREIGN KEY (client_id, call_list_id, entry_id) REFERENCES attempt(client_id, call_list_id, entry_id) ON DELETE CASCADE
);
CREATE INDEX outbound_text_doubt ON public.outbound_text USING btree (client_id, phone) WHERE (carrier_ref IS NULL);
CREATE INDEX outbound_text_ref ON public.outbound_text USING btree (client_id, carrier_ref) WHERE (carrier_ref IS NOT NULL);
ALTER TABLE outbound_text ENABLE ROW LEVEL SECURITY;
ALTER TABLE outbound_text FORCE ROW LEVEL SECURITY;
CREATE POLICY backup ON outbound_text AS PERMISSIVE FOR SELECT TO carillon
  USING ((current_setting('carillon.backup'::text, true) = 'on'::text));
CREATE POLICY own_client ON outbound_text AS PERMISSIVE FOR ALL TO carillon_client
  USING ((client_id = current_client()))
  WITH CHECK ((client_id = current_client()));
GRANT DELETE, INSERT, SELECT, UPDATE ON outbound_text TO carillon_client;

CREATE TABLE passkey (
  client_id integer NOT NULL,
  passkey_id bigint GENERATED ALWAYS AS IDENTITY NOT NULL,
  manager_id bigint NOT NULL,
  name text NOT NULL,
  host text NOT NULL,
  credential_id bytea NOT NULL,
  public_key bytea NOT NULL,
  counter bigint NOT NULL,
  transports text[] NOT NULL,
  added timestamp with time zone DEFAULT now() NOT NULL,
  last_used timestamp with time zone,
  CONSTRAINT passkey_pkey PRIMARY KEY (client_id, passkey_id),
  CONSTRAINT passkey_client_id_manager_id_fkey FOREIGN KEY (client_id, manager_id) REFERENCES manager(client_id, manager_id)
);
CREATE UNIQUE INDEX passkey_credential ON public.passkey USING btree (credential_id);
CREATE INDEX passkey_of_manager ON public.passkey USING btree (client_id, manager_id);
ALTER TABLE passkey ENABLE ROW LEVEL SECURITY;
ALTER TABLE passkey FORCE ROW LEVEL SECURITY;
CREATE POLICY backup ON passkey AS PERMISSIVE FOR SELECT TO carillon
  USING ((current_setting('carillon.backup'::text, true) = 'on'::text));
CREATE POLICY own_client ON passkey AS PERMISSIVE FOR ALL TO carillon_client
  USING ((client_id = current_client()))
  WITH CHECK ((client_id = current_client()));
CREATE POLICY platform ON passkey AS PERMISSIVE FOR ALL TO carillon_platform
  USING (true)
  WITH CHECK (true);
CREATE CONSTRAINT TRIGGER audited AFTER INSERT OR DELETE OR UPDATE ON passkey DEFERRABLE INITIALLY DEFERRED FOR EACH ROW EXECUTE FUNCTION audit_change('secondFactor', 'manager_id', 'name', 'manager_id,counter,last_used', 'credential_id,public_key');
GRANT DELETE, INSERT, SELECT, UPDATE ON passkey TO carillon_client;
GRANT DELETE, INSERT, SELECT, UPDATE ON passkey TO carillon_platform;

CREATE TABLE passkey_challenge (
  client_id integer NOT NULL,
  manager_id bigint NOT NULL,
  holder bytea NOT NULL,
  purpose text NOT NULL,
  challenge text NOT NULL,
  created timestamp with time zone DEFAULT now() NOT NULL,
  CONSTRAINT passkey_challenge_pkey PRIMARY KEY (client_id, manager_id, holder, purpose),
  CONSTRAINT passkey_challenge_purpose_check CHECK ((purpose = ANY (ARRAY['add'::text, 'verify'::text]))),
  CONSTRAINT passkey_challenge_client_id_manager_id_fkey FOREIGN KEY (client_id, manager_id) REFERENCES manager(client_id, manager_id)
);
ALTER TABLE passkey_challenge ENABLE ROW LEVEL SECURITY;
ALTER TABLE passkey_challenge FORCE ROW LEVEL SECURITY;
CREATE POLICY backup ON passkey_challenge AS PERMISSIVE FOR SELECT TO carillon
  USING ((current_setting('carillon.backup'::text, true) = 'on'::text));
CREATE POLICY own_client ON passkey_challenge AS PERMISSIVE FOR ALL TO carillon_client
  USING ((client_id = current_client()))
  WITH CHECK ((client_id = current_client()));
CREATE POLICY platform ON passkey_challenge AS PERMISSIVE FOR ALL TO carillon_platform
  USING (true)
  WITH CHECK (true);
GRANT DELETE, INSERT, SELECT, UPDATE ON passkey_challenge TO carillon_client;
GRANT DELETE, INSERT, SELECT, UPDATE ON passkey_challenge TO carillon_platform;

CREATE TABLE phone_recording (
  client_id integer NOT NULL,
  phone_recording_id bigint GENERATED ALWAYS AS IDENTITY NOT NULL,
  manager_id bigint NOT NULL,
  phone text NOT NULL,
  name text NOT NULL,
  file_name text NOT NULL,
  stage text DEFAULT 'nothing'::text NOT NULL,
  call_status text DEFAULT 'waiting'::text NOT NULL,
  saved boolean DEFAULT false NOT NULL,
  reason jsonb,
  revision integer DEFAULT 1 NOT NULL,
  requested_at timestamp with time zone DEFAULT now() NOT NULL,
  engine_id uuid,
  lease_until timestamp with time zone,
  ended_at timestamp with time zone,
  CONSTRAINT phone_recording_pkey PRIMARY KEY (client_id, phone_recording_id),
  CONSTRAINT phone_recording_client_id_file_name_key UNIQUE (client_id, file_name),
  CONSTRAINT phone_recording_call_status_check CHECK ((call_status = ANY (ARRAY['waiting'::text, 'dialing'::text, 'answered'::text, 'terminated'::text]))),
  CONSTRAINT phone_recording_check CHECK (((ended_at IS NULL) = (call_status <> 'terminated'::text))),
  CONSTRAINT phone_recording_stage_check CHECK ((stage = ANY (ARRAY['nothing'::text, 'inmenu'::text, 'recording'::text, 'listening'::text, 'finished'::text]))),
  CONSTRAINT phone_recording_client_id_manager_id_fkey FOREIGN KEY (client_id, manager_id) REFERENCES manager(client_id, manager_id)
);
CREATE INDEX phone_recording_of_manager ON public.phone_recording USING btree (client_id, manager_id, requested_at);
CREATE UNIQUE INDEX phone_recording_open ON public.phone_recording USING btree (client_id, manager_id) WHERE (ended_at IS NULL);
ALTER TABLE phone_recording ENABLE ROW LEVEL SECURITY;
ALTER TABLE phone_recording FORCE ROW LEVEL SECURITY;
CREATE POLICY backup ON phone_recording AS PERMISSIVE FOR SELECT TO carillon
  USING ((current_setting('carillon.backup'::text, true) = 'on'::text));
CREATE POLICY own_client ON phone_recording AS PERMISSIVE FOR ALL TO carillon_client
  USING ((client_id = current_client()))
  WITH CHECK ((client_id = current_client()));
CREATE POLICY platform ON phone_recording AS PERMISSIVE FOR ALL TO carillon_platform
  USING (true)
  WITH CHECK (true);
CREATE TRIGGER phone_recording_changed AFTER INSERT OR UPDATE OF revision ON phone_recording FOR EACH ROW EXECUTE FUNCTION notify_phone_recording();
GRANT DELETE, INSERT, SELECT, UPDATE ON phone_recording TO carillon_client;
GRANT DELETE, INSERT, SELECT, UPDATE ON phone_recording TO carillon_platform;

CREATE TABLE policy_book (
  client_id integer NOT NULL,
  revision bigint DEFAULT 1 NOT NULL,
  rechecks bigint DEFAULT 0 NOT NULL,
  keyed text,
  recheck text[] DEFAULT '{}'::text[] NOT NULL,
  rechecks_noted bigint DEFAULT 0 NOT NULL,
  CONSTRAINT policy_book_pkey PRIMARY KEY (client_id),
  CONSTRAINT policy_book_keyed_check CHECK ((keyed = ANY (ARRAY['begun'::text, 'complete'::text]))),
  CONSTRAINT policy_book_client_id_fkey FOREIGN KEY (client_id) REFERENCES client(client_id)
);
ALTER TABLE policy_book ENABLE ROW LEVEL SECURITY;
ALTER TABLE policy_book FORCE ROW LEVEL SECURITY;
CREATE POLICY backup ON policy_book AS PERMISSIVE FOR SELECT TO carillon
  USING ((current_setting('carillon.backup'::text, true) = 'on'::text));
CREATE POLICY own_client ON policy_book AS PERMISSIVE FOR ALL TO carillon_client
  USING ((client_id = current_client()))
  WITH CHECK ((client_id = current_client()));
CREATE POLICY platform ON policy_book AS PERMISSIVE FOR ALL TO carillon_platform
  USING (true)
  WITH CHECK (true);
GRANT DELETE, INSERT, SELECT, UPDATE ON policy_book TO carillon_client;
GRANT DELETE, INSERT, SELECT, UPDATE ON policy_book TO carillon_platform;

CREATE TABLE policy_rule (
  client_id integer NOT NULL,
  rule_id bigint GENERATED ALWAYS AS IDENTITY NOT NULL,
  purpose text,
  campaign_id bigint,
  country text,
  state text,
  channel text NOT NULL,
  terms jsonb NOT NULL,
  preset text,
  source text,
  source_date date,
  version integer DEFAULT 1 NOT NULL,
  changed_at timestamp with time zone,
  changed_by bigint,
  CONSTRAINT policy_rule_pkey PRIMARY KEY (client_id, rule_id),
  CONSTRAINT policy_rule_channel_check CHECK ((channel = ANY (ARRAY['call'::text, 'text'::text, 'any'::text]))),
  CONSTRAINT policy_rule_purpose_check CHECK ((purpose = ANY (ARRAY['sales'::text, 'informational'::text, 'collections'::text, 'political'::text, 'non_profit'::text, 'emergency'::text]))),
  CONSTRAINT policy_rule_client_id_campaign_id_fkey FOREIGN KEY (client_id, campaign_id) REFERENCES campaign(client_id, campaign_id),
  CONSTRAINT policy_rule_client_id_fkey FOREIGN KEY (client_id) REFERENCES client(client_id)
);
ALTER TABLE policy_rule ENABLE ROW LEVEL SECURITY;
ALTER TABLE policy_rule FORCE ROW LEVEL SECURITY;
CREATE POLICY backup ON policy_rule AS PERMISSIVE FOR SELECT TO carillon
  USING ((current_setting('carillon.backup'::text, true) = 'on'::text));
CREATE POLICY own_client ON policy_rule AS PERMISSIVE FOR ALL TO carillon_client
  USING ((client_id = current_client()))
  WITH CHECK ((client_id = current_client()));
CREATE POLICY platform ON policy_rule AS PERMISSIVE FOR ALL TO carillon_platform
  USING (true)
  WITH CHECK (true);
CREATE CONSTRAINT TRIGGER audited AFTER INSERT OR DELETE OR UPDATE ON policy_rule DEFERRABLE INITIALLY DEFERRED FOR EACH ROW EXECUTE FUNCTION audit_change('policyRule', 'rule_id', 'preset', 'rule_id', '');
GRANT DELETE, INSERT, SELECT, UPDATE ON policy_rule TO carillon_client;
GRANT DELETE, INSERT, SELECT, UPDATE ON policy_rule TO carillon_platform;

CREATE TABLE process (
  process_id uuid NOT NULL,
  host text NOT NULL,
  pid integer NOT NULL,
  version text NOT NULL,
  roles text[] NOT NULL,
  started_at timestamp with time zone DEFAULT clock_timestamp() NOT NULL,
  seen_at timestamp with time zone NOT NULL,
  until timestamp with time zone NOT NULL,
  keys text[] DEFAULT '{}'::text[] NOT NULL,
  seals_with text,
  unreadable bigint DEFAULT 0 NOT NULL,
  CONSTRAINT process_pkey PRIMARY KEY (process_id)
);
ALTER TABLE process ENABLE ROW LEVEL SECURITY;
CREATE POLICY platform ON process AS PERMISSIVE FOR ALL TO carillon_platform
  USING (true)
  WITH CHECK (true);
GRANT DELETE, INSERT, SELECT, UPDATE ON process TO carillon_platform;

CREATE TABLE reconciliation (
  generation bigint NOT NULL,
  witness_id uuid NOT NULL,
  name text NOT NULL,
  repaired boolean NOT NULL,
  gone boolean DEFAULT false NOT NULL,
  missing bigint DEFAULT 0 NOT NULL,
  report jsonb DEFAULT '{}'::jsonb NOT NULL,
  at timestamp with time zone DEFAULT clock_timestamp() NOT NULL,
  lost bigint DEFAULT 0 NOT NULL,
  CONSTRAINT reconciliation_pkey PRIMARY KEY (generation, witness_id)
);
GRANT DELETE, INSERT, SELECT, UPDATE ON reconciliation TO carillon_platform;

CREATE TABLE recovery_code (
  client_id integer NOT NULL,
  manager_id bigint NOT NULL,
  code_hash bytea NOT NULL,
  CONSTRAINT recovery_code_pkey PRIMARY KEY (client_id, manager_id, code_hash),
  CONSTRAINT recovery_code_client_id_manager_id_fkey FOREIGN KEY (client_id, manager_id) REFERENCES manager(client_id, manager_id)
);
ALTER TABLE recovery_code ENABLE ROW LEVEL SECURITY;
ALTER TABLE recovery_code FORCE ROW LEVEL SECURITY;
CREATE POLICY backup ON recovery_code AS PERMISSIVE FOR SELECT TO carillon
  USING ((current_setting('carillon.backup'::text, true) = 'on'::text));
CREATE POLICY own_client ON recovery_code AS PERMISSIVE FOR ALL TO carillon_client
  USING ((client_id = current_client()))
  WITH CHECK ((client_id = current_client()));
CREATE POLICY platform ON recovery_code AS PERMISSIVE FOR ALL TO carillon_platform
  USING (true)
  WITH CHECK (true);
GRANT DELETE, INSERT, SELECT, UPDATE ON recovery_code TO carillon_client;
GRANT DELETE, INSERT, SELECT, UPDATE ON recovery_code TO carillon_platform;

CREATE TABLE registry_file (
  client_id integer NOT NULL,
  as_of date NOT NULL,
  imported timestamp with time zone DEFAULT now() NOT NULL,
  CONSTRAINT registry_file_pkey PRIMARY KEY (client_id, as_of),
  CONSTRAINT registry_file_client_id_fkey FOREIGN KEY (client_id) REFERENCES client(client_id)
);
ALTER TABLE registry_file ENABLE ROW LEVEL SECURITY;
ALTER TABLE registry_file FORCE ROW LEVEL SECURITY;
CREATE POLICY backup ON registry_file AS PERMISSIVE FOR SELECT TO carillon
  USING ((current_setting('carillon.backup'::text, true) = 'on'::text));
CREATE POLICY own_client ON registry_file AS PERMISSIVE FOR ALL TO carillon_client
  USING ((client_id = current_client()))
  WITH CHECK ((client_id = current_client()));
CREATE POLICY platform ON registry_file AS PERMISSIVE FOR ALL TO carillon_platform
  USING (true)
  WITH CHECK (true);
GRANT DELETE, INSERT, SELECT, UPDATE ON registry_file TO carillon_client;
GRANT DELETE, INSERT, SELECT, UPDATE ON registry_file TO carillon_platform;

CREATE TABLE registry_number (
  client_id integer NOT NULL,
  phone text COLLATE "C" NOT NULL,
  as_of date NOT NULL,
  CONSTRAINT registry_number_pkey PRIMARY KEY (client_id, phone),
  CONSTRAINT registry_number_client_id_fkey FOREIGN KEY (client_id) REFERENCES client(client_id)
);
ALTER TABLE registry_number ENABLE ROW LEVEL SECURITY;
ALTER TABLE registry_number FORCE ROW LEVEL SECURITY;
CREATE POLICY backup ON registry_number AS PERMISSIVE FOR SELECT TO carillon
  USING ((current_setting('carillon.backup'::text, true) = 'on'::text));
CREATE POLICY own_client ON registry_number AS PERMISSIVE FOR ALL TO carillon_client
  USING ((client_id = current_client()))
  WITH CHECK ((client_id = current_client()));
CREATE POLICY platform ON registry_number AS PERMISSIVE FOR ALL TO carillon_platform
  USING (true)
  WITH CHECK (true);
GRANT DELETE, INSERT, SELECT, UPDATE ON registry_number TO carillon_client;
GRANT DELETE, INSERT, SELECT, UPDATE ON registry_number TO carillon_platform;

CREATE TABLE rejected_row (
  client_id integer NOT NULL,
  call_list_id bigint NOT NULL,
  rejected_row_id bigint GENERATED ALWAYS AS IDENTITY NOT NULL,
  line integer NOT NULL,
  column_name text NOT NULL,
  value text NOT NULL,
  reason jsonb NOT NULL,
  CONSTRAINT rejected_row_pkey PRIMARY KEY (client_id, call_list_id, line, rejected_row_id)
);
CREATE INDEX rejected_row_digits ON public.rejected_row USING btree (client_id, "right"(regexp_replace(value, '\D'::text, ''::text, 'g'::text), 10)) WHERE (value <> ''::text);
ALTER TABLE rejected_row ENABLE ROW LEVEL SECURITY;
ALTER TABLE rejected_row FORCE ROW LEVEL SECURITY;
CREATE POLICY backup ON rejected_row AS PERMISSIVE FOR SELECT TO carillon
  USING ((current_setting('carillon.backup'::text, true) = 'on'::text));
CREATE POLICY own_client ON rejected_row AS PERMISSIVE FOR ALL TO carillon_client
  USING ((client_id = current_client()))
  WITH CHECK ((client_id = current_client()));
GRANT DELETE, INSERT, SELECT, UPDATE ON rejected_row TO carillon_client;

CREATE TABLE rendering_use (
  client_id integer NOT NULL,
  voice_message_id bigint NOT NULL,
  version integer NOT NULL,
  call_list_id bigint NOT NULL,
  CONSTRAINT rendering_use_pkey PRIMARY KEY (client_id, voice_message_id, version, call_list_id),
  CONSTRAINT rendering_use_client_id_call_list_id_fkey FOREIGN KEY (client_id, call_list_id) REFERENCES call_list(client_id, call_list_id)
);
CREATE INDEX rendering_use_list ON public.rendering_use USING btree (client_id, call_list_id);
ALTER TABLE rendering_use ENABLE ROW LEVEL SECURITY;
ALTER TABLE rendering_use FORCE ROW LEVEL SECURITY;
CREATE POLICY backup ON rendering_use AS PERMISSIVE FOR SELECT TO carillon
  USING ((current_setting('carillon.backup'::text, true) = 'on'::text));
CREATE POLICY own_client ON rendering_use AS PERMISSIVE FOR ALL TO carillon_client
  USING ((client_id = current_client()))
  WITH CHECK ((client_id = current_client()));
CREATE POLICY platform ON rendering_use AS PERMISSIVE FOR ALL TO carillon_platform
  USING (true)
  WITH CHECK (true);
GRANT DELETE, INSERT, SELECT, UPDATE ON rendering_use TO carillon_client;
GRANT DELETE, INSERT, SELECT, UPDATE ON rendering_use TO carillon_platform;

CREATE TABLE reply_cancel (
  client_id integer NOT NULL,
  text_reply_id bigint NOT NULL,
  due timestamp with time zone DEFAULT '-infinity'::timestamp with time zone NOT NULL,
  tries smallint DEFAULT 0 NOT NULL,
  asked timestamp with time zone,
  CONSTRAINT reply_cancel_pkey PRIMARY KEY (client_id, text_reply_id),
  CONSTRAINT reply_cancel_client_id_fkey FOREIGN KEY (client_id) REFERENCES client(client_id)
);
CREATE INDEX reply_cancel_due ON public.reply_cancel USING btree (client_id) WHERE (asked IS NULL);
ALTER TABLE reply_cancel ENABLE ROW LEVEL SECURITY;
ALTER TABLE reply_cancel FORCE ROW LEVEL SECURITY;
CREATE POLICY backup ON reply_cancel AS PERMISSIVE FOR SELECT TO carillon
  USING ((current_setting('carillon.backup'::text, true) = 'on'::text));
CREATE POLICY own_client ON reply_cancel AS PERMISSIVE FOR ALL TO carillon_client
  USING ((client_id = current_client()))
  WITH CHECK ((client_id = current_client()));
CREATE POLICY platform ON reply_cancel AS PERMISSIVE FOR ALL TO carillon_platform
  USING (true)
  WITH CHECK (true);
GRANT DELETE, INSERT, SELECT, UPDATE ON reply_cancel TO carillon_client;
GRANT DELETE, INSERT, SELECT, UPDATE ON reply_cancel TO carillon_platform;

CREATE TABLE report_archive (
  client_id integer NOT NULL,
  report_archive_id bigint GENERATED ALWAYS AS IDENTITY NOT NULL,
  manager_id bigint NOT NULL,
  status_id smallint DEFAULT 1 NOT NULL,
  reason jsonb,
  report_type_id smallint DEFAULT 1 NOT NULL,
  utc_offset integer DEFAULT 0 NOT NULL,
  include_full_ssn boolean DEFAULT false NOT NULL,
  number_of_records bigint DEFAULT 0 NOT NULL,
  progress real DEFAULT 0 NOT NULL,
  download_count integer DEFAULT 0 NOT NULL,
  last_download timestamp with time zone,
  file_name text DEFAULT ''::text NOT NULL,
  created timestamp with time zone DEFAULT now() NOT NULL,
  sealed_filters bytea,
  run integer DEFAULT 0 NOT NULL,
  failures integer DEFAULT 0 NOT NULL,
  part_count integer DEFAULT 0 NOT NULL,
  file_bytes bigint DEFAULT 0 NOT NULL,
  name text DEFAULT ''::text NOT NULL,
  format text DEFAULT 'csv'::text NOT NULL,
  columns text[],
  filters_in_file boolean DEFAULT false NOT NULL,
  time_zone text,
  CONSTRAINT report_archive_pkey PRIMARY KEY (client_id, report_archive_id),
  CONSTRAINT report_archive_format_check CHECK ((format = ANY (ARRAY['csv'::text, 'xlsx'::text]))),
  CONSTRAINT report_archive_status_id_check CHECK (((status_id >= 1) AND (status_id <= 5))),
  CONSTRAINT report_archive_client_id_fkey FOREIGN KEY (client_id) REFERENCES client(client_id)
);
CREATE INDEX report_archive_created ON public.report_archive USING btree (created);
ALTER TABLE report_archive ENABLE ROW LEVEL SECURITY;
ALTER TABLE report_archive FORCE ROW LEVEL SECURITY;
CREATE POLICY backup ON report_archive AS PERMISSIVE FOR SELECT TO carillon
  USING ((current_setting('carillon.backup'::text, true) = 'on'::text));
CREATE POLICY own_client ON report_archive AS PERMISSIVE FOR ALL TO carillon_client
  USING ((client_id = current_client()))
  WITH CHECK ((client_id = current_client()));
CREATE POLICY platform ON report_archive AS PERMISSIVE FOR ALL TO carillon_platform
  USING (true)
  WITH CHECK (true);
GRANT DELETE, INSERT, SELECT, UPDATE ON report_archive TO carillon_client;
GRANT DELETE, INSERT, SELECT, UPDATE ON report_archive TO carillon_platform;

CREATE TABLE report_filter (
  client_id integer NOT NULL,
  report_filter_id bigint GENERATED ALWAYS AS IDENTITY NOT NULL,
  manager_id bigint NOT NULL,
  name text NOT NULL,
  search text NOT NULL,
  updated timestamp with time zone DEFAULT now() NOT NULL,
  CONSTRAINT report_filter_pkey PRIMARY KEY (client_id, report_filter_id),
  CONSTRAINT report_filter_client_id_manager_id_fkey FOREIGN KEY (client_id, manager_id) REFERENCES manager(client_id, manager_id)
);
CREATE UNIQUE INDEX report_filter_name ON public.report_filter USING btree (client_id, manager_id, lower(name));
ALTER TABLE report_filter ENABLE ROW LEVEL SECURITY;
ALTER TABLE report_filter FORCE ROW LEVEL SECURITY;
CREATE POLICY backup ON report_filter AS PERMISSIVE FOR SELECT TO carillon
  USING ((current_setting('carillon.backup'::text, true) = 'on'::text));
CREATE POLICY own_client ON report_filter AS PERMISSIVE FOR ALL TO carillon_client
  USING ((client_id = current_client()))
  WITH CHECK ((client_id = current_client()));
CREATE CONSTRAINT TRIGGER audited AFTER INSERT OR DELETE OR UPDATE ON report_filter DEFERRABLE INITIALLY DEFERRED FOR EACH ROW EXECUTE FUNCTION audit_change('reportFilter', 'report_filter_id', 'name', '', 'search');
GRANT DELETE, INSERT, SELECT, UPDATE ON report_filter TO carillon_client;

CREATE TABLE report_part (
  client_id integer NOT NULL,
  report_archive_id bigint NOT NULL,
  part integer NOT NULL,
  content bytea NOT NULL,
  CONSTRAINT report_part_pkey PRIMARY KEY (client_id, report_archive_id, part),
  CONSTRAINT report_part_client_id_report_archive_id_fkey FOREIGN KEY (client_id, report_archive_id) REFERENCES report_archive(client_id, report_archive_id) ON DELETE CASCADE
);
ALTER TABLE report_part ENABLE ROW LEVEL SECURITY;
ALTER TABLE report_part FORCE ROW LEVEL SECURITY;
CREATE POLICY backup ON report_part AS PERMISSIVE FOR SELECT TO carillon
  USING ((current_setting('carillon.backup'::text, true) = 'on'::text));
CREATE POLICY own_client ON report_part AS PERMISSIVE FOR ALL TO carillon_client
  USING ((client_id = current_client()))
  WITH CHECK ((client_id = current_client()));
GRANT DELETE, INSERT, SELECT, UPDATE ON report_part TO carillon_client;
COMMENT ON COLUMN report_part.content IS 'Sealed; in it zstd, or gzip in parts of earlier versions (queries/report-part.ts).';

CREATE TABLE retention (
  client_id integer NOT NULL,
  kind text NOT NULL,
  days integer,
  CONSTRAINT retention_pkey PRIMARY KEY (client_id, kind),
  CONSTRAINT retention_days_check CHECK ((days >= 1)),
  CONSTRAINT retention_client_id_fkey FOREIGN KEY (client_id) REFERENCES client(client_id)
);
ALTER TABLE retention ENABLE ROW LEVEL SECURITY;
ALTER TABLE retention FORCE ROW LEVEL SECURITY;
CREATE POLICY backup ON retention AS PERMISSIVE FOR SELECT TO carillon
  USING ((current_setting('carillon.backup'::text, true) = 'on'::text));
CREATE POLICY own_client ON retention AS PERMISSIVE FOR ALL TO carillon_client
  USING ((client_id = current_client()))
  WITH CHECK ((client_id = current_client()));
CREATE POLICY platform ON retention AS PERMISSIVE FOR ALL TO carillon_platform
  USING (true)
  WITH CHECK (true);
CREATE CONSTRAINT TRIGGER audited AFTER INSERT OR DELETE OR UPDATE ON retention DEFERRABLE INITIALLY DEFERRED FOR EACH ROW EXECUTE FUNCTION audit_change('retention', 'kind', 'kind', '', '');
GRANT DELETE, INSERT, SELECT, UPDATE ON retention TO carillon_client;
GRANT DELETE, INSERT, SELECT, UPDATE ON retention TO carillon_platform;

CREATE TABLE retention_default (
  kind text NOT NULL,
  days integer,
  CONSTRAINT retention_default_pkey PRIMARY KEY (kind),
  CONSTRAINT retention_default_days_check CHECK ((days >= 1))
);
CREATE CONSTRAINT TRIGGER audited AFTER INSERT OR DELETE OR UPDATE ON retention_default DEFERRABLE INITIALLY DEFERRED FOR EACH ROW EXECUTE FUNCTION audit_change('retention', 'kind', 'kind', '', '');
GRANT DELETE, INSERT, SELECT, UPDATE ON retention_default TO carillon_platform;
GRANT SELECT ON retention_default TO carillon_client;

CREATE TABLE retention_detaching (
  name text NOT NULL,
  since timestamp with time zone DEFAULT clock_timestamp() NOT NULL,
  detached boolean DEFAULT false NOT NULL,
  CONSTRAINT retention_detaching_pkey PRIMARY KEY (name)
);
GRANT SELECT ON retention_detaching TO carillon_platform;

CREATE TABLE retention_done (
  client_id integer NOT NULL,
  kind text NOT NULL,
  before timestamp with time zone NOT NULL,
  CONSTRAINT retention_done_pkey PRIMARY KEY (client_id, kind),
  CONSTRAINT retention_done_client_id_fkey FOREIGN KEY (client_id) REFERENCES client(client_id)
);
ALTER TABLE retention_done ENABLE ROW LEVEL SECURITY;
ALTER TABLE retention_done FORCE ROW LEVEL SECURITY;
CREATE POLICY backup ON retention_done AS PERMISSIVE FOR SELECT TO carillon
  USING ((current_setting('carillon.backup'::text, true) = 'on'::text));
CREATE POLICY own_client ON retention_done AS PERMISSIVE FOR ALL TO carillon_client
  USING ((client_id = current_client()))
  WITH CHECK ((client_id = current_client()));
CREATE POLICY platform ON retention_done AS PERMISSIVE FOR ALL TO carillon_platform
  USING (true)
  WITH CHECK (true);
GRANT DELETE, INSERT, SELECT, UPDATE ON retention_done TO carillon_client;
GRANT DELETE, INSERT, SELECT, UPDATE ON retention_done TO carillon_platform;

CREATE TABLE retention_figure (
  client_id integer NOT NULL,
  kind text NOT NULL,
  swept_at timestamp with time zone,
  swept_rows bigint,
  counted_at timestamp with time zone,
  rows bigint,
  oldest timestamp with time zone,
  bytes bigint,
  days integer,
  next_rows bigint,
  CONSTRAINT retention_figure_pkey PRIMARY KEY (client_id, kind),
  CONSTRAINT retention_figure_client_id_fkey FOREIGN KEY (client_id) REFERENCES client(client_id)
);
ALTER TABLE retention_figure ENABLE ROW LEVEL SECURITY;
ALTER TABLE retention_figure FORCE ROW LEVEL SECURITY;
CREATE POLICY backup ON retention_figure AS PERMISSIVE FOR SELECT TO carillon
  USING ((current_setting('carillon.backup'::text, true) = 'on'::text));
CREATE POLICY own_client ON retention_figure AS PERMISSIVE FOR ALL TO carillon_client
  USING ((client_id = current_client()))
  WITH CHECK ((client_id = current_client()));
CREATE POLICY platform ON retention_figure AS PERMISSIVE FOR ALL TO carillon_platform
  USING (true)
  WITH CHECK (true);
GRANT DELETE, INSERT, SELECT, UPDATE ON retention_figure TO carillon_client;
GRANT DELETE, INSERT, SELECT, UPDATE ON retention_figure TO carillon_platform;

CREATE TABLE saved_mapping (
  client_id integer NOT NULL,
  header_hash bytea NOT NULL,
  mapping jsonb NOT NULL,
  saved timestamp with time zone DEFAULT now() NOT NULL,
  CONSTRAINT saved_mapping_pkey PRIMARY KEY (client_id, header_hash),
  CONSTRAINT saved_mapping_client_id_fkey FOREIGN KEY (client_id) REFERENCES client(client_id)
);
ALTER TABLE saved_mapping ENABLE ROW LEVEL SECURITY;
ALTER TABLE saved_mapping FORCE ROW LEVEL SECURITY;
CREATE POLICY backup ON saved_mapping AS PERMISSIVE FOR SELECT TO carillon
  USING ((current_setting('carillon.backup'::text, true) = 'on'::text));
CREATE POLICY own_client ON saved_mapping AS PERMISSIVE FOR ALL TO carillon_client
  USING ((client_id = current_client()))
  WITH CHECK ((client_id = current_client()));
GRANT DELETE, INSERT, SELECT, UPDATE ON saved_mapping TO carillon_client;

CREATE TABLE schedule_run (
  client_id integer NOT NULL,
  campaign_id bigint NOT NULL,
  kind text NOT NULL,
  eastern_date date NOT NULL,
  wall_time time without time zone NOT NULL,
  done_at timestamp with time zone NOT NULL,
  CONSTRAINT schedule_run_pkey PRIMARY KEY (client_id, campaign_id, kind, eastern_date, wall_time),
  CONSTRAINT schedule_run_kind_check CHECK ((kind = ANY (ARRAY['start'::text, 'stop'::text]))),
  CONSTRAINT schedule_run_client_id_campaign_id_fkey FOREIGN KEY (client_id, campaign_id) REFERENCES campaign(client_id, campaign_id)
);
ALTER TABLE schedule_run ENABLE ROW LEVEL SECURITY;
ALTER TABLE schedule_run FORCE ROW LEVEL SECURITY;
CREATE POLICY backup ON schedule_run AS PERMISSIVE FOR SELECT TO carillon
  USING ((current_setting('carillon.backup'::text, true) = 'on'::text));
CREATE POLICY own_client ON schedule_run AS PERMISSIVE FOR ALL TO carillon_client
  USING ((client_id = current_client()))
  WITH CHECK ((client_id = current_client()));
CREATE POLICY platform ON schedule_run AS PERMISSIVE FOR ALL TO carillon_platform
  USING (true)
  WITH CHECK (true);
GRANT DELETE, INSERT, SELECT, UPDATE ON schedule_run TO carillon_client;
GRANT DELETE, INSERT, SELECT, UPDATE ON schedule_run TO carillon_platform;

CREATE TABLE scrub_answer (
  client_id integer NOT NULL,
  phone text COLLATE "C" NOT NULL,
  question text NOT NULL,
  since date DEFAULT '-infinity'::date NOT NULL,
  answer text NOT NULL,
  answered_at timestamp with time zone DEFAULT clock_timestamp() NOT NULL,
  good_until timestamp with time zone NOT NULL,
  CONSTRAINT scrub_answer_pkey PRIMARY KEY (client_id, phone, question, since),
  CONSTRAINT scrub_answer_answer_check CHECK ((answer = ANY (ARRAY['yes'::text, 'no'::text, 'unknown'::text, 'mobile'::text, 'landline'::text, 'voip'::text]))),
  CONSTRAINT scrub_answer_question_check CHECK ((question = ANY (ARRAY['reassigned'::text, 'litigator'::text, 'line'::text]))),
  CONSTRAINT scrub_answer_client_id_fkey FOREIGN KEY (client_id) REFERENCES client(client_id)
);
CREATE INDEX scrub_answer_old ON public.scrub_answer USING btree (client_id, good_until);
ALTER TABLE scrub_answer ENABLE ROW LEVEL SECURITY;
ALTER TABLE scrub_answer FORCE ROW LEVEL SECURITY;
CREATE POLICY backup ON scrub_answer AS PERMISSIVE FOR SELECT TO carillon
  USING ((current_setting('carillon.backup'::text, true) = 'on'::text));
CREATE POLICY own_client ON scrub_answer AS PERMISSIVE FOR ALL TO carillon_client
  USING ((client_id = current_client()))
  WITH CHECK ((client_id = current_client()));
GRANT DELETE, INSERT, SELECT, UPDATE ON scrub_answer TO carillon_client;

CREATE TABLE scrub_list (
  client_id integer NOT NULL,
  call_list_id bigint NOT NULL,
  scrub_service_id bigint NOT NULL,
  after_entry integer DEFAULT 0 NOT NULL,
  left_out integer DEFAULT 0 NOT NULL,
  passes integer DEFAULT 0 NOT NULL,
  next_at timestamp with time zone,
  again boolean DEFAULT false NOT NULL,
  CONSTRAINT scrub_list_pkey PRIMARY KEY (client_id, call_list_id, scrub_service_id),
  CONSTRAINT scrub_list_client_id_call_list_id_fkey FOREIGN KEY (client_id, call_list_id) REFERENCES call_list(client_id, call_list_id) ON DELETE CASCADE,
  CONSTRAINT scrub_list_client_id_fkey FOREIGN KEY (client_id) REFERENCES client(client_id),
  CONSTRAINT scrub_list_scrub_service_id_fkey FOREIGN KEY (scrub_service_id) REFERENCES scrub_service(scrub_service_id)
);
ALTER TABLE scrub_list ENABLE ROW LEVEL SECURITY;
ALTER TABLE scrub_list FORCE ROW LEVEL SECURITY;
CREATE POLICY backup ON scrub_list AS PERMISSIVE FOR SELECT TO carillon
  USING ((current_setting('carillon.backup'::text, true) = 'on'::text));
CREATE POLICY own_client ON scrub_list AS PERMISSIVE FOR ALL TO carillon_client
  USING ((client_id = current_client()))
  WITH CHECK ((client_id = current_client()));
CREATE POLICY platform ON scrub_list AS PERMISSIVE FOR ALL TO carillon_platform
  USING (true)
  WITH CHECK (true);
GRANT DELETE, INSERT, SELECT, UPDATE ON scrub_list TO carillon_client;
GRANT DELETE, INSERT, SELECT, UPDATE ON scrub_list TO carillon_platform;

CREATE TABLE scrub_service (
  scrub_service_id bigint GENERATED ALWAYS AS IDENTITY NOT NULL,
  name text NOT NULL,
  url text NOT NULL,
  questions text[] NOT NULL,
  good_days integer NOT NULL,
  batch integer NOT NULL,
  per_second integer NOT NULL,
  private boolean NOT NULL,
  secret bytea,
  created timestamp with time zone DEFAULT clock_timestamp() NOT NULL,
  removed_at timestamp with time zone,
  answered_at timestamp with time zone,
  failing_since timestamp with time zone,
  failures integer DEFAULT 0 NOT NULL,
  trouble jsonb,
  retry_at timestamp with time zone,
  CONSTRAINT scrub_service_pkey PRIMARY KEY (scrub_service_id),
  CONSTRAINT scrub_service_name_check CHECK ((name ~ '^[a-z0-9][a-z0-9-]{0,39}$'::text))
);
CREATE UNIQUE INDEX scrub_service_name ON public.scrub_service USING btree (name) WHERE (removed_at IS NULL);
CREATE CONSTRAINT TRIGGER audited AFTER INSERT OR DELETE OR UPDATE ON scrub_service DEFERRABLE INITIALLY DEFERRED FOR EACH ROW EXECUTE FUNCTION audit_change('scrubService', 'scrub_service_id', 'name', 'answered_at,failing_since,failures,trouble,retry_at', 'secret');
GRANT INSERT, SELECT, UPDATE ON scrub_service TO carillon_platform;
GRANT SELECT (scrub_service_id) ON scrub_service TO carillon_client;
GRANT SELECT (questions) ON scrub_service TO carillon_client;
GRANT SELECT (removed_at) ON scrub_service TO carillon_client;
GRANT SELECT (failing_since) ON scrub_service TO carillon_client;
GRANT SELECT (trouble) ON scrub_service TO carillon_client;

CREATE TABLE session (
  client_id integer NOT NULL,
  token_hash bytea NOT NULL,
  manager_id bigint NOT NULL,
  created timestamp with time zone DEFAULT now() NOT NULL,
  last_used timestamp with time zone DEFAULT now() NOT NULL,
  session_id bigint GENERATED ALWAYS AS IDENTITY NOT NULL,
  browser text DEFAULT ''::text NOT NULL,
  address text DEFAULT ''::text NOT NULL,
  proven_at timestamp with time zone DEFAULT now() NOT NULL,
  former_hash bytea,
  former_until timestamp with time zone,
  CONSTRAINT session_pkey PRIMARY KEY (client_id, token_hash),
  CONSTRAINT session_client_id_manager_id_fkey FOREIGN KEY (client_id, manager_id) REFERENCES manager(client_id, manager_id)
);
CREATE INDEX session_former ON public.session USING btree (former_hash) WHERE (former_hash IS NOT NULL);
CREATE INDEX session_manager ON public.session USING btree (client_id, manager_id);
CREATE UNIQUE INDEX session_token ON public.session USING btree (token_hash);
ALTER TABLE session ENABLE ROW LEVEL SECURITY;
ALTER TABLE session FORCE ROW LEVEL SECURITY;
CREATE POLICY backup ON session AS PERMISSIVE FOR SELECT TO carillon
  USING ((current_setting('carillon.backup'::text, true) = 'on'::text));
CREATE POLICY own_client ON session AS PERMISSIVE FOR ALL TO carillon_client
  USING ((client_id = current_client()))
  WITH CHECK ((client_id = current_client()));
CREATE POLICY platform ON session AS PERMISSIVE FOR ALL TO carillon_platform
  USING (true)
  WITH CHECK (true);
GRANT DELETE, INSERT, SELECT, UPDATE ON session TO carillon_client;
GRANT DELETE, INSERT, SELECT, UPDATE ON session TO carillon_platform;
COMMENT ON COLUMN session.former_hash IS 'Of the token before the last proof, for requests that were under way.';

CREATE TABLE shown_number (
  client_id integer NOT NULL,
  phone text COLLATE "C" NOT NULL,
  since timestamp with time zone DEFAULT now() NOT NULL,
  CONSTRAINT shown_number_pkey PRIMARY KEY (client_id, phone),
  CONSTRAINT shown_number_client_id_fkey FOREIGN KEY (client_id) REFERENCES client(client_id)
);
CREATE INDEX shown_number_phone ON public.shown_number USING btree (phone);
ALTER TABLE shown_number ENABLE ROW LEVEL SECURITY;
ALTER TABLE shown_number FORCE ROW LEVEL SECURITY;
CREATE POLICY backup ON shown_number AS PERMISSIVE FOR SELECT TO carillon
  USING ((current_setting('carillon.backup'::text, true) = 'on'::text));
CREATE POLICY own_client ON shown_number AS PERMISSIVE FOR ALL TO carillon_client
  USING ((client_id = current_client()))
  WITH CHECK ((client_id = current_client()));
CREATE POLICY platform ON shown_number AS PERMISSIVE FOR ALL TO carillon_platform
  USING (true)
  WITH CHECK (true);
GRANT DELETE, INSERT, SELECT, UPDATE ON shown_number TO carillon_client;
GRANT DELETE, INSERT, SELECT, UPDATE ON shown_number TO carillon_platform;

CREATE TABLE sign_in_failure (
  sign_in_failure_id bigint GENERATED ALWAYS AS IDENTITY NOT NULL,
  account text NOT NULL,
  address text NOT NULL,
  failed_at timestamp with time zone DEFAULT now() NOT NULL,
  browser bytea,
  CONSTRAINT sign_in_failure_pkey PRIMARY KEY (sign_in_failure_id)
);
CREATE INDEX sign_in_failure_account ON public.sign_in_failure USING btree (account, failed_at);
CREATE INDEX sign_in_failure_address ON public.sign_in_failure USING btree (address, failed_at);
GRANT DELETE, INSERT, SELECT ON sign_in_failure TO carillon_platform;

CREATE TABLE sign_in_step (
  client_id integer NOT NULL,
  token_hash bytea NOT NULL,
  manager_id bigint NOT NULL,
  password_digest bytea NOT NULL,
  created timestamp with time zone DEFAULT now() NOT NULL,
  CONSTRAINT sign_in_step_pkey PRIMARY KEY (client_id, token_hash),
  CONSTRAINT sign_in_step_client_id_manager_id_fkey FOREIGN KEY (client_id, manager_id) REFERENCES manager(client_id, manager_id)
);
CREATE INDEX sign_in_step_token ON public.sign_in_step USING btree (token_hash);
ALTER TABLE sign_in_step ENABLE ROW LEVEL SECURITY;
ALTER TABLE sign_in_step FORCE ROW LEVEL SECURITY;
CREATE POLICY backup ON sign_in_step AS PERMISSIVE FOR SELECT TO carillon
  USING ((current_setting('carillon.backup'::text, true) = 'on'::text));
CREATE POLICY own_client ON sign_in_step AS PERMISSIVE FOR ALL TO carillon_client
  USING ((client_id = current_client()))
  WITH CHECK ((client_id = current_client()));
CREATE POLICY platform ON sign_in_step AS PERMISSIVE FOR ALL TO carillon_platform
  USING (true)
  WITH CHECK (true);
GRANT DELETE, INSERT, SELECT, UPDATE ON sign_in_step TO carillon_client;
GRANT DELETE, INSERT, SELECT, UPDATE ON sign_in_step TO carillon_platform;

CREATE TABLE simulation (
  only_row boolean DEFAULT true NOT NULL,
  real_anchor timestamp with time zone NOT NULL,
  simulated_anchor timestamp with time zone NOT NULL,
  speed double precision NOT NULL,
  last_simulated timestamp with time zone NOT NULL,
  notice text,
  CONSTRAINT simulation_pkey PRIMARY KEY (only_row),
  CONSTRAINT simulation_only_row_check CHECK (only_row),
  CONSTRAINT simulation_speed_check CHECK ((speed > (0)::double precision))
);
CREATE TRIGGER keep_anchor AFTER INSERT OR UPDATE OF real_anchor, simulated_anchor, speed ON simulation FOR EACH ROW EXECUTE FUNCTION keep_simulation_anchor();
GRANT INSERT, SELECT, UPDATE ON simulation TO carillon_platform;
GRANT SELECT ON simulation TO carillon_client;

CREATE TABLE simulation_anchor (
  real_anchor timestamp with time zone NOT NULL,
  simulated_anchor timestamp with time zone NOT NULL,
  speed double precision NOT NULL,
  CONSTRAINT simulation_anchor_pkey PRIMARY KEY (real_anchor),
  CONSTRAINT simulation_anchor_speed_check CHECK ((speed > (0)::double precision))
);
GRANT INSERT, SELECT, UPDATE ON simulation_anchor TO carillon_platform;
GRANT SELECT ON simulation_anchor TO carillon_client;
GRANT SELECT ON simulation_anchor TO carillon_report;

CREATE TABLE sound (
  client_id integer NOT NULL,
  sound_id bigint GENERATED ALWAYS AS IDENTITY NOT NULL,
  file_name text NOT NULL,
  media_type text NOT NULL,
  content bytea NOT NULL,
  created timestamp with time zone DEFAULT now() NOT NULL,
  CONSTRAINT sound_pkey PRIMARY KEY (client_id, sound_id),
  CONSTRAINT sound_client_id_file_name_key UNIQUE (client_id, file_name),
  CONSTRAINT sound_client_id_fkey FOREIGN KEY (client_id) REFERENCES client(client_id)
);
ALTER TABLE sound ENABLE ROW LEVEL SECURITY;
ALTER TABLE sound FORCE ROW LEVEL SECURITY;
CREATE POLICY backup ON sound AS PERMISSIVE FOR SELECT TO carillon
  USING ((current_setting('carillon.backup'::text, true) = 'on'::text));
CREATE POLICY own_client ON sound AS PERMISSIVE FOR ALL TO carillon_client
  USING ((client_id = current_client()))
  WITH CHECK ((client_id = current_client()));
CREATE POLICY platform ON sound AS PERMISSIVE FOR ALL TO carillon_platform
  USING (true)
  WITH CHECK (true);
GRANT DELETE, INSERT, SELECT, UPDATE ON sound TO carillon_client;
GRANT DELETE, INSERT, SELECT, UPDATE ON sound TO carillon_platform;

CREATE TABLE speech_engine (
  speech_engine_id bigint GENERATED ALWAYS AS IDENTITY NOT NULL,
  name text NOT NULL,
  kind text NOT NULL,
  secrets bytea,
  sends_to text,
  created timestamp with time zone DEFAULT clock_timestamp() NOT NULL,
  removed_at timestamp with time zone,
  CONSTRAINT speech_engine_pkey PRIMARY KEY (speech_engine_id),
  CONSTRAINT speech_engine_name_check CHECK ((name ~ '^[a-z0-9][a-z0-9-]{0,39}$'::text))
);
CREATE UNIQUE INDEX speech_engine_name ON public.speech_engine USING btree (name) WHERE (removed_at IS NULL);
CREATE CONSTRAINT TRIGGER audited AFTER INSERT OR DELETE OR UPDATE ON speech_engine DEFERRABLE INITIALLY DEFERRED FOR EACH ROW EXECUTE FUNCTION audit_change('speechEngine', 'speech_engine_id', 'name', '', 'secrets');
GRANT DELETE, INSERT, SELECT, UPDATE ON speech_engine TO carillon_platform;
GRANT SELECT (speech_engine_id) ON speech_engine TO carillon_client;
GRANT SELECT (name) ON speech_engine TO carillon_client;
GRANT SELECT (sends_to) ON speech_engine TO carillon_client;
GRANT SELECT (removed_at) ON speech_engine TO carillon_client;

CREATE TABLE speech_voice (
  voice_id integer GENERATED ALWAYS AS IDENTITY NOT NULL,
  speech_engine_id bigint NOT NULL,
  engine_name text NOT NULL,
  name text NOT NULL,
  CONSTRAINT speech_voice_pkey PRIMARY KEY (voice_id),
  CONSTRAINT speech_voice_speech_engine_id_fkey FOREIGN KEY (speech_engine_id) REFERENCES speech_engine(speech_engine_id)
);
GRANT DELETE, INSERT, SELECT, UPDATE ON speech_voice TO carillon_platform;
GRANT SELECT ON speech_voice TO carillon_client;

CREATE TABLE spoken_kind (
  client_id integer NOT NULL,
  field_id integer NOT NULL,
  guess text,
  guessed_by text,
  chosen text,
  changed_by bigint,
  changed_at timestamp with time zone,
  CONSTRAINT spoken_kind_pkey PRIMARY KEY (client_id, field_id),
  CONSTRAINT spoken_kind_guessed_by_check CHECK ((guessed_by = ANY (ARRAY['name'::text, 'values'::text]))),
  CONSTRAINT spoken_kind_client_id_fkey FOREIGN KEY (client_id) REFERENCES client(client_id)
);
ALTER TABLE spoken_kind ENABLE ROW LEVEL SECURITY;
ALTER TABLE spoken_kind FORCE ROW LEVEL SECURITY;
CREATE POLICY backup ON spoken_kind AS PERMISSIVE FOR SELECT TO carillon
  USING ((current_setting('carillon.backup'::text, true) = 'on'::text));
CREATE POLICY own_client ON spoken_kind AS PERMISSIVE FOR ALL TO carillon_client
  USING ((client_id = current_client()))
  WITH CHECK ((client_id = current_client()));
CREATE POLICY platform ON spoken_kind AS PERMISSIVE FOR ALL TO carillon_platform
  USING (true)
  WITH CHECK (true);
CREATE CONSTRAINT TRIGGER audited AFTER INSERT OR DELETE OR UPDATE ON spoken_kind DEFERRABLE INITIALLY DEFERRED FOR EACH ROW EXECUTE FUNCTION audit_change('spokenKind', 'field_id', 'chosen', 'field_id,guess,guessed_by', '');
GRANT DELETE, INSERT, SELECT, UPDATE ON spoken_kind TO carillon_client;
GRANT DELETE, INSERT, SELECT, UPDATE ON spoken_kind TO carillon_platform;

CREATE TABLE text_cancel (
  client_id integer NOT NULL,
  call_list_id bigint NOT NULL,
  entry_id integer NOT NULL,
  why text NOT NULL,
  due timestamp with time zone DEFAULT '-infinity'::timestamp with time zone NOT NULL,
  tries smallint DEFAULT 0 NOT NULL,
  asked timestamp with time zone,
  CONSTRAINT text_cancel_pkey PRIMARY KEY (client_id, call_list_id, entry_id),
  CONSTRAINT text_cancel_why_check CHECK ((why = ANY (ARRAY['opt_out'::text, 'stop'::text, 'unclear'::text]))),
  CONSTRAINT text_cancel_client_id_fkey FOREIGN KEY (client_id) REFERENCES client(client_id)
);
CREATE INDEX text_cancel_due ON public.text_cancel USING btree (client_id) WHERE (asked IS NULL);
ALTER TABLE text_cancel ENABLE ROW LEVEL SECURITY;
ALTER TABLE text_cancel FORCE ROW LEVEL SECURITY;
CREATE POLICY backup ON text_cancel AS PERMISSIVE FOR SELECT TO carillon
  USING ((current_setting('carillon.backup'::text, true) = 'on'::text));
CREATE POLICY own_client ON text_cancel AS PERMISSIVE FOR ALL TO carillon_client
  USING ((client_id = current_client()))
  WITH CHECK ((client_id = current_client()));
CREATE POLICY platform ON text_cancel AS PERMISSIVE FOR ALL TO carillon_platform
  USING (true)
  WITH CHECK (true);
GRANT DELETE, INSERT, SELECT, UPDATE ON text_cancel TO carillon_client;
GRANT DELETE, INSERT, SELECT, UPDATE ON text_cancel TO carillon_platform;

CREATE TABLE text_message (
  client_id integer NOT NULL,
  text_message_id bigint GENERATED ALWAYS AS IDENTITY NOT NULL,
  name text NOT NULL,
  message text NOT NULL,
  created timestamp with time zone DEFAULT now() NOT NULL,
  updated timestamp with time zone DEFAULT now() NOT NULL,
  deleted_at timestamp with time zone,
  version integer DEFAULT 1 NOT NULL,
  changed_by bigint,
  changed_at timestamp with time zone,
  CONSTRAINT text_message_pkey PRIMARY KEY (client_id, text_message_id),
  CONSTRAINT text_message_client_id_fkey FOREIGN KEY (client_id) REFERENCES client(client_id)
);
ALTER TABLE text_message ENABLE ROW LEVEL SECURITY;
ALTER TABLE text_message FORCE ROW LEVEL SECURITY;
CREATE POLICY backup ON text_message AS PERMISSIVE FOR SELECT TO carillon
  USING ((current_setting('carillon.backup'::text, true) = 'on'::text));
CREATE POLICY own_client ON text_message AS PERMISSIVE FOR ALL TO carillon_client
  USING ((client_id = current_client()))
  WITH CHECK ((client_id = current_client()));
CREATE POLICY platform ON text_message AS PERMISSIVE FOR ALL TO carillon_platform
  USING (true)
  WITH CHECK (true);
CREATE CONSTRAINT TRIGGER audited AFTER INSERT OR DELETE OR UPDATE ON text_message DEFERRABLE INITIALLY DEFERRED FOR EACH ROW EXECUTE FUNCTION audit_change('textMessage', 'text_message_id', 'name', '', '');
CREATE TRIGGER prepares_campaigns AFTER UPDATE OF version ON text_message FOR EACH ROW WHEN (new.version <> old.version) EXECUTE FUNCTION prepare_campaigns();
GRANT DELETE, INSERT, SELECT, UPDATE ON text_message TO carillon_client;
GRANT DELETE, INSERT, SELECT, UPDATE ON text_message TO carillon_platform;

CREATE TABLE text_part (
  client_id integer NOT NULL,
  part_ref text COLLATE "C" NOT NULL,
  carrier_ref text COLLATE "C" NOT NULL,
  outcome text,
  phone text COLLATE "C" DEFAULT ''::text NOT NULL,
  text_id text COLLATE "C" DEFAULT ''::text NOT NULL,
  CONSTRAINT text_part_pkey PRIMARY KEY (client_id, part_ref, phone),
  CONSTRAINT text_part_outcome_check CHECK ((outcome = ANY (ARRAY['delivered'::text, 'failed'::text]))),
  CONSTRAINT text_part_client_id_fkey FOREIGN KEY (client_id) REFERENCES client(client_id)
);
CREATE INDEX text_part_text ON public.text_part USING btree (client_id, carrier_ref);
ALTER TABLE text_part ENABLE ROW LEVEL SECURITY;
ALTER TABLE text_part FORCE ROW LEVEL SECURITY;
CREATE POLICY backup ON text_part AS PERMISSIVE FOR SELECT TO carillon
  USING ((current_setting('carillon.backup'::text, true) = 'on'::text));
CREATE POLICY own_client ON text_part AS PERMISSIVE FOR ALL TO carillon_client
  USING ((client_id = current_client()))
  WITH CHECK ((client_id = current_client()));
GRANT DELETE, INSERT, SELECT, UPDATE ON text_part TO carillon_client;

CREATE TABLE text_receipt (
  client_id integer NOT NULL,
  carrier_ref text COLLATE "C" NOT NULL,
  text_id text COLLATE "C",
  phone text COLLATE "C" NOT NULL,
  texting_number text COLLATE "C" NOT NULL,
  outcome text NOT NULL,
  received timestamp with time zone NOT NULL,
  note jsonb,
  of_whole boolean DEFAULT false NOT NULL,
  CONSTRAINT text_receipt_pkey PRIMARY KEY (client_id, carrier_ref, phone),
  CONSTRAINT text_receipt_outcome_check CHECK ((outcome = ANY (ARRAY['delivered'::text, 'failed'::text]))),
  CONSTRAINT text_receipt_client_id_fkey FOREIGN KEY (client_id) REFERENCES client(client_id)
);
ALTER TABLE text_receipt ENABLE ROW LEVEL SECURITY;
ALTER TABLE text_receipt FORCE ROW LEVEL SECURITY;
CREATE POLICY backup ON text_receipt AS PERMISSIVE FOR SELECT TO carillon
  USING ((current_setting('carillon.backup'::text, true) = 'on'::text));
CREATE POLICY own_client ON text_receipt AS PERMISSIVE FOR ALL TO carillon_client
  USING ((client_id = current_client()))
  WITH CHECK ((client_id = current_client()));
GRANT DELETE, INSERT, SELECT, UPDATE ON text_receipt TO carillon_client;

CREATE TABLE text_reply (
  client_id integer NOT NULL,
  text_reply_id bigint GENERATED ALWAYS AS IDENTITY NOT NULL,
  inbound_text_id bigint NOT NULL,
  kind text NOT NULL,
  phone text COLLATE "C" NOT NULL,
  texting_number text COLLATE "C" NOT NULL,
  body text NOT NULL,
  queued timestamp with time zone NOT NULL,
  due timestamp with time zone NOT NULL,
  tries smallint DEFAULT 0 NOT NULL,
  submitted_at timestamp with time zone,
  outcome text,
  carrier_ref text COLLATE "C",
  note jsonb,
  written_refs text[],
  CONSTRAINT text_reply_pkey PRIMARY KEY (client_id, text_reply_id),
  CONSTRAINT text_reply_client_id_inbound_text_id_key UNIQUE (client_id, inbound_text_id),
  CONSTRAINT text_reply_kind_check CHECK ((kind = ANY (ARRAY['opt_out'::text, 'help'::text]))),
  CONSTRAINT text_reply_outcome_check CHECK ((outcome = ANY (ARRAY['accepted'::text, 'delivered'::text, 'failed'::text, 'unknown'::text, 'dropped'::text]))),
  CONSTRAINT text_reply_client_id_inbound_text_id_fkey FOREIGN KEY (client_id, inbound_text_id) REFERENCES inbound_text(client_id, inbound_text_id)
);
CREATE INDEX text_reply_open ON public.text_reply USING btree (client_id, phone) WHERE ((kind = 'help'::text) AND ((outcome IS NULL) OR (outcome = 'accepted'::text)));
CREATE INDEX text_reply_phone ON public.text_reply USING btree (client_id, phone, queued);
CREATE INDEX text_reply_queued ON public.text_reply USING btree (client_id, due) WHERE ((submitted_at IS NULL) AND (outcome IS NULL));
CREATE INDEX text_reply_ref ON public.text_reply USING btree (client_id, carrier_ref) WHERE (carrier_ref IS NOT NULL);
CREATE INDEX text_reply_submitted ON public.text_reply USING btree (client_id, submitted_at) WHERE ((submitted_at IS NOT NULL) AND (outcome IS NULL));
ALTER TABLE text_reply ENABLE ROW LEVEL SECURITY;
ALTER TABLE text_reply FORCE ROW LEVEL SECURITY;
CREATE POLICY backup ON text_reply AS PERMISSIVE FOR SELECT TO carillon
  USING ((current_setting('carillon.backup'::text, true) = 'on'::text));
CREATE POLICY own_client ON text_reply AS PERMISSIVE FOR ALL TO carillon_client
  USING ((client_id = current_client()))
  WITH CHECK ((client_id = current_client()));
CREATE POLICY platform ON text_reply AS PERMISSIVE FOR SELECT TO carillon_platform
  USING (true);
GRANT DELETE, INSERT, SELECT, UPDATE ON text_reply TO carillon_client;
GRANT SELECT ON text_reply TO carillon_platform;

CREATE TABLE texting_number (
  client_id integer NOT NULL,
  texting_number_id bigint GENERATED ALWAYS AS IDENTITY NOT NULL,
  phone text COLLATE "C" NOT NULL,
  created timestamp with time zone DEFAULT now() NOT NULL,
  deleted_at timestamp with time zone,
  kind text DEFAULT 'long-code'::text NOT NULL,
  segments_per_second real DEFAULT 1 NOT NULL,
  CONSTRAINT texting_number_pkey PRIMARY KEY (client_id, texting_number_id),
  CONSTRAINT texting_number_kind_check CHECK ((kind = ANY (ARRAY['long-code'::text, 'toll-free'::text, '10dlc'::text, 'short-code'::text]))),
  CONSTRAINT texting_number_phone_check CHECK ((phone ~ '^1[2-9][0-9]{9}$'::text)),
  CONSTRAINT texting_number_segments_per_second_check CHECK (((segments_per_second > (0)::double precision) AND (segments_per_second <= (10000)::double precision))),
  CONSTRAINT texting_number_client_id_fkey FOREIGN KEY (client_id) REFERENCES client(client_id)
);
CREATE UNIQUE INDEX texting_number_phone ON public.texting_number USING btree (phone) WHERE (deleted_at IS NULL);
ALTER TABLE texting_number ENABLE ROW LEVEL SECURITY;
ALTER TABLE texting_number FORCE ROW LEVEL SECURITY;
CREATE POLICY backup ON texting_number AS PERMISSIVE FOR SELECT TO carillon
  USING ((current_setting('carillon.backup'::text, true) = 'on'::text));
CREATE POLICY own_client ON texting_number AS PERMISSIVE FOR ALL TO carillon_client
  USING ((client_id = current_client()))
  WITH CHECK ((client_id = current_client()));
CREATE POLICY platform ON texting_number AS PERMISSIVE FOR ALL TO carillon_platform
  USING (true)
  WITH CHECK (true);
CREATE CONSTRAINT TRIGGER audited AFTER INSERT OR DELETE OR UPDATE ON texting_number DEFERRABLE INITIALLY DEFERRED FOR EACH ROW EXECUTE FUNCTION audit_change('textingNumber', 'texting_number_id', 'phone', '', '');
GRANT DELETE, INSERT, SELECT, UPDATE ON texting_number TO carillon_client;
GRANT DELETE, INSERT, SELECT, UPDATE ON texting_number TO carillon_platform;

CREATE TABLE texting_pace (
  client_id integer NOT NULL,
  phone text COLLATE "C" NOT NULL,
  next_free double precision DEFAULT 0 NOT NULL,
  turns jsonb DEFAULT '{}'::jsonb NOT NULL,
  CONSTRAINT texting_pace_pkey PRIMARY KEY (client_id, phone),
  CONSTRAINT texting_pace_client_id_fkey FOREIGN KEY (client_id) REFERENCES client(client_id)
);
ALTER TABLE texting_pace ENABLE ROW LEVEL SECURITY;
ALTER TABLE texting_pace FORCE ROW LEVEL SECURITY;
CREATE POLICY backup ON texting_pace AS PERMISSIVE FOR SELECT TO carillon
  USING ((current_setting('carillon.backup'::text, true) = 'on'::text));
CREATE POLICY own_client ON texting_pace AS PERMISSIVE FOR ALL TO carillon_client
  USING ((client_id = current_client()))
  WITH CHECK ((client_id = current_client()));
GRANT DELETE, INSERT, SELECT, UPDATE ON texting_pace TO carillon_client;

CREATE TABLE tour_step (
  client_id integer NOT NULL,
  manager_id bigint NOT NULL,
  step text NOT NULL,
  done_at timestamp with time zone DEFAULT clock_timestamp() NOT NULL,
  CONSTRAINT tour_step_pkey PRIMARY KEY (client_id, manager_id, step),
  CONSTRAINT tour_step_step_check CHECK ((step = ANY (ARRAY['why'::text, 'stop'::text, 'forecast'::text, 'kill'::text, 'story'::text, 'away'::text]))),
  CONSTRAINT tour_step_client_id_manager_id_fkey FOREIGN KEY (client_id, manager_id) REFERENCES manager(client_id, manager_id)
);
ALTER TABLE tour_step ENABLE ROW LEVEL SECURITY;
ALTER TABLE tour_step FORCE ROW LEVEL SECURITY;
CREATE POLICY backup ON tour_step AS PERMISSIVE FOR SELECT TO carillon
  USING ((current_setting('carillon.backup'::text, true) = 'on'::text));
CREATE POLICY own_client ON tour_step AS PERMISSIVE FOR ALL TO carillon_client
  USING ((client_id = current_client()))
  WITH CHECK ((client_id = current_client()));
GRANT DELETE, INSERT, SELECT, UPDATE ON tour_step TO carillon_client;

CREATE TABLE unknown_number (
  carrier text COLLATE "C" NOT NULL,
  phone text COLLATE "C" NOT NULL,
  texts bigint NOT NULL,
  opt_outs bigint NOT NULL,
  first_at timestamp with time zone DEFAULT now() NOT NULL,
  last_at timestamp with time zone DEFAULT now() NOT NULL,
  CONSTRAINT unknown_number_pkey PRIMARY KEY (carrier, phone)
);
ALTER TABLE unknown_number ENABLE ROW LEVEL SECURITY;
CREATE POLICY platform ON unknown_number AS PERMISSIVE FOR ALL TO carillon_platform
  USING (true)
  WITH CHECK (true);
GRANT DELETE, INSERT, SELECT, UPDATE ON unknown_number TO carillon_platform;

CREATE TABLE unnamed_proxy (
  address text NOT NULL,
  seen_at timestamp with time zone DEFAULT now() NOT NULL,
  CONSTRAINT unnamed_proxy_pkey PRIMARY KEY (address)
);
GRANT DELETE, INSERT, SELECT, UPDATE ON unnamed_proxy TO carillon_platform;

CREATE TABLE upload (
  client_id integer NOT NULL,
  upload_key text NOT NULL,
  manager_id bigint NOT NULL,
  call_list_id bigint,
  stage text NOT NULL,
  bytes_received bigint DEFAULT 0 NOT NULL,
  bytes_total bigint DEFAULT 0 NOT NULL,
  rows_loaded bigint DEFAULT 0 NOT NULL,
  lease_until timestamp with time zone NOT NULL,
  canceled boolean DEFAULT false NOT NULL,
  started timestamp with time zone DEFAULT now() NOT NULL,
  CONSTRAINT upload_pkey PRIMARY KEY (client_id, upload_key),
  CONSTRAINT upload_client_id_fkey FOREIGN KEY (client_id) REFERENCES client(client_id)
);
ALTER TABLE upload ENABLE ROW LEVEL SECURITY;
ALTER TABLE upload FORCE ROW LEVEL SECURITY;
CREATE POLICY backup ON upload AS PERMISSIVE FOR SELECT TO carillon
  USING ((current_setting('carillon.backup'::text, true) = 'on'::text));
CREATE POLICY own_client ON upload AS PERMISSIVE FOR ALL TO carillon_client
  USING ((client_id = current_client()))
  WITH CHECK ((client_id = current_client()));
CREATE POLICY platform ON upload AS PERMISSIVE FOR ALL TO carillon_platform
  USING (true)
  WITH CHECK (true);
GRANT DELETE, INSERT, SELECT, UPDATE ON upload TO carillon_client;
GRANT DELETE, INSERT, SELECT, UPDATE ON upload TO carillon_platform;

CREATE TABLE voice_message (
  client_id integer NOT NULL,
  voice_message_id bigint GENERATED ALWAYS AS IDENTITY NOT NULL,
  name text NOT NULL,
  status_id smallint DEFAULT 1 NOT NULL,
  reason jsonb,
  version integer DEFAULT 1 NOT NULL,
  ready_version integer,
  created timestamp with time zone DEFAULT now() NOT NULL,
  updated timestamp with time zone DEFAULT now() NOT NULL,
  deleted_at timestamp with time zone,
  changed_by bigint,
  changed_at timestamp with time zone,
  listened_version integer,
  listened_by bigint,
  listened_at timestamp with time zone,
  CONSTRAINT voice_message_pkey PRIMARY KEY (client_id, voice_message_id),
  CONSTRAINT voice_message_status_id_check CHECK (((status_id >= 1) AND (status_id <= 4))),
  CONSTRAINT voice_message_client_id_fkey FOREIGN KEY (client_id) REFERENCES client(client_id)
);
ALTER TABLE voice_message ENABLE ROW LEVEL SECURITY;
ALTER TABLE voice_message FORCE ROW LEVEL SECURITY;
CREATE POLICY backup ON voice_message AS PERMISSIVE FOR SELECT TO carillon
  USING ((current_setting('carillon.backup'::text, true) = 'on'::text));
CREATE POLICY own_client ON voice_message AS PERMISSIVE FOR ALL TO carillon_client
  USING ((client_id = current_client()))
  WITH CHECK ((client_id = current_client()));
CREATE POLICY platform ON voice_message AS PERMISSIVE FOR ALL TO carillon_platform
  USING (true)
  WITH CHECK (true);
CREATE CONSTRAINT TRIGGER audited AFTER INSERT OR DELETE OR UPDATE ON voice_message DEFERRABLE INITIALLY DEFERRED FOR EACH ROW EXECUTE FUNCTION audit_change('voiceMessage', 'voice_message_id', 'name', 'status_id,reason,ready_version', '');
CREATE TRIGGER prepares_campaigns AFTER UPDATE OF version ON voice_message FOR EACH ROW WHEN (new.version <> old.version) EXECUTE FUNCTION prepare_campaigns();
GRANT DELETE, INSERT, SELECT, UPDATE ON voice_message TO carillon_client;
GRANT DELETE, INSERT, SELECT, UPDATE ON voice_message TO carillon_platform;

CREATE TABLE voice_message_rendering (
  client_id integer NOT NULL,
  voice_message_id bigint NOT NULL,
  version integer NOT NULL,
  plan jsonb NOT NULL,
  preview bytea NOT NULL,
  duration_ms integer NOT NULL,
  created timestamp with time zone DEFAULT now() NOT NULL,
  superseded_at timestamp with time zone,
  per_account boolean GENERATED ALWAYS AS ((plan @> '[{"kind": "field"}]'::jsonb)) STORED NOT NULL,
  claimed_at timestamp with time zone,
  sound_id bigint DEFAULT (floor((random() * ('281474976710656'::bigint)::double precision)))::bigint,
  CONSTRAINT voice_message_rendering_pkey PRIMARY KEY (client_id, voice_message_id, version),
  CONSTRAINT voice_message_rendering_client_id_voice_message_id_fkey FOREIGN KEY (client_id, voice_message_id) REFERENCES voice_message(client_id, voice_message_id)
);
CREATE INDEX voice_message_rendering_superseded ON public.voice_message_rendering USING btree (superseded_at) WHERE (superseded_at IS NOT NULL);
ALTER TABLE voice_message_rendering ENABLE ROW LEVEL SECURITY;
ALTER TABLE voice_message_rendering FORCE ROW LEVEL SECURITY;
CREATE POLICY backup ON voice_message_rendering AS PERMISSIVE FOR SELECT TO carillon
  USING ((current_setting('carillon.backup'::text, true) = 'on'::text));
CREATE POLICY own_client ON voice_message_rendering AS PERMISSIVE FOR ALL TO carillon_client
  USING ((client_id = current_client()))
  WITH CHECK ((client_id = current_client()));
CREATE POLICY platform ON voice_message_rendering AS PERMISSIVE FOR ALL TO carillon_platform
  USING (true)
  WITH CHECK (true);
GRANT DELETE, INSERT, SELECT, UPDATE ON voice_message_rendering TO carillon_client;
GRANT DELETE, INSERT, SELECT, UPDATE ON voice_message_rendering TO carillon_platform;
COMMENT ON COLUMN voice_message_rendering.sound_id IS 'Random: no other rendering has it, not even one that a restore lost. Null: it is of an older version.';

CREATE TABLE voice_message_step (
  client_id integer NOT NULL,
  voice_message_step_id bigint GENERATED ALWAYS AS IDENTITY NOT NULL,
  voice_message_id bigint NOT NULL,
  step_order integer NOT NULL,
  step_type smallint NOT NULL,
  value text DEFAULT ''::text NOT NULL,
  tts_voice_id integer DEFAULT 0 NOT NULL,
  tts_mode_id smallint DEFAULT 1 NOT NULL,
  tts_field_id integer DEFAULT 0 NOT NULL,
  file_name text DEFAULT ''::text NOT NULL,
  clients_file_name text DEFAULT ''::text NOT NULL,
  phone_number text,
  CONSTRAINT voice_message_step_pkey PRIMARY KEY (client_id, voice_message_step_id),
  CONSTRAINT voice_message_step_step_type_check CHECK (((step_type >= 1) AND (step_type <= 5))),
  CONSTRAINT voice_message_step_tts_mode_id_check CHECK ((tts_mode_id = ANY (ARRAY[1, 2]))),
  CONSTRAINT voice_message_step_client_id_voice_message_id_fkey FOREIGN KEY (client_id, voice_message_id) REFERENCES voice_message(client_id, voice_message_id)
);
CREATE INDEX voice_message_step_message ON public.voice_message_step USING btree (client_id, voice_message_id, step_order);
ALTER TABLE voice_message_step ENABLE ROW LEVEL SECURITY;
ALTER TABLE voice_message_step FORCE ROW LEVEL SECURITY;
CREATE POLICY backup ON voice_message_step AS PERMISSIVE FOR SELECT TO carillon
  USING ((current_setting('carillon.backup'::text, true) = 'on'::text));
CREATE POLICY own_client ON voice_message_step AS PERMISSIVE FOR ALL TO carillon_client
  USING ((client_id = current_client()))
  WITH CHECK ((client_id = current_client()));
CREATE POLICY platform ON voice_message_step AS PERMISSIVE FOR ALL TO carillon_platform
  USING (true)
  WITH CHECK (true);
CREATE CONSTRAINT TRIGGER audited AFTER INSERT OR DELETE OR UPDATE ON voice_message_step DEFERRABLE INITIALLY DEFERRED FOR EACH ROW EXECUTE FUNCTION audit_change('voiceMessage', 'voice_message_id', '', 'voice_message_id', '');
GRANT DELETE, INSERT, SELECT, UPDATE ON voice_message_step TO carillon_client;
GRANT DELETE, INSERT, SELECT, UPDATE ON voice_message_step TO carillon_platform;

CREATE TABLE waiting_change (
  client_id integer NOT NULL,
  call_list_id bigint NOT NULL,
  change_id bigint GENERATED ALWAYS AS IDENTITY NOT NULL,
  groups integer NOT NULL,
  place_groups integer[] NOT NULL,
  due_ats timestamp with time zone[] NOT NULL,
  reasons text[] NOT NULL,
  counts integer[] NOT NULL,
  CONSTRAINT waiting_change_pkey PRIMARY KEY (client_id, call_list_id, change_id)
);
ALTER TABLE waiting_change ENABLE ROW LEVEL SECURITY;
ALTER TABLE waiting_change FORCE ROW LEVEL SECURITY;
CREATE POLICY backup ON waiting_change AS PERMISSIVE FOR SELECT TO carillon
  USING ((current_setting('carillon.backup'::text, true) = 'on'::text));
CREATE POLICY own_client ON waiting_change AS PERMISSIVE FOR ALL TO carillon_client
  USING ((client_id = current_client()))
  WITH CHECK ((client_id = current_client()));
GRANT DELETE, INSERT, SELECT, UPDATE ON waiting_change TO carillon_client;

CREATE TABLE waiting_tally (
  client_id integer NOT NULL,
  call_list_id bigint NOT NULL,
  counted boolean DEFAULT false NOT NULL,
  CONSTRAINT waiting_tally_pkey PRIMARY KEY (client_id, call_list_id),
  CONSTRAINT waiting_tally_client_id_call_list_id_fkey FOREIGN KEY (client_id, call_list_id) REFERENCES call_list(client_id, call_list_id) ON DELETE CASCADE
);
ALTER TABLE waiting_tally ENABLE ROW LEVEL SECURITY;
ALTER TABLE waiting_tally FORCE ROW LEVEL SECURITY;
CREATE POLICY backup ON waiting_tally AS PERMISSIVE FOR SELECT TO carillon
  USING ((current_setting('carillon.backup'::text, true) = 'on'::text));
CREATE POLICY own_client ON waiting_tally AS PERMISSIVE FOR ALL TO carillon_client
  USING ((client_id = current_client()))
  WITH CHECK ((client_id = current_client()));
GRANT DELETE, INSERT, SELECT, UPDATE ON waiting_tally TO carillon_client;

CREATE TABLE witness (
  witness_id uuid NOT NULL,
  slot smallint NOT NULL,
  name text NOT NULL,
  "position" bigint DEFAULT 0 NOT NULL,
  beat bigint DEFAULT 0 NOT NULL,
  seen_at timestamp with time zone DEFAULT clock_timestamp() NOT NULL,
  knows boolean DEFAULT false NOT NULL,
  known_at timestamp with time zone,
  ended_beat bigint,
  CONSTRAINT witness_pkey PRIMARY KEY (witness_id, slot),
  CONSTRAINT witness_position_check CHECK (("position" >= 0))
);
GRANT DELETE, INSERT, SELECT, UPDATE ON witness TO carillon_platform;

CREATE OR REPLACE FUNCTION public.accept_texts(client integer, list bigint, entries integer[], refs text[], until timestamp with time zone)
 RETURNS void
 LANGUAGE plpgsql
 SET enable_seqscan TO 'off'
 SET enable_indexscan TO 'off'
 SET enable_bitmapscan TO 'off'
 SET enable_nestloop TO 'off'
 SET plan_cache_mode TO 'force_custom_plan'
AS $function$
DECLARE
  tids tid[] := text_tids(client, list, entries);
  hit integer;
BEGIN
  -- The key is a condition too: a tid may be another row's by now.
  UPDATE outbound_text t SET carrier_ref = v.ref
    FROM unnest(entries, refs) AS v (entry, ref)
    WHERE t.ctid = ANY (tids) AND t.client_id = client AND t.call_list_id = list
      AND t.entry_id = v.entry;
  GET DIAGNOSTICS hit = ROW_COUNT;
  IF hit < cardinality(entries) THEN
    -- Another transaction moved some since their tids were read.
    FOR n IN 1..cardinality(entries) LOOP
      UPDATE outbound_text SET carrier_ref = refs[n]
        WHERE client_id = client AND call_list_id = list AND entry_id = entries[n];
    END LOOP;
  END IF;
  tids := attempt_tids(client, list, entries);
  UPDATE attempt a SET receipt_until = until
    WHERE a.ctid = ANY (tids) AND a.client_id = client AND a.call_list_id = list
      AND a.entry_id = ANY (entries) AND a.result IS NULL;
  GET DIAGNOSTICS hit = ROW_COUNT;
  IF hit < cardinality(entries) THEN
    FOR n IN 1..cardinality(entries) LOOP
      UPDATE attempt SET receipt_until = until
        WHERE client_id = client AND call_list_id = list AND entry_id = entries[n]
          AND attempt.result IS NULL AND attempt.receipt_until IS NULL;
    END LOOP;
  END IF;
END $function$
;
GRANT EXECUTE ON FUNCTION accept_texts(integer,bigint,integer[],text[],timestamp with time zone) TO carillon_client;

CREATE OR REPLACE FUNCTION public.acting_manager()
 RETURNS bigint
 LANGUAGE sql
 STABLE
AS $function$
  SELECT (nullif(current_setting('app.actor', true), '')::jsonb->>'id')::bigint
$function$
;
GRANT EXECUTE ON FUNCTION acting_manager() TO PUBLIC;

CREATE OR REPLACE FUNCTION public.attempt_tids(client integer, list bigint, entries integer[])
 RETURNS tid[]
 LANGUAGE plpgsql
AS $function$
BEGIN
  RETURN attempt_tids_of_lists(client, array_fill(list, ARRAY[cardinality(entries)]), entries);
END $function$
;
GRANT EXECUTE ON FUNCTION attempt_tids(integer,bigint,integer[]) TO carillon_client;

CREATE OR REPLACE FUNCTION public.attempt_tids_of_lists(client integer, lists bigint[], entries integer[])
 RETURNS tid[]
 LANGUAGE plpgsql
 SET enable_seqscan TO 'off'
 SET enable_indexscan TO 'on'
 SET plan_cache_mode TO 'force_custom_plan'
AS $function$
BEGIN
  RETURN ARRAY(SELECT a.tid FROM unnest(lists, entries) AS v (list, entry)
    CROSS JOIN LATERAL (SELECT ctid AS tid FROM attempt
      WHERE client_id = client AND call_list_id = v.list AND entry_id = v.entry OFFSET 0) AS a);
END $function$
;
GRANT EXECUTE ON FUNCTION attempt_tids_of_lists(integer,bigint[],integer[]) TO carillon_client;

CREATE OR REPLACE FUNCTION public.audit_append(client integer, named_operation text, kind text, id text, name text, was jsonb, became jsonb, result text, why text)
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
DECLARE
  actor jsonb := nullif(current_setting('app.actor', true), '')::jsonb;
  head audit_chain;
  e audit_entry;
BEGIN
  IF current_client() IS NOT NULL AND client IS DISTINCT FROM current_client() THEN
    RAISE EXCEPTION 'an audit entry of another client';
  END IF;
  INSERT INTO audit_chain (client_id) VALUES (client) ON CONFLICT DO NOTHING;
  SELECT * INTO head FROM audit_chain WHERE client_id = client FOR UPDATE;
  e.client_id := client;
  e.sequence := head.sequence + 1;
  e.at := platform_time(clock_timestamp());
  e.actor_kind := coalesce(actor->>'kind', 'platform');
  e.actor_id := (actor->>'id')::bigint;
  e.actor_name := coalesce(actor->>'name', '');
  e.address := left(coalesce(actor->>'address', ''), 100);
  e.browser := left(coalesce(actor->>'browser', ''), 300);
  e.operation := coalesce(named_operation, actor->>'operation', 'platform');
  e.thing_kind := kind;
  e.thing_id := id;
  e.thing_name := name;
  -- The number of a person, which an erasure could not take out again (decision 073).
  IF kind = 'doNotCall' AND name ~ '^[0-9]{7,}$' THEN
    e.thing_id := number_hash(client, right('1' || name, 11));
    e.thing_name := audit_mask(name);
  END IF;
  e.before := was;
  e.after := became;
  e.outcome := result;
  e.reason := why;
  e.previous := head.hash;
  e.hash := audit_hash(ARRAY[encode(e.previous, 'hex'), e.client_id::text, e.sequence::text,
    (extract(epoch FROM e.at) * 1000000)::bigint::text, e.actor_kind, e.actor_id::text, e.actor_name,
    e.address, e.browser, e.operation, e.thing_kind, e.thing_id, e.thing_name, e.before::text,
    e.after::text, e.outcome, e.reason]);
  INSERT INTO audit_entry SELECT e.*;
  UPDATE audit_chain SET sequence = e.sequence, hash = e.hash WHERE client_id = client;
END $function$
;
GRANT EXECUTE ON FUNCTION audit_append(integer,text,text,text,text,jsonb,jsonb,text,text) TO carillon_client;
GRANT EXECUTE ON FUNCTION audit_append(integer,text,text,text,text,jsonb,jsonb,text,text) TO carillon_platform;

CREATE OR REPLACE FUNCTION public.audit_change()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
DECLARE
  ignored text[] := string_to_array(TG_ARGV[3], ',')
    || ARRAY['version', 'changed_by', 'changed_at', 'updated', 'created', 'client_id'];
  hidden text[] := string_to_array(TG_ARGV[4], ',');
  old_row jsonb := CASE WHEN TG_OP = 'INSERT' THEN NULL ELSE to_jsonb(OLD) END;
  new_row jsonb := CASE WHEN TG_OP = 'DELETE' THEN NULL ELSE to_jsonb(NEW) END;
  whole jsonb := coalesce(new_row, old_row);
  was jsonb;
  became jsonb;
BEGIN
  -- The same secret under another key is no change (decision 078).
  IF TG_OP = 'UPDATE' AND current_setting('app.resealing', true) = 'on'
    AND old_row - '{secret,new_secret,secrets}'::text[] = new_row - '{secret,new_secret,secrets}'::text[] THEN
    RETURN NULL;
  END IF;
  SELECT jsonb_object_agg(k, CASE WHEN k = ANY (hidden) THEN '"(hidden)"' ELSE old_row->k END)
      FILTER (WHERE old_row IS NOT NULL),
    jsonb_object_agg(k, CASE WHEN k = ANY (hidden) THEN '"(hidden)"' ELSE new_row->k END)
      FILTER (WHERE new_row IS NOT NULL)
    INTO was, became
    FROM jsonb_object_keys(whole) AS k
    WHERE k <> ALL (ignored)
      AND nullif(old_row->k, 'null') IS DISTINCT FROM nullif(new_row->k, 'null');
  IF was IS NULL AND became IS NULL THEN
    RETURN NULL;
  END IF;
  PERFORM audit_append(coalesce((whole->>'client_id')::integer, 0), NULL, TG_ARGV[0],
    whole->>TG_ARGV[1], whole->>TG_ARGV[2], was, became, 'done', NULL);
  RETURN NULL;
END $function$
;
GRANT EXECUTE ON FUNCTION audit_change() TO PUBLIC;

CREATE OR REPLACE FUNCTION public.audit_field(value text)
 RETURNS text
 LANGUAGE sql
 IMMUTABLE PARALLEL SAFE
AS $function$
  SELECT coalesce(octet_length(convert_to(value, 'UTF8')) || ':' || value, '-') || ','
$function$
;
GRANT EXECUTE ON FUNCTION audit_field(text) TO PUBLIC;

CREATE OR REPLACE FUNCTION public.audit_hash(fields text[])
 RETURNS bytea
 LANGUAGE plpgsql
 IMMUTABLE
AS $function$
DECLARE
  content text := '';
  value text;
BEGIN
  FOREACH value IN ARRAY fields
  LOOP
    content := content || audit_field(value);
  END LOOP;
  RETURN sha256(convert_to(content, 'UTF8'));
END $function$
;
GRANT EXECUTE ON FUNCTION audit_hash(text[]) TO PUBLIC;

CREATE OR REPLACE FUNCTION public.audit_mask(phone text)
 RETURNS text
 LANGUAGE sql
 IMMUTABLE PARALLEL SAFE
AS $function$
  SELECT CASE WHEN phone LIKE '#%' THEN 'erased' ELSE '…' || right(phone, 4) END
$function$
;
GRANT EXECUTE ON FUNCTION audit_mask(text) TO PUBLIC;

CREATE OR REPLACE FUNCTION public.audit_noted()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
DECLARE
  phone text := NEW.detail->>'phone';
  detail jsonb := NEW.detail;
BEGIN
  IF phone IS NOT NULL THEN
    detail := detail - 'phone' || jsonb_build_object('number', audit_mask(phone));
  END IF;
  PERFORM audit_append(NEW.client_id, NULL,
    CASE NEW.action WHEN 'do_not_call_deleted' THEN 'doNotCall' ELSE NEW.action END,
    coalesce(NEW.detail->>'reportArchiveId', NEW.detail->>'inboundTextId',
      phone), phone, NULL, detail, 'done', NULL);
  RETURN NULL;
END $function$
;
GRANT EXECUTE ON FUNCTION audit_noted() TO PUBLIC;

CREATE OR REPLACE FUNCTION public.audit_redact(client integer, phone text)
 RETURNS jsonb
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
DECLARE
  digits text := right(phone, 10);
  mark text := '…' || right(phone, 4);
  e audit_entry;
  redacted jsonb := '{}';
BEGIN
  IF digits !~ '^[0-9]{10}$' OR current_client() IS DISTINCT FROM client THEN
    RAISE EXCEPTION 'not a number of this client';
  END IF;
  PERFORM set_config('app.redacting', 'on', true);
  FOR e IN SELECT * FROM audit_entry a WHERE a.client_id = client
      AND concat_ws(' ', a.thing_id, a.thing_name, a.before::text, a.after::text, a.actor_name) LIKE '%' || digits || '%'
      ORDER BY a.sequence FOR UPDATE LOOP
    UPDATE audit_entry a SET thing_id = regexp_replace(a.thing_id, '1?' || digits, mark, 'g'),
        thing_name = regexp_replace(a.thing_name, '1?' || digits, mark, 'g'),
        actor_name = regexp_replace(a.actor_name, '1?' || digits, mark, 'g'),
        before = regexp_replace(a.before::text, '1?' || digits, mark, 'g')::jsonb,
        after = regexp_replace(a.after::text, '1?' || digits, mark, 'g')::jsonb
      WHERE a.client_id = client AND a.sequence = e.sequence
      RETURNING * INTO e;
    redacted := redacted || jsonb_build_object(e.sequence::text, encode(audit_hash(ARRAY[
      encode(e.previous, 'hex'), e.client_id::text, e.sequence::text,
      (extract(epoch FROM e.at) * 1000000)::bigint::text, e.actor_kind, e.actor_id::text, e.actor_name,
      e.address, e.browser, e.operation, e.thing_kind, e.thing_id, e.thing_name, e.before::text,
      e.after::text, e.outcome, e.reason]), 'hex'));
  END LOOP;
  PERFORM set_config('app.redacting', '', true);
  RETURN redacted;
END $function$
;
GRANT EXECUTE ON FUNCTION audit_redact(integer,text) TO carillon_client;

CREATE OR REPLACE FUNCTION public.audit_refuse()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
BEGIN
  IF TG_OP = 'UPDATE' AND TG_TABLE_NAME = 'audit_entry' AND current_setting('app.redacting', true) = 'on' THEN
    RETURN NULL;
  END IF;
  RAISE EXCEPTION 'The audit log can only be added to.';
END $function$
;
GRANT EXECUTE ON FUNCTION audit_refuse() TO PUBLIC;

CREATE OR REPLACE FUNCTION public.audit_seal()
 RETURNS TABLE(client integer, day date, last bigint, root text)
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
BEGIN
  RETURN QUERY
    INSERT INTO audit_root AS r (client_id, sequence, day, hash)
    SELECT c.client_id, c.sequence, (clock_timestamp() AT TIME ZONE 'UTC')::date, c.hash
    FROM audit_chain c WHERE c.sequence > 0 ORDER BY c.client_id
    ON CONFLICT DO NOTHING
    RETURNING r.client_id, r.day, r.sequence, encode(r.hash, 'hex');
END $function$
;
GRANT EXECUTE ON FUNCTION audit_seal() TO carillon_platform;

CREATE OR REPLACE FUNCTION public.begin_list_load(list bigint)
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
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
END $function$
;
GRANT EXECUTE ON FUNCTION begin_list_load(bigint) TO carillon_client;

CREATE OR REPLACE FUNCTION public.correct_unknown(client integer, list bigint, entries integer[], results text[], finished timestamp with time zone[])
 RETURNS integer
 LANGUAGE plpgsql
 SET plan_cache_mode TO 'force_custom_plan'
AS $function$
DECLARE
  attempted timestamptz;
  corrected integer := 0;
BEGIN
  FOR n IN 1..cardinality(entries) LOOP
    UPDATE attempt SET result = results[n], finished_at = finished[n], carrier_note = NULL
      WHERE client_id = client AND call_list_id = list AND entry_id = entries[n]
        AND attempt.result = 'unknown'
      RETURNING attempted_at INTO attempted;
    CONTINUE WHEN NOT FOUND;
    UPDATE call_record SET result = results[n], finished_at = finished[n], carrier_words = ''
      WHERE client_id = client AND started_at = attempted AND call_list_id = list
        AND entry_id = entries[n];
    UPDATE call_list_count c
      SET unknown = c.unknown - 1,
        delivered = c.delivered + (results[n] = 'delivered')::int,
        failed = c.failed + (results[n] = 'failed')::int
      WHERE client_id = client AND call_list_id = list;
    corrected := corrected + 1;
  END LOOP;
  RETURN corrected;
END $function$
;
GRANT EXECUTE ON FUNCTION correct_unknown(integer,bigint,integer[],text[],timestamp with time zone[]) TO carillon_client;

CREATE OR REPLACE FUNCTION public.current_client()
 RETURNS integer
 LANGUAGE sql
 STABLE PARALLEL SAFE
RETURN (NULLIF(current_setting('app.client_id'::text, true), ''::text))::integer
;
GRANT EXECUTE ON FUNCTION current_client() TO PUBLIC;

CREATE OR REPLACE FUNCTION public.current_world()
 RETURNS text
 LANGUAGE sql
 SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
  SELECT generation || '/' || left(pg_walfile_name(pg_current_wal_insert_lsn()), 8)
  FROM installation WHERE hold_since IS NULL
$function$
;
GRANT EXECUTE ON FUNCTION current_world() TO carillon_client;
GRANT EXECUTE ON FUNCTION current_world() TO carillon_platform;

CREATE OR REPLACE FUNCTION public.delay_entries(client integer, list bigint, entries integer[], until timestamp with time zone[], reasons text[])
 RETURNS void
 LANGUAGE plpgsql
AS $function$
DECLARE
  tids tid[];
  given integer[];
BEGIN
  SELECT array_agg(e.ctid), array_agg(v.n) INTO tids, given
  FROM (SELECT entry, max(n)::integer AS n FROM unnest(entries) WITH ORDINALITY AS u (entry, n) GROUP BY entry) AS v
  CROSS JOIN LATERAL (
    SELECT ctid FROM list_entry
    WHERE client_id = client AND call_list_id = list AND entry_id = v.entry
    OFFSET 0 FOR UPDATE) AS e;
  PERFORM delay_locked_entries(client, list, tids,
    ARRAY(SELECT until[n] FROM unnest(given) WITH ORDINALITY AS u (n, at) ORDER BY at),
    ARRAY(SELECT reasons[n] FROM unnest(given) WITH ORDINALITY AS u (n, at) ORDER BY at));
END $function$
;
GRANT EXECUTE ON FUNCTION delay_entries(integer,bigint,integer[],timestamp with time zone[],text[]) TO carillon_client;

CREATE OR REPLACE FUNCTION public.delay_locked_entries(client integer, list bigint, tids tid[], until timestamp with time zone[], reasons text[])
 RETURNS void
 LANGUAGE plpgsql
 SET enable_seqscan TO 'off'
 SET enable_indexscan TO 'off'
 SET enable_bitmapscan TO 'off'
 SET plan_cache_mode TO 'force_custom_plan'
AS $function$
DECLARE
  -- Each looks its place up in its part.
  largest CONSTANT integer := 500;
  part tid[];
BEGIN
  FOR before IN 0..coalesce(cardinality(tids), 0) - 1 BY largest LOOP
    part := tids[before + 1:before + largest];
    UPDATE list_entry e
      SET (state, due_at, reason) = (
        SELECT CASE WHEN until[before + n] IS NULL THEN 2 ELSE 0 END,
          coalesce(until[before + n], e.due_at), reasons[before + n]
        FROM (SELECT array_position(part, e.ctid) OFFSET 0) AS place (n))
      WHERE e.client_id = client AND e.call_list_id = list AND e.ctid = ANY (part);
  END LOOP;
END $function$
;
GRANT EXECUTE ON FUNCTION delay_locked_entries(integer,bigint,tid[],timestamp with time zone[],text[]) TO carillon_client;

CREATE OR REPLACE FUNCTION public.end_attempts(client integer, list bigint, entries integer[], results text[], answered timestamp with time zone[], finished timestamp with time zone[], notes jsonb[])
 RETURNS SETOF integer
 LANGUAGE plpgsql
AS $function$
BEGIN
  RETURN QUERY SELECT ended_entry FROM end_attempts_of_lists(client,
    array_fill(list, ARRAY[cardinality(entries)]), entries, results, answered, finished, notes);
END $function$
;
GRANT EXECUTE ON FUNCTION end_attempts(integer,bigint,integer[],text[],timestamp with time zone[],timestamp with time zone[],jsonb[]) TO carillon_client;

CREATE OR REPLACE FUNCTION public.end_attempts_of_lists(client integer, lists bigint[], entries integer[], results text[], answered timestamp with time zone[], finished timestamp with time zone[], notes jsonb[])
 RETURNS TABLE(ended_list bigint, ended_entry integer)
 LANGUAGE plpgsql
 SET enable_seqscan TO 'off'
 SET enable_indexscan TO 'off'
 SET enable_bitmapscan TO 'off'
 SET enable_nestloop TO 'off'
 SET plan_cache_mode TO 'force_custom_plan'
AS $function$
DECLARE
  tids tid[] := attempt_tids_of_lists(client, lists, entries);
  ended integer;
BEGIN
  -- The key is a condition too: a tid may be another row's by now.
  RETURN QUERY
    UPDATE attempt a
    SET result = v.result, answered_at = v.answered, finished_at = v.finished, carrier_note = v.note
    FROM (SELECT DISTINCT ON (u.list, u.entry) u.*
          FROM unnest(lists, entries, results, answered, finished, notes) WITH ORDINALITY
            AS u (list, entry, result, answered, finished, note, n)
          ORDER BY u.list, u.entry, u.n) AS v
    WHERE a.ctid = ANY (tids) AND a.client_id = client AND a.call_list_id = v.list
      AND a.entry_id = v.entry AND a.result IS NULL
    RETURNING a.call_list_id, a.entry_id;
  GET DIAGNOSTICS ended = ROW_COUNT;
  IF ended = cardinality(entries) THEN
    RETURN;
  END IF;
  -- Some had ended before, or another transaction moved them since their tids were read.
  FOR n IN 1..cardinality(entries) LOOP
    UPDATE attempt a
      SET result = results[n], answered_at = answered[n], finished_at = finished[n],
        carrier_note = notes[n]
      WHERE client_id = client AND call_list_id = lists[n] AND entry_id = entries[n]
        AND a.result IS NULL;
    IF FOUND THEN
      ended_list := lists[n];
      ended_entry := entries[n];
      RETURN NEXT;
    END IF;
  END LOOP;
END $function$
;
GRANT EXECUTE ON FUNCTION end_attempts_of_lists(integer,bigint[],integer[],text[],timestamp with time zone[],timestamp with time zone[],jsonb[]) TO carillon_client;

CREATE OR REPLACE FUNCTION public.enqueue(task text, payload json, job_key text)
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'public'
AS $function$
DECLARE
  added bigint;
BEGIN
  IF current_client() IS NOT NULL AND (payload ->> 'clientId')::integer IS DISTINCT FROM current_client() THEN
    RAISE EXCEPTION 'a job of another client';
  END IF;
  WHILE added IS NULL LOOP
    SELECT id INTO added FROM graphile_worker.add_job(task, payload, job_key => enqueue.job_key);
  END LOOP;
END $function$
;
GRANT EXECUTE ON FUNCTION enqueue(text,json,text) TO carillon_client;
GRANT EXECUTE ON FUNCTION enqueue(text,json,text) TO carillon_platform;

CREATE OR REPLACE FUNCTION public.enqueue(task text, payload json, job_key text, queue text)
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'public'
AS $function$
DECLARE
  added bigint;
BEGIN
  IF current_client() IS NOT NULL AND (payload ->> 'clientId')::integer IS DISTINCT FROM current_client() THEN
    RAISE EXCEPTION 'a job of another client';
  END IF;
  WHILE added IS NULL LOOP
    SELECT id INTO added
      FROM graphile_worker.add_job(task, payload, queue_name => queue, job_key => enqueue.job_key);
  END LOOP;
END $function$
;
GRANT EXECUTE ON FUNCTION enqueue(text,json,text,text) TO carillon_client;
GRANT EXECUTE ON FUNCTION enqueue(text,json,text,text) TO carillon_platform;

CREATE OR REPLACE FUNCTION public.ensure_call_record_month(instant timestamp with time zone)
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
DECLARE
  first_day date := date_trunc('month', instant AT TIME ZONE 'UTC')::date;
  month_name text := 'call_record_' || to_char(first_day, 'YYYYMM');
BEGIN
  IF to_regclass(month_name) IS NOT NULL THEN
    RETURN;
  END IF;
  PERFORM pg_advisory_xact_lock(hashtext('call_record partitions'));
  -- From the catalog itself: to_regclass would return what it cached before the wait.
  PERFORM FROM pg_class WHERE relname = month_name AND relnamespace = 'public'::regnamespace;
  IF FOUND THEN
    RETURN;
  END IF;
  EXECUTE format('CREATE TABLE %I (LIKE call_record INCLUDING ALL) PARTITION BY HASH (client_id)', month_name);
  FOR part IN 0..7 LOOP
    EXECUTE format('CREATE TABLE %I PARTITION OF %I FOR VALUES WITH (MODULUS 8, REMAINDER %s)',
      month_name || '_' || part, month_name, part);
  END LOOP;
  EXECUTE format('ALTER TABLE call_record ATTACH PARTITION %I FOR VALUES FROM (%L) TO (%L)',
    month_name, first_day::text || ' 00:00+00', (first_day + interval '1 month')::date::text || ' 00:00+00');
END $function$
;
GRANT EXECUTE ON FUNCTION ensure_call_record_month(timestamp with time zone) TO PUBLIC;
GRANT EXECUTE ON FUNCTION ensure_call_record_month(timestamp with time zone) TO carillon_client;
GRANT EXECUTE ON FUNCTION ensure_call_record_month(timestamp with time zone) TO carillon_platform;

CREATE OR REPLACE FUNCTION public.erase_lifts(client integer, number text, hash text)
 RETURNS integer
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
DECLARE
  digits text := right(number, 10);
  changed integer;
BEGIN
  IF digits !~ '^[0-9]{10}$' OR current_client() IS DISTINCT FROM client THEN
    RAISE EXCEPTION 'not a number of this client';
  END IF;
  UPDATE do_not_call_lift SET reason = regexp_replace(reason, '1?' || digits, '', 'g')
    WHERE client_id = client AND reason LIKE '%' || digits || '%';
  UPDATE do_not_call_lift SET phone = hash, reason = 'erased'
    WHERE client_id = client AND phone = number;
  GET DIAGNOSTICS changed = ROW_COUNT;
  RETURN changed;
END $function$
;
GRANT EXECUTE ON FUNCTION erase_lifts(integer,text,text) TO carillon_client;

CREATE OR REPLACE FUNCTION public.finish_list_load(list bigint)
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
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
END $function$
;
GRANT EXECUTE ON FUNCTION finish_list_load(bigint) TO carillon_client;

CREATE OR REPLACE FUNCTION public.fold_waiting(client integer, list bigint)
 RETURNS void
 LANGUAGE plpgsql
AS $function$
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
END $function$
;
GRANT EXECUTE ON FUNCTION fold_waiting(integer,bigint) TO carillon_client;

CREATE OR REPLACE FUNCTION public.followed_until()
 RETURNS timestamp with time zone
 LANGUAGE sql
 SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$ SELECT followed_until FROM installation $function$
;
GRANT EXECUTE ON FUNCTION followed_until() TO carillon_client;
GRANT EXECUTE ON FUNCTION followed_until() TO carillon_platform;

CREATE OR REPLACE FUNCTION public.is_somebody_acting()
 RETURNS boolean
 LANGUAGE sql
 STABLE
AS $function$
  SELECT nullif(current_setting('app.actor', true), '') IS NOT NULL
$function$
;
GRANT EXECUTE ON FUNCTION is_somebody_acting() TO PUBLIC;

CREATE OR REPLACE FUNCTION public.keep_removed_follow_ups()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
BEGIN
  SELECT coalesce(jsonb_agg(kept.rule ORDER BY kept.rule->'ruleId'), '[]') INTO NEW.removed_follow_ups
  FROM (
    SELECT DISTINCT ON (gone.rule->'ruleId') gone.rule
    FROM (
      SELECT rule, 1 AS age FROM jsonb_array_elements(OLD.follow_ups) AS o (rule)
      UNION ALL
      SELECT rule, 2 FROM jsonb_array_elements(OLD.removed_follow_ups) AS o (rule)
    ) AS gone
    WHERE NOT EXISTS (
      SELECT FROM jsonb_array_elements(NEW.follow_ups) AS n (rule)
      WHERE n.rule->'ruleId' = gone.rule->'ruleId')
    ORDER BY gone.rule->'ruleId', gone.age
  ) AS kept;
  RETURN NEW;
END $function$
;
GRANT EXECUTE ON FUNCTION keep_removed_follow_ups() TO PUBLIC;

CREATE OR REPLACE FUNCTION public.keep_simulation_anchor()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
BEGIN
  INSERT INTO simulation_anchor (real_anchor, simulated_anchor, speed)
  VALUES (NEW.real_anchor, NEW.simulated_anchor, NEW.speed)
  ON CONFLICT (real_anchor) DO UPDATE
    SET simulated_anchor = excluded.simulated_anchor, speed = excluded.speed;
  RETURN NULL;
END $function$
;
GRANT EXECUTE ON FUNCTION keep_simulation_anchor() TO PUBLIC;

CREATE OR REPLACE FUNCTION public.note_asking()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
BEGIN
  IF TG_OP = 'INSERT' OR NOT OLD.whole_account THEN
    PERFORM pg_advisory_xact_lock_shared(hashtext('stops and lists'), NEW.client_id);
    NEW.asked_in := pg_current_xact_id();
  END IF;
  RETURN NEW;
END $function$
;
GRANT EXECUTE ON FUNCTION note_asking() TO PUBLIC;

CREATE OR REPLACE FUNCTION public.note_closing()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
BEGIN
  NEW.closed_at := now();
  RETURN NEW;
END $function$
;
GRANT EXECUTE ON FUNCTION note_closing() TO PUBLIC;

CREATE OR REPLACE FUNCTION public.note_preparation()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
BEGIN
  IF TG_OP = 'UPDATE' AND NEW.prepared_at IS NOT DISTINCT FROM OLD.prepared_at
    AND prepared_part(to_jsonb(NEW)) = prepared_part(to_jsonb(OLD)) THEN
    RETURN NEW;
  END IF;
  IF NOT is_somebody_acting() THEN
    RETURN NEW;
  END IF;
  NEW.prepared_by := acting_manager();
  NEW.prepared_at := clock_timestamp();
  NEW.approved_by := NULL;
  NEW.approved_at := NULL;
  -- Starting or Running.
  IF NEW.run_status IN (2, 3)
    AND (SELECT k.launch_approval FROM client k WHERE k.client_id = NEW.client_id) THEN
    NEW.run_status := 4;
    NEW.scheduled_start := false;
    NEW.reason := jsonb_strip_nulls(jsonb_build_object('code', 'changed_since_approval', 'by',
      (SELECT m.name FROM manager m
       WHERE m.client_id = NEW.client_id AND m.manager_id = NEW.prepared_by)));
  END IF;
  RETURN NEW;
END $function$
;
GRANT EXECUTE ON FUNCTION note_preparation() TO PUBLIC;

CREATE OR REPLACE FUNCTION public.note_reached(client integer, list bigint, entries integer[], reached timestamp with time zone[])
 RETURNS void
 LANGUAGE plpgsql
 SET enable_seqscan TO 'off'
 SET enable_indexscan TO 'off'
 SET enable_bitmapscan TO 'off'
 SET enable_nestloop TO 'off'
 SET plan_cache_mode TO 'force_custom_plan'
AS $function$
DECLARE
  tids tid[] := attempt_tids(client, list, entries);
  noted integer;
BEGIN
  UPDATE attempt a SET reached_at = v.reached
  FROM unnest(entries, reached) AS v (entry, reached)
  WHERE a.ctid = ANY (tids) AND a.client_id = client AND a.call_list_id = list
    AND a.entry_id = v.entry;
  GET DIAGNOSTICS noted = ROW_COUNT;
  IF noted = cardinality(entries) THEN
    RETURN;
  END IF;
  -- Another transaction moved some since their tids were read.
  FOR n IN 1..cardinality(entries) LOOP
    UPDATE attempt SET reached_at = reached[n]
      WHERE client_id = client AND call_list_id = list AND entry_id = entries[n]
        AND reached_at IS NULL;
  END LOOP;
END $function$
;
GRANT EXECUTE ON FUNCTION note_reached(integer,bigint,integer[],timestamp with time zone[]) TO carillon_client;

CREATE OR REPLACE FUNCTION public.note_waiting()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
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
END $function$
;
GRANT EXECUTE ON FUNCTION note_waiting() TO PUBLIC;

CREATE OR REPLACE FUNCTION public.notify_engine_work()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
BEGIN
  PERFORM pg_notify('engine_work', '');
  RETURN NULL;
END $function$
;
GRANT EXECUTE ON FUNCTION notify_engine_work() TO PUBLIC;

CREATE OR REPLACE FUNCTION public.notify_phone_recording()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
BEGIN
  PERFORM pg_notify('phone_recording', json_build_object(
    'clientId', NEW.client_id, 'managerId', NEW.manager_id, 'recordingId', NEW.phone_recording_id,
    'revision', NEW.revision,
    'status', json_build_object('stage', NEW.stage, 'saved', NEW.saved,
      'callStatus', NEW.call_status, 'fileName', NEW.file_name))::text);
  RETURN NULL;
END $function$
;
GRANT EXECUTE ON FUNCTION notify_phone_recording() TO PUBLIC;

CREATE OR REPLACE FUNCTION public.number_hash(client integer, number text)
 RETURNS text
 LANGUAGE plpgsql
 STABLE PARALLEL SAFE
AS $function$
DECLARE
  pads text := current_setting('app.number_key', true);
BEGIN
  IF coalesce(pads, '') = '' THEN
    IF EXISTS (SELECT FROM do_not_call WHERE client_id = client AND phone < '1') THEN
      RAISE EXCEPTION 'numbers are blocked by their hashes, and this connection has no key for them';
    END IF;
    RETURN NULL;
  END IF;
  RETURN '#' || left(encode(sha256(decode(substr(pads, 129), 'hex')
    || sha256(decode(left(pads, 128), 'hex') || convert_to(client || ':' || number, 'UTF8'))), 'hex'), 32);
END $function$
;
GRANT EXECUTE ON FUNCTION number_hash(integer,text) TO PUBLIC;

CREATE OR REPLACE FUNCTION public.platform_time(at timestamp with time zone)
 RETURNS timestamp with time zone
 LANGUAGE sql
 STABLE PARALLEL SAFE
AS $function$
-- As text: a restore drops the tables before the functions, and a parsed body would depend on one.
SELECT coalesce(
  (SELECT least(
       a.simulated_anchor + (at - a.real_anchor) * a.speed,
       -- While nothing ran, the clock stood.
       (SELECT n.simulated_anchor FROM simulation_anchor n WHERE n.real_anchor > a.real_anchor
        ORDER BY n.real_anchor LIMIT 1))
   FROM simulation_anchor a WHERE a.real_anchor <= at ORDER BY a.real_anchor DESC LIMIT 1),
  -- Before the first anchor that was kept.
  (SELECT a.simulated_anchor - (a.real_anchor - at) FROM simulation_anchor a
   ORDER BY a.real_anchor LIMIT 1),
  at) $function$
;
GRANT EXECUTE ON FUNCTION platform_time(timestamp with time zone) TO PUBLIC;

CREATE OR REPLACE FUNCTION public.prepare_campaigns()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
BEGIN
  IF NOT is_somebody_acting() THEN
    RETURN NULL;
  END IF;
  UPDATE campaign c SET prepared_at = clock_timestamp()
  WHERE c.client_id = NEW.client_id AND c.deleted_at IS NULL AND c.campaign_id IN (
    SELECT u.campaign_id FROM campaign u
    WHERE u.client_id = NEW.client_id AND u.deleted_at IS NULL AND CASE TG_TABLE_NAME
      WHEN 'call_list' THEN u.campaign_id = (to_jsonb(NEW)->>'campaign_id')::bigint
      WHEN 'text_message' THEN u.text_message_id = (to_jsonb(NEW)->>'text_message_id')::bigint
      ELSE (to_jsonb(NEW)->>'voice_message_id')::bigint
        IN (u.customer_message_id, u.machine_message_id, u.agent_message_id) END
    ORDER BY u.campaign_id FOR NO KEY UPDATE);
  RETURN NULL;
END $function$
;
GRANT EXECUTE ON FUNCTION prepare_campaigns() TO PUBLIC;

CREATE OR REPLACE FUNCTION public.prepared_part(campaign jsonb)
 RETURNS jsonb
 LANGUAGE sql
 IMMUTABLE
AS $function$
  SELECT campaign - ARRAY['run_status', 'completed', 'reason', 'started', 'schedule_seen', 'schedule_since',
    'list_arrived', 'scheduled_start', 'trunk_failures', 'trunk_stopped', 'created', 'updated', 'deleted_at',
    'version', 'changed_by', 'changed_at', 'prepared_by', 'prepared_at', 'approved_by', 'approved_at',
    'agents_set', 'agents_set_at', 'stop_asked_at']
$function$
;
GRANT EXECUTE ON FUNCTION prepared_part(jsonb) TO PUBLIC;

CREATE OR REPLACE FUNCTION public.protect(tenant_table regclass, platform boolean)
 RETURNS void
 LANGUAGE plpgsql
AS $function$
BEGIN
  EXECUTE format('ALTER TABLE %s ENABLE ROW LEVEL SECURITY', tenant_table);
  EXECUTE format('ALTER TABLE %s FORCE ROW LEVEL SECURITY', tenant_table);
  EXECUTE format('CREATE POLICY own_client ON %s TO carillon_client USING (client_id = current_client()) WITH CHECK (client_id = current_client())', tenant_table);
  EXECUTE format('CREATE POLICY backup ON %s FOR SELECT TO CURRENT_USER USING (current_setting(''carillon.backup'', true) = ''on'')', tenant_table);
  EXECUTE format('GRANT SELECT, INSERT, UPDATE, DELETE ON %s TO carillon_client', tenant_table);
  IF platform THEN
    EXECUTE format('CREATE POLICY platform ON %s TO carillon_platform USING (true) WITH CHECK (true)', tenant_table);
    EXECUTE format('GRANT SELECT, INSERT, UPDATE, DELETE ON %s TO carillon_platform', tenant_table);
  END IF;
END $function$
;

CREATE OR REPLACE FUNCTION public.refresh_list_statistics(list bigint)
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
DECLARE
  partition regclass := to_regclass(
    CASE WHEN list < 1000000000 THEN 'list_entry_shared' ELSE 'list_entry_' || list END);
  newest timestamptz := greatest(pg_stat_get_last_analyze_time(partition),
    pg_stat_get_last_autoanalyze_time(partition));
BEGIN
  IF partition IS NOT NULL AND (newest IS NULL OR newest < clock_timestamp() - interval '1 minute') THEN
    EXECUTE format('ANALYZE %s', partition);
  END IF;
END $function$
;
GRANT EXECUTE ON FUNCTION refresh_list_statistics(bigint) TO carillon_client;

CREATE OR REPLACE FUNCTION public.remember_carrier_numbers()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
BEGIN
  INSERT INTO shown_number (client_id, phone)
  SELECT k.client_id, NEW.settings->>'callerId' FROM client k
  WHERE NEW.name IN (k.voice_carrier, k.text_carrier)
    AND NEW.settings->>'callerId' ~ '^1[2-9][0-9]{9}$'
  ORDER BY k.client_id
  ON CONFLICT DO NOTHING;
  RETURN NULL;
END $function$
;
GRANT EXECUTE ON FUNCTION remember_carrier_numbers() TO PUBLIC;

CREATE OR REPLACE FUNCTION public.remember_numbers_of_carriers()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
BEGIN
  INSERT INTO shown_number (client_id, phone)
  SELECT NEW.client_id, c.settings->>'callerId' FROM carrier c
  WHERE c.name IN (NEW.voice_carrier, NEW.text_carrier)
    AND c.settings->>'callerId' ~ '^1[2-9][0-9]{9}$'
  ON CONFLICT DO NOTHING;
  RETURN NULL;
END $function$
;
GRANT EXECUTE ON FUNCTION remember_numbers_of_carriers() TO PUBLIC;

CREATE OR REPLACE FUNCTION public.remember_shown_numbers()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
BEGIN
  INSERT INTO shown_number (client_id, phone)
  SELECT NEW.client_id, n.phone
  FROM unnest(CASE TG_TABLE_NAME
    WHEN 'campaign' THEN ARRAY[to_jsonb(NEW)->>'caller_id_number', to_jsonb(NEW)->>'linkback_number']
    ELSE ARRAY[to_jsonb(NEW)->>'phone'] END) AS n (phone)
  WHERE n.phone ~ '^1[2-9][0-9]{9}$'
  ON CONFLICT DO NOTHING;
  RETURN NULL;
END $function$
;
GRANT EXECUTE ON FUNCTION remember_shown_numbers() TO PUBLIC;

CREATE OR REPLACE FUNCTION public.take_locked_entries(client integer, list bigint, tids tid[])
 RETURNS integer
 LANGUAGE plpgsql
 SET enable_seqscan TO 'off'
 SET enable_indexscan TO 'off'
 SET enable_bitmapscan TO 'off'
 SET plan_cache_mode TO 'force_custom_plan'
AS $function$
DECLARE
  taken integer;
BEGIN
  UPDATE list_entry SET state = 1, reason = NULL
    WHERE client_id = client AND call_list_id = list AND ctid = ANY (tids);
  GET DIAGNOSTICS taken = ROW_COUNT;
  RETURN taken;
END $function$
;
GRANT EXECUTE ON FUNCTION take_locked_entries(integer,bigint,tid[]) TO carillon_client;

CREATE OR REPLACE FUNCTION public.text_tids(client integer, list bigint, entries integer[])
 RETURNS tid[]
 LANGUAGE plpgsql
 SET enable_seqscan TO 'off'
 SET enable_indexscan TO 'on'
 SET plan_cache_mode TO 'force_custom_plan'
AS $function$
BEGIN
  RETURN ARRAY(SELECT t.tid FROM unnest(entries) AS v (entry)
    CROSS JOIN LATERAL (SELECT ctid AS tid FROM outbound_text
      WHERE client_id = client AND call_list_id = list AND entry_id = v.entry OFFSET 0) AS t);
END $function$
;
GRANT EXECUTE ON FUNCTION text_tids(integer,bigint,integer[]) TO carillon_client;
