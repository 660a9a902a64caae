-- A rendering that no new call plays is kept while calls that began before may still play it: an
-- edit can be followed by the next one, or by the message's deletion, within one call.
ALTER TABLE voice_message_rendering ADD COLUMN superseded_at timestamptz;
CREATE INDEX voice_message_rendering_superseded ON voice_message_rendering (superseded_at)
  WHERE superseded_at IS NOT NULL;
