-- Who prepared a campaign last (docs/decisions/074-limits.md). Triggers note it, so that no writer can forget
-- it, and so does what runs: a change ends an approval, and where a client wants one, the run. Work of the
-- platform, which has no actor, prepares nothing.

CREATE OR REPLACE FUNCTION acting_manager() RETURNS bigint
LANGUAGE sql STABLE AS $$
  SELECT (nullif(current_setting('app.actor', true), '')::jsonb->>'id')::bigint
$$;

CREATE OR REPLACE FUNCTION is_somebody_acting() RETURNS boolean
LANGUAGE sql STABLE AS $$
  SELECT nullif(current_setting('app.actor', true), '') IS NOT NULL
$$;

-- What is no part of a campaign's preparation: its run, and stamps.
CREATE OR REPLACE FUNCTION prepared_part(campaign jsonb) RETURNS jsonb
LANGUAGE sql IMMUTABLE AS $$
  SELECT campaign - ARRAY['run_status', 'completed', 'reason', 'started', 'schedule_seen', 'schedule_since',
    'list_arrived', 'scheduled_start', 'trunk_failures', 'trunk_stopped', 'created', 'updated', 'deleted_at',
    'version', 'changed_by', 'changed_at', 'prepared_by', 'prepared_at', 'approved_by', 'approved_at',
    'agents_set', 'agents_set_at', 'stop_asked_at']
$$;

-- BEFORE INSERT OR UPDATE of a campaign. prepared_at moves when a message or a list was changed, below.
CREATE OR REPLACE FUNCTION note_preparation() RETURNS trigger
LANGUAGE plpgsql AS $$
BEGIN
  IF TG_OP = 'UPDATE' AND NEW.prepared_at IS NOT DISTINCT FROM OLD.prepared_at
    AND prepared_part(to_jsonb(NEW)) = prepared_part(to_jsonb(OLD)) THEN
    RETURN NEW;
  END IF;
  IF NOT is_somebody_acting() THEN
    RETURN NEW;
  END IF;
  NEW.prepared_by := acting_manager();
  NEW.prepared_at := clock_timestamp();
  NEW.approved_by := NULL;
  NEW.approved_at := NULL;
  -- Starting or Running.
  IF NEW.run_status IN (2, 3)
    AND (SELECT k.launch_approval FROM client k WHERE k.client_id = NEW.client_id) THEN
    NEW.run_status := 4;
    NEW.scheduled_start := false;
    NEW.reason := jsonb_strip_nulls(jsonb_build_object('code', 'changed_since_approval', 'by',
      (SELECT m.name FROM manager m
       WHERE m.client_id = NEW.client_id AND m.manager_id = NEW.prepared_by)));
  END IF;
  RETURN NEW;
END $$;

-- AFTER INSERT OR UPDATE of what campaigns use: a message, or a list that is attached.
CREATE OR REPLACE FUNCTION prepare_campaigns() RETURNS trigger
LANGUAGE plpgsql AS $$
BEGIN
  IF NOT is_somebody_acting() THEN
    RETURN NULL;
  END IF;
  UPDATE campaign c SET prepared_at = clock_timestamp()
  WHERE c.client_id = NEW.client_id AND c.deleted_at IS NULL AND c.campaign_id IN (
    SELECT u.campaign_id FROM campaign u
    WHERE u.client_id = NEW.client_id AND u.deleted_at IS NULL AND CASE TG_TABLE_NAME
      WHEN 'call_list' THEN u.campaign_id = (to_jsonb(NEW)->>'campaign_id')::bigint
      WHEN 'text_message' THEN u.text_message_id = (to_jsonb(NEW)->>'text_message_id')::bigint
      ELSE (to_jsonb(NEW)->>'voice_message_id')::bigint
        IN (u.customer_message_id, u.machine_message_id, u.agent_message_id) END
    ORDER BY u.campaign_id FOR NO KEY UPDATE);
  RETURN NULL;
END $$;
