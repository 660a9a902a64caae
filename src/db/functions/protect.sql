-- Makes a table a tenant's: row level security, forced, one policy per role.
-- platform: whether the platform's own work may touch it (never personal data).
--
-- A backup reads every client's rows in one snapshot, under the owner's login. Row level security is forced
-- on the owner too, and a server of one's own gives it no way around. So the owner has a policy that shows
-- rows only in a transaction that says it is a backup; no other role has it, and it allows no change
-- (docs/decisions/041-backup.md).
CREATE OR REPLACE FUNCTION protect(tenant_table regclass, platform boolean) RETURNS void
LANGUAGE plpgsql AS $$
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
END $$;
REVOKE EXECUTE ON FUNCTION protect(regclass, boolean) FROM PUBLIC;
