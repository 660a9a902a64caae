-- What ended in a time that a restore lost may have been followed up in it (docs/decisions/086-follow-ups.md).
-- Beside a running older version: safe
-- (It follows what a carrier tells again, as before.)

ALTER TABLE installation ADD COLUMN followed_until timestamptz;
COMMENT ON COLUMN installation.followed_until IS
  'On the engine''s clock: what ended up to then is not followed any more. Null: no restore lost a follow-up.';
-- It is no decision of anybody, so it is not in the audit log.
DROP TRIGGER audited ON installation;
CREATE CONSTRAINT TRIGGER audited AFTER INSERT OR UPDATE OR DELETE ON installation
  DEFERRABLE INITIALLY DEFERRED FOR EACH ROW
  EXECUTE FUNCTION audit_change('installation', 'installation_id', '',
    'key_fingerprint,opens_unbound,hold_facts,reconciled,hold_id,ended_holds,followed_until', '');

-- Functions: followed-until 460acbab
