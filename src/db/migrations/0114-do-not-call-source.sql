-- The do-not-call list by source, as the console sorts and narrows it, at a million numbers.
-- Beside a running older version: safe

CREATE INDEX do_not_call_source ON do_not_call (client_id,
  (CASE WHEN key_at IS NOT NULL THEN 'key' WHEN text_at IS NOT NULL THEN 'text' ELSE source END),
  do_not_call_id DESC);
