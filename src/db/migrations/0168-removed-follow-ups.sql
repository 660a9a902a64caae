-- What a removed follow-up rule said stays readable (docs/decisions/086-follow-ups.md).
-- Beside a running older version: safe
-- (It removes rules as before; the trigger keeps them.)
-- Functions: removed-follow-ups 7f9f5eb5

-- Rules as in follow_ups, by their numbers. Those that were removed before this are not known any more.
ALTER TABLE campaign ADD COLUMN removed_follow_ups jsonb NOT NULL DEFAULT '[]';

CREATE TRIGGER keeps_removed_follow_ups BEFORE UPDATE ON campaign FOR EACH ROW
  WHEN (OLD.follow_ups IS DISTINCT FROM NEW.follow_ups) EXECUTE FUNCTION keep_removed_follow_ups();

-- The audit log has the rules themselves.
DROP TRIGGER audited ON campaign;
CREATE CONSTRAINT TRIGGER audited AFTER INSERT OR UPDATE OR DELETE ON campaign
  DEFERRABLE INITIALLY DEFERRED FOR EACH ROW
  EXECUTE FUNCTION audit_change('campaign', 'campaign_id', 'name',
    'reason,started,schedule_seen,schedule_since,list_arrived,scheduled_start,trunk_failures,prepared_at,agents_set_at,removed_follow_ups', '');
