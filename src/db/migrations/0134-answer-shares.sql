-- How many calls a person answered, by zone and part of the day: what the best part for a follow-up is chosen
-- by. Kept, so that no result is recorded with a scan of the call records (docs/decisions/086-follow-ups.md).
-- Beside a running older version: safe

CREATE TABLE answer_share (
  client_id integer NOT NULL,
  zone text NOT NULL,
  day_part smallint NOT NULL CHECK (day_part BETWEEN 0 AND 2),
  attempts bigint NOT NULL,
  answered bigint NOT NULL,
  PRIMARY KEY (client_id, zone, day_part)
);
SELECT protect('answer_share', false);

CREATE TABLE answer_share_until (
  client_id integer PRIMARY KEY,
  counted_until timestamptz NOT NULL
);
SELECT protect('answer_share_until', false);
COMMENT ON COLUMN answer_share_until.counted_until IS 'Call records that began before it are in the shares.';
