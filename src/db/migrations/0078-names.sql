-- Names follow the glossary: a reply is submitted (not "handed over"), a database is unreachable (not "away"), an upload
-- is canceled (in American spelling), and what a carrier sends back is a response (not an "answer").
-- Beside a running older version: disturbs
-- (Its engines write the former columns.)

ALTER TABLE text_reply RENAME COLUMN handed_over TO submitted_at;
ALTER TABLE campaign_lease RENAME COLUMN handed_over TO submissions_settled;

-- Functions: current-world 2c2af9c3, notify-phone-recording 5120533b
-- A new database has only this name, from 0024.
DO $$ BEGIN
  IF to_regprocedure('tell_phone_recording()') IS NOT NULL THEN
    DROP TRIGGER phone_recording_changed ON phone_recording;
    CREATE TRIGGER phone_recording_changed AFTER INSERT OR UPDATE OF revision ON phone_recording
      FOR EACH ROW EXECUTE FUNCTION notify_phone_recording();
    DROP FUNCTION tell_phone_recording();
  END IF;
END $$;

UPDATE engine SET idle_because = idle_because || '{"trouble": "unreachable"}'
  WHERE idle_because ->> 'trouble' = 'away';
-- An UPDATE by the owner finds no rows while row level security is forced.
ALTER TABLE campaign NO FORCE ROW LEVEL SECURITY;
UPDATE campaign SET reason = reason || '{"trouble": "unreachable"}'
  WHERE reason ->> 'code' = 'database_trouble' AND reason ->> 'trouble' = 'away';
ALTER TABLE campaign FORCE ROW LEVEL SECURITY;

ALTER TABLE upload RENAME COLUMN cancelled TO canceled;
ALTER TABLE upload NO FORCE ROW LEVEL SECURITY;
UPDATE upload SET stage = 'canceled' WHERE stage = 'cancelled';
ALTER TABLE upload FORCE ROW LEVEL SECURITY;

-- A setting that is named after the carrier's responses.
UPDATE carrier SET settings = (settings - 'answerIds') || jsonb_build_object('responseIds', settings -> 'answerIds')
  WHERE settings ? 'answerIds';
