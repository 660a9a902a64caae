-- Managers' own phones, and the calls and texts that go there: codes, and messages to try
-- (docs/decisions/095-calls-and-texts-to-managers.md).
-- Beside a running older version: safe
-- (Its engines take none of these; one that no engine takes ends after 20 seconds.)

CREATE TABLE manager_phone (
  client_id    integer NOT NULL,
  manager_id   bigint NOT NULL,
  -- 11 digits; null until the first number is confirmed.
  phone        text,
  confirmed_at timestamptz,
  -- Waits for its code; the one above stays until then.
  new_phone    text,
  -- HMAC-SHA-256 under a key of the installation.
  code_hash    bytea,
  code_until   timestamptz,
  -- Wrong codes entered since it was sent.
  tries        smallint NOT NULL DEFAULT 0,
  PRIMARY KEY (client_id, manager_id),
  FOREIGN KEY (client_id, manager_id) REFERENCES manager
);
SELECT protect('manager_phone', true);
CREATE CONSTRAINT TRIGGER audited AFTER INSERT OR UPDATE OR DELETE ON manager_phone
  DEFERRABLE INITIALLY DEFERRED FOR EACH ROW
  EXECUTE FUNCTION audit_change('manager', 'manager_id', '', 'manager_id,new_phone,code_hash,code_until,tries', '');

-- One call or text to a manager's own phone: asked for by the API, made by an engine. No attempt, no counter.
CREATE TABLE manager_contact (
  client_id          integer NOT NULL,
  manager_contact_id bigint GENERATED ALWAYS AS IDENTITY,
  manager_id         bigint NOT NULL,
  purpose            text NOT NULL CHECK (purpose IN ('code', 'test')),
  channel            text NOT NULL CHECK (channel IN ('voice', 'text')),
  -- 11 digits.
  phone              text NOT NULL,
  -- Its number at the carrier, which no other row has, even after a restore; 15 digits at most.
  carrier_number     bigint NOT NULL,
  -- What is played or sent, as it was at the request; null once the row has ended.
  plan               jsonb,
  -- For the list of last tests.
  campaign_name      text,
  message_name       text,
  status             text NOT NULL DEFAULT 'waiting' CHECK (status IN
    ('waiting', 'placing', 'ringing', 'answered', 'sent', 'delivered', 'ended', 'failed', 'unclear')),
  reason             jsonb,
  note               jsonb,
  requested_at       timestamptz NOT NULL DEFAULT clock_timestamp(),
  -- The engine that took it. Committed before its carrier is asked, and never given to another.
  engine_id          uuid,
  lease_until        timestamptz,
  answered_at        timestamptz,
  answered_by        text CHECK (answered_by IN ('person', 'machine')),
  -- "carrier:id" of an accepted text.
  carrier_ref        text,
  ended_at           timestamptz,
  PRIMARY KEY (client_id, manager_contact_id),
  FOREIGN KEY (client_id, manager_id) REFERENCES manager
);
-- One in progress for each manager: two presses at once never make two calls.
CREATE UNIQUE INDEX manager_contact_open ON manager_contact (client_id, manager_id) WHERE ended_at IS NULL;
CREATE INDEX manager_contact_waiting ON manager_contact (requested_at) WHERE ended_at IS NULL;
CREATE INDEX manager_contact_recent ON manager_contact (client_id, requested_at);
CREATE INDEX manager_contact_ref ON manager_contact (client_id, carrier_ref) WHERE carrier_ref IS NOT NULL;
SELECT protect('manager_contact', true);
CREATE TRIGGER wakes_engines AFTER INSERT ON manager_contact
  FOR EACH STATEMENT EXECUTE FUNCTION notify_engine_work();
