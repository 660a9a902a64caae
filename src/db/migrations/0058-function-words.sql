-- Names follow the glossary: rows are found by tid (not "place"), and a number is blocked (not "listed").
-- Beside a running older version: disturbs
-- (Its console cannot lift an opt-out: it names the former column.)

ALTER TABLE do_not_call_lift RENAME COLUMN listed TO blocked;

-- Renamed, or with an argument renamed. (A new database got the new ones from earlier migrations.)
DROP FUNCTION IF EXISTS attempt_places(integer, bigint, integer[]);
DROP FUNCTION IF EXISTS text_places(integer, bigint, integer[]);
DROP FUNCTION IF EXISTS take_locked_entries(integer, bigint, tid[]);
-- Functions: attempt-batches 7c8cd7a1, entry-batches 922393ad, text-batches 6b035961
-- Only their comments changed.
-- Functions: call-record-month ddcd2648, enqueue 4ca47dae, note-closing 770e59b4
-- Functions: protect 857ab912, notify-phone-recording b5174877
