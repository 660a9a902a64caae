-- What an engine says about its connection to a carrier is a code with its facts, and the other side's own words
-- beside it (contract/carrier-detail.ts); it was a sentence. NULL: nothing to say.
-- Beside a running older version: disturbs
-- (Engines of before store sentences.)

-- Each engine writes its rows every two seconds, so what it said before need not be kept.
ALTER TABLE carrier_state
  ALTER COLUMN detail DROP NOT NULL,
  ALTER COLUMN detail TYPE jsonb USING NULL::jsonb;
