-- Auto-replies that were submitted and have no outcome are found by every engine, which ends those of engines that
-- died (docs/decisions/016-texts-in-flight.md), and by every stop, which waits for them.
-- Beside a running older version: safe
CREATE INDEX text_reply_submitted ON text_reply (client_id, submitted_at)
  WHERE submitted_at IS NOT NULL AND outcome IS NULL;
