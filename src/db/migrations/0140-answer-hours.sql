-- How many calls a person answered, by zone and local hour: a part of the day is chosen by those of its hours in
-- which the number may be called (docs/decisions/090-persons-and-holds.md). Counted anew from the last four weeks.
-- Beside a running older version: safe
-- It goes on with answer_share and answer_share_until, which nothing of this version reads; a later one drops them.

CREATE TABLE answer_hour (
  client_id integer NOT NULL,
  zone text NOT NULL,
  hour smallint NOT NULL CHECK (hour BETWEEN 0 AND 23),
  attempts bigint NOT NULL,
  answered bigint NOT NULL,
  PRIMARY KEY (client_id, zone, hour)
);
SELECT protect('answer_hour', false);
COMMENT ON COLUMN answer_hour.hour IS 'Of the clock in the zone, at the attempt.';

CREATE TABLE answer_hour_until (
  client_id integer PRIMARY KEY,
  counted_until timestamptz NOT NULL
);
SELECT protect('answer_hour_until', false);
COMMENT ON COLUMN answer_hour_until.counted_until IS 'Call records that began before it are in the counts.';
