-- Roles, extensions, and what makes a table a tenant's.
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

-- Functions: current-client adaae0fc, protect 83874140
