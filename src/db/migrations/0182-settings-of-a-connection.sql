-- Which settings an engine opened a carrier with: until it has opened the carrier with changed ones, nothing
-- starts on it, because reopening ends what is in progress. NULL: an older version reported it.
-- Beside a running older version: safe
ALTER TABLE carrier_state ADD COLUMN settings_at timestamptz;
-- A start reads it as its client.
GRANT SELECT (updated) ON carrier TO carillon_client;
