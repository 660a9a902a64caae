-- The call detail report says how each call and text ended: what was pressed, which version of the message
-- was played, the carrier's words, and the course of the call for the record's own page.
-- Beside a running older version: safe

ALTER TABLE call_record
  -- Bits, beside the result: 1 the person asked to stop, 2 wrote back, 4 the carrier accepted the text and
  -- never reported on it (db/record-outcome.ts).
  ADD COLUMN marks smallint NOT NULL DEFAULT 0,
  -- Every key, in order: "1", "9", "1, 9".
  ADD COLUMN key_pressed text COLLATE "C" NOT NULL DEFAULT '',
  -- Of the message that was played or sent; null where none was, and for records made before.
  ADD COLUMN message_version integer,
  -- The note of its end in words, as they are when the record is made.
  ADD COLUMN carrier_words text NOT NULL DEFAULT '',
  -- What happened in an answered call, for the record's own page (contract/call-course.ts).
  ADD COLUMN course jsonb;

-- Totals and charts over a client's records read this index alone.
DROP INDEX call_record_newest;
CREATE INDEX call_record_newest ON call_record (client_id, started_at DESC, call_list_id DESC, entry_id DESC)
  INCLUDE (campaign_id, duration, billed_duration, cost, result, abandoned, marks, call_type);

-- An UPDATE by the owner finds no rows while row level security is forced.
ALTER TABLE call_record NO FORCE ROW LEVEL SECURITY;
ALTER TABLE attempt NO FORCE ROW LEVEL SECURITY;
ALTER TABLE do_not_call NO FORCE ROW LEVEL SECURITY;
ALTER TABLE inbound_text NO FORCE ROW LEVEL SECURITY;

-- What is stored elsewhere about the records that are there. The last call before a person's 9 that a person
-- answered is the one in which it was pressed: no call follows it. (key_at is real time: on a simulation's
-- clock nothing may fit, and the outcome stays what it was.)
UPDATE call_record r SET marks = 1, key_pressed = '9'
FROM do_not_call d
CROSS JOIN LATERAL (
  SELECT c.started_at, c.call_list_id, c.entry_id FROM call_record c
  WHERE c.client_id = d.client_id AND c.phone = d.phone AND c.result = 'person'
    AND c.started_at <= d.key_at AND c.started_at > d.key_at - interval '1 hour'
  ORDER BY c.started_at DESC LIMIT 1) AS last
WHERE d.key_at IS NOT NULL AND r.client_id = d.client_id AND r.started_at = last.started_at
  AND r.call_list_id = last.call_list_id AND r.entry_id = last.entry_id;

-- A reply refers to the last text that went from its number to that person, two weeks back at most.
UPDATE call_record r SET marks = replied.marks
FROM (
  SELECT i.client_id, last.started_at, last.call_list_id, last.entry_id,
    2 + max(CASE WHEN i.intent = 3 THEN 1 ELSE 0 END) AS marks
  FROM inbound_text i
  CROSS JOIN LATERAL (
    SELECT c.started_at, c.call_list_id, c.entry_id FROM call_record c
    WHERE c.client_id = i.client_id AND c.phone = i.phone AND c.call_type = 'Text'
      AND c.caller_id = i.texting_number
      AND c.started_at <= i.received AND c.started_at > i.received - interval '14 days'
    ORDER BY c.started_at DESC LIMIT 1) AS last
  GROUP BY i.client_id, last.started_at, last.call_list_id, last.entry_id) AS replied
WHERE r.client_id = replied.client_id AND r.started_at = replied.started_at
  AND r.call_list_id = replied.call_list_id AND r.entry_id = replied.entry_id;

-- Accepted by its carrier, and ended without a receipt.
UPDATE call_record r SET marks = r.marks | 4
FROM attempt a
WHERE a.result = 'unknown' AND a.carrier_note ->> 'code' = 'no_receipt'
  AND r.client_id = a.client_id AND r.started_at = a.attempted_at AND r.call_list_id = a.call_list_id
  AND r.entry_id = a.entry_id;

ALTER TABLE call_record FORCE ROW LEVEL SECURITY;
ALTER TABLE attempt FORCE ROW LEVEL SECURITY;
ALTER TABLE do_not_call FORCE ROW LEVEL SECURITY;
ALTER TABLE inbound_text FORCE ROW LEVEL SECURITY;

-- A late receipt takes the words of the former end away.
-- Functions: text-batches 9d94417d
