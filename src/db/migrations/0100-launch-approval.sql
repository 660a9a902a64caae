-- A second person starts what the first prepared (docs/decisions/074-limits.md).
-- Beside a running older version: safe
-- (Its starts ask nobody: require approvals when all processes are updated.)

ALTER TABLE client ADD COLUMN launch_approval boolean NOT NULL DEFAULT false;

-- prepared_by without a manager is the operator.
ALTER TABLE campaign
  ADD COLUMN prepared_by bigint,
  ADD COLUMN prepared_at timestamptz,
  ADD COLUMN approved_by bigint,
  ADD COLUMN approved_at timestamptz;
UPDATE campaign SET prepared_by = changed_by, prepared_at = changed_at WHERE changed_at IS NOT NULL;

-- Functions: preparation 97676d32

CREATE TRIGGER prepared BEFORE INSERT OR UPDATE ON campaign
  FOR EACH ROW EXECUTE FUNCTION note_preparation();
CREATE TRIGGER prepares_campaigns AFTER UPDATE OF version ON voice_message
  FOR EACH ROW WHEN (NEW.version <> OLD.version) EXECUTE FUNCTION prepare_campaigns();
CREATE TRIGGER prepares_campaigns AFTER UPDATE OF version ON text_message
  FOR EACH ROW WHEN (NEW.version <> OLD.version) EXECUTE FUNCTION prepare_campaigns();
CREATE TRIGGER prepares_campaigns AFTER INSERT ON call_list
  FOR EACH ROW EXECUTE FUNCTION prepare_campaigns();
CREATE TRIGGER moves_to_campaign AFTER UPDATE OF campaign_id ON call_list
  FOR EACH ROW WHEN (NEW.campaign_id <> OLD.campaign_id) EXECUTE FUNCTION prepare_campaigns();

-- When it was prepared moves with each change, which is an entry of its own.
DROP TRIGGER audited ON campaign;
CREATE CONSTRAINT TRIGGER audited AFTER INSERT OR UPDATE OR DELETE ON campaign
  DEFERRABLE INITIALLY DEFERRED FOR EACH ROW EXECUTE FUNCTION audit_change('campaign', 'campaign_id', 'name',
    'reason,started,schedule_seen,schedule_since,list_arrived,scheduled_start,trunk_failures,prepared_at', '');
