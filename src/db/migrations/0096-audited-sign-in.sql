-- What decides who can sign in, in the audit log (docs/decisions/068-audit.md).
-- Beside a running older version: safe

DO $$
DECLARE
  spec text[];
BEGIN
  FOREACH spec SLICE 1 IN ARRAY ARRAY[
    -- table, kind, id, name, no change by themselves, secret
    ['authenticator_app', 'secondFactor', 'manager_id', '', 'manager_id,new_secret,new_since,last_step,last_used', 'secret'],
    ['passkey', 'secondFactor', 'manager_id', 'name', 'manager_id,counter,last_used', 'credential_id,public_key'],
    ['manager_link', 'managerLink', 'manager_id', 'email', 'manager_id,mail', 'token_hash'],
    ['manager_subject', 'manager', 'manager_id', 'email', 'manager_id', '']
  ] LOOP
    EXECUTE format('CREATE CONSTRAINT TRIGGER audited AFTER INSERT OR UPDATE OR DELETE ON %I
      DEFERRABLE INITIALLY DEFERRED FOR EACH ROW EXECUTE FUNCTION audit_change(%L, %L, %L, %L, %L)',
      spec[1], spec[2], spec[3], spec[4], spec[5], spec[6]);
  END LOOP;
END $$;
