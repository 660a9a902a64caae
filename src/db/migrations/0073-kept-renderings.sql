-- What attempts played stays: a rendering that a claim may have played is kept for as long as calls are, also when
-- its message was edited or deleted since.
-- Beside a running older version: safe

-- Real time of the last claim for calls that may play it, to the half day; NULL: no call has.
ALTER TABLE voice_message_rendering ADD COLUMN claimed_at timestamptz;
