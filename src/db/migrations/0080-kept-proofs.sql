-- What allowed a call is asked for as long as its record is kept, and attempts go with their list: the record has
-- a copy. Which renderings the attempts of a list may play is noted by list, so that a rendering stays as long as
-- they do, whatever the clocks and retention times are (docs/decisions/063-what-allowed-an-attempt.md).
-- Beside a running older version: safe
-- (Its records have no copy, and its renderings stay by time alone.)

-- As in attempt.allowed; NULL: the attempt has it, or it was not kept at that time.
ALTER TABLE call_record ADD COLUMN allowed bytea;

CREATE TABLE rendering_use (
  client_id        integer NOT NULL,
  voice_message_id bigint NOT NULL,
  version          integer NOT NULL,
  call_list_id     bigint NOT NULL,
  PRIMARY KEY (client_id, voice_message_id, version, call_list_id),
  FOREIGN KEY (client_id, call_list_id) REFERENCES call_list
);
-- For the list whose attempts go.
CREATE INDEX rendering_use_list ON rendering_use (client_id, call_list_id);

-- Of the renderings that calls played so far, every list with attempts may be the one: none goes too early.
-- (A read by the owner finds no rows while row level security is forced.)
ALTER TABLE voice_message_rendering NO FORCE ROW LEVEL SECURITY;
ALTER TABLE call_list NO FORCE ROW LEVEL SECURITY;
ALTER TABLE call_list_count NO FORCE ROW LEVEL SECURITY;
INSERT INTO rendering_use (client_id, voice_message_id, version, call_list_id)
SELECT r.client_id, r.voice_message_id, r.version, l.call_list_id
FROM voice_message_rendering r
JOIN call_list l ON l.client_id = r.client_id AND l.emptied_at IS NULL
JOIN call_list_count n ON n.client_id = l.client_id AND n.call_list_id = l.call_list_id AND n.attempted > 0
WHERE r.claimed_at IS NOT NULL;
ALTER TABLE voice_message_rendering FORCE ROW LEVEL SECURITY;
ALTER TABLE call_list FORCE ROW LEVEL SECURITY;
ALTER TABLE call_list_count FORCE ROW LEVEL SECURITY;

SELECT protect('rendering_use', true);
