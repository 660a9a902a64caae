-- Which row of its file a call record is about, so that a report counts persons apart from attempts. It is
-- kept with the record, because the entry is deleted with its list (docs/decisions/090-persons-and-holds.md).
-- Beside a running older version: safe
-- Its records have none, as those of before: each number of a person counts as one there.

ALTER TABLE call_record ADD COLUMN account_line integer;

-- The calls that the brake counts, while it counts, and those of its last stop: what "Show the calls" opens.
-- An older version counts without them, and its stops open the calls by their outcomes as before.
CREATE TABLE brake_call (
  client_id    integer NOT NULL REFERENCES client,
  campaign_id  bigint NOT NULL,
  stopped      boolean NOT NULL DEFAULT false,
  -- Which of the results since a person started the campaign.
  result_index integer NOT NULL,
  signals      smallint NOT NULL,
  call_list_id bigint NOT NULL,
  entry_id     integer NOT NULL,
  PRIMARY KEY (client_id, campaign_id, stopped, result_index)
);
SELECT protect('brake_call', true);
CREATE POLICY report ON brake_call FOR SELECT TO carillon_report USING (true);
GRANT SELECT ON brake_call TO carillon_report;
COMMENT ON COLUMN brake_call.signals IS 'Bits by the position of a signal (domain/governor/brake.ts).';
