-- How far the history of a demo client is: it is loaded in one transaction beside a running console, and its
-- campaigns are started after that. No change that a manager made, so it is no entry of the audit log.
-- Beside a running older version: safe

ALTER TABLE client ADD COLUMN demo_stage text
  CONSTRAINT client_demo_stage_check CHECK (demo_stage IN ('loading', 'starting'));

DROP TRIGGER audited ON client;
CREATE CONSTRAINT TRIGGER audited AFTER INSERT OR DELETE OR UPDATE ON client
  DEFERRABLE INITIALLY DEFERRED FOR EACH ROW
  EXECUTE FUNCTION audit_change('client', 'client_id', 'name', 'gap_revision,demo_stage', '');
