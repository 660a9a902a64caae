-- When a person last asked a campaign to stop, with no start by a person since (docs/decisions/011-schedules.md):
-- what its schedule asked for before does not start it again. By the engines' clock.
-- Beside a running older version: safe
-- (It does not note such stops, and starts as it did before.)
-- Functions: preparation ad635065
ALTER TABLE campaign ADD COLUMN stop_asked_at timestamptz;

-- The audit log has the stop itself.
DROP TRIGGER audited ON campaign;
CREATE CONSTRAINT TRIGGER audited AFTER INSERT OR UPDATE OR DELETE ON campaign
  DEFERRABLE INITIALLY DEFERRED FOR EACH ROW
  EXECUTE FUNCTION audit_change('campaign', 'campaign_id', 'name',
    'reason,started,schedule_seen,schedule_since,list_arrived,scheduled_start,trunk_failures,prepared_at,agents_set_at,removed_follow_ups,stop_asked_at', '');
