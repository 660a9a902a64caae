-- Adaptive pacing of Linkbacks, and agents on duty by the hour and live (docs/decisions/088-adaptive-pacing.md).
-- Functions: preparation 3f55bf8a
-- Beside a running older version: safe
-- It paces every Linkback by its ratio, and has its agent count at every hour.

-- agent_schedule: src/contract/agents.ts. agents_set: what a person set while it ran; simulated time.
ALTER TABLE campaign ADD COLUMN pacing text NOT NULL DEFAULT 'ratio' CHECK (pacing IN ('ratio', 'adaptive')),
  ADD COLUMN agent_schedule jsonb NOT NULL DEFAULT '[]',
  ADD COLUMN agents_set integer CHECK (agents_set >= 0),
  ADD COLUMN agents_set_at timestamptz;

DROP TRIGGER audited ON campaign;
CREATE CONSTRAINT TRIGGER audited AFTER INSERT OR UPDATE OR DELETE ON campaign
  DEFERRABLE INITIALLY DEFERRED FOR EACH ROW
  EXECUTE FUNCTION audit_change('campaign', 'campaign_id', 'name',
    'reason,started,schedule_seen,schedule_since,list_arrived,scheduled_start,trunk_failures,prepared_at,agents_set_at', '');
