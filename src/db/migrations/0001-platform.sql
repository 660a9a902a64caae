-- Roles, tenancy, clients, managers, sessions, and what the installation knows of itself.
--
-- The login of DATABASE_URL owns everything and is used only for migrations and for attaching
-- partitions. The program's transactions run under one of three roles without login:
--   carillon_client    one client's data, set by app.client_id; without a client it sees nothing
--   carillon_platform  the platform's own work: sign-in, leases, schedules, the operator's command line
--   carillon_report    reads call records and do-not-call numbers by an explicit client_id, because row
--                      level security keeps trigram indexes from being used (ILIKE is not leakproof)

DO $$
DECLARE
  name text;
BEGIN
  FOREACH name IN ARRAY ARRAY['carillon_client', 'carillon_platform', 'carillon_report'] LOOP
    BEGIN
      EXECUTE format('CREATE ROLE %I NOLOGIN', name);
    EXCEPTION WHEN duplicate_object OR unique_violation THEN
      NULL; -- roles belong to the whole server: another database of it made them
    END;
    IF NOT pg_has_role(current_user, name, 'SET') THEN
      EXECUTE format('GRANT %I TO CURRENT_USER', name);
    END IF;
  END LOOP;
END $$;

CREATE EXTENSION IF NOT EXISTS pg_trgm;
CREATE EXTENSION IF NOT EXISTS btree_gin;

REVOKE CREATE ON SCHEMA public FROM PUBLIC;
GRANT USAGE ON SCHEMA public TO carillon_client, carillon_platform, carillon_report;

-- The client that this transaction works for; NULL when none is set.
CREATE FUNCTION current_client() RETURNS integer
LANGUAGE sql STABLE PARALLEL SAFE
RETURN nullif(current_setting('app.client_id', true), '')::integer;

-- Makes a table a tenant's: row level security, forced, one policy per role.
-- platform: whether the platform's own work may touch it (never personal data).
CREATE FUNCTION protect(tenant_table regclass, platform boolean) RETURNS void
LANGUAGE plpgsql AS $$
BEGIN
  EXECUTE format('ALTER TABLE %s ENABLE ROW LEVEL SECURITY', tenant_table);
  EXECUTE format('ALTER TABLE %s FORCE ROW LEVEL SECURITY', tenant_table);
  EXECUTE format('CREATE POLICY own_client ON %s TO carillon_client USING (client_id = current_client()) WITH CHECK (client_id = current_client())', tenant_table);
  EXECUTE format('GRANT SELECT, INSERT, UPDATE, DELETE ON %s TO carillon_client', tenant_table);
  IF platform THEN
    EXECUTE format('CREATE POLICY platform ON %s TO carillon_platform USING (true) WITH CHECK (true)', tenant_table);
    EXECUTE format('GRANT SELECT, INSERT, UPDATE, DELETE ON %s TO carillon_platform', tenant_table);
  END IF;
END $$;
REVOKE EXECUTE ON FUNCTION protect(regclass, boolean) FROM PUBLIC;

CREATE TABLE client (
  client_id          integer GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  code               text NOT NULL,
  name               text NOT NULL,
  -- Micro-dollars a minute.
  minute_cost        bigint NOT NULL DEFAULT 0 CHECK (minute_cost >= 0),
  -- Stricter calling hours: {"open": "09:00", "close": "20:00", "states": {"TX": {...}}}; null for 8:00 to 21:00.
  calling_hours      jsonb,
  voice_carrier      text NOT NULL DEFAULT 'simulated',
  text_carrier       text NOT NULL DEFAULT 'simulated',
  disabled_at        timestamptz,
  created            timestamptz NOT NULL DEFAULT now()
);
CREATE UNIQUE INDEX client_code ON client (lower(code));
SELECT protect('client', true);

CREATE TABLE manager (
  client_id     integer NOT NULL REFERENCES client,
  manager_id    bigint GENERATED ALWAYS AS IDENTITY,
  name          text NOT NULL,
  username      text NOT NULL,
  email         text NOT NULL,
  -- Argon2id, in its encoded form.
  password_hash text NOT NULL,
  active        boolean NOT NULL DEFAULT true,
  deleted_at    timestamptz,
  created       timestamptz NOT NULL DEFAULT now(),
  PRIMARY KEY (client_id, manager_id)
);
CREATE UNIQUE INDEX manager_username ON manager (client_id, lower(username)) WHERE deleted_at IS NULL;
SELECT protect('manager', true);

CREATE TABLE session (
  client_id  integer NOT NULL,
  -- SHA-256 of the token; the token itself is kept nowhere.
  token_hash bytea NOT NULL,
  manager_id bigint NOT NULL,
  created    timestamptz NOT NULL DEFAULT now(),
  last_used  timestamptz NOT NULL DEFAULT now(),
  PRIMARY KEY (client_id, token_hash),
  FOREIGN KEY (client_id, manager_id) REFERENCES manager
);
CREATE UNIQUE INDEX session_token ON session (token_hash);
CREATE INDEX session_manager ON session (client_id, manager_id);
SELECT protect('session', true);

-- Failed sign-ins of the last 15 minutes, by code + username and by address.
CREATE TABLE sign_in_failure (
  sign_in_failure_id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  account            text NOT NULL,
  address            text NOT NULL,
  failed_at          timestamptz NOT NULL DEFAULT now()
);
CREATE INDEX sign_in_failure_account ON sign_in_failure (account, failed_at);
CREATE INDEX sign_in_failure_address ON sign_in_failure (address, failed_at);
GRANT SELECT, INSERT, DELETE ON sign_in_failure TO carillon_platform;

-- What must not be lost from sight: full SSN exports, opt-outs lifted, operator changes.
CREATE TABLE audit_log (
  client_id    integer NOT NULL REFERENCES client,
  audit_log_id bigint GENERATED ALWAYS AS IDENTITY,
  at           timestamptz NOT NULL DEFAULT now(),
  manager_id   bigint,
  action       text NOT NULL,
  detail       jsonb NOT NULL DEFAULT '{}',
  PRIMARY KEY (client_id, audit_log_id)
);
SELECT protect('audit_log', true);

-- One row: what this installation knows of itself.
CREATE TABLE installation (
  only_row        boolean PRIMARY KEY DEFAULT true CHECK (only_row),
  -- Which key file encrypts personal data; another key stops the start.
  key_fingerprint text,
  created         timestamptz NOT NULL DEFAULT now()
);
INSERT INTO installation DEFAULT VALUES;
GRANT SELECT, UPDATE ON installation TO carillon_platform;

-- The simulation's clock: simulated instant = simulated_anchor + (now - real_anchor) * speed.
-- last_simulated is stored as time goes by, so that a restart never goes back.
CREATE TABLE simulation (
  only_row         boolean PRIMARY KEY DEFAULT true CHECK (only_row),
  real_anchor      timestamptz NOT NULL,
  simulated_anchor timestamptz NOT NULL,
  speed            double precision NOT NULL CHECK (speed > 0),
  last_simulated   timestamptz NOT NULL,
  notice           text
);
GRANT SELECT, INSERT, UPDATE ON simulation TO carillon_platform;
GRANT SELECT ON simulation TO carillon_client;

-- Carrier connections that the operator made (from issue «real carriers» on).
CREATE TABLE carrier (
  client_id  integer NOT NULL REFERENCES client,
  carrier_id bigint GENERATED ALWAYS AS IDENTITY,
  kind       text NOT NULL,
  name       text NOT NULL,
  settings   jsonb NOT NULL DEFAULT '{}',
  created    timestamptz NOT NULL DEFAULT now(),
  PRIMARY KEY (client_id, carrier_id)
);
SELECT protect('carrier', true);
