-- The brake judges calls in the order in which they were placed (docs/decisions/085-governor.md).
-- Beside a running older version: safe
-- (It counts in the order of results, as before. Counts that it has begun begin anew with the next result.)

-- Of each call that counts for a signal, when it was placed; of an agent who was called first, when that was.
ALTER TABLE brake_call ADD COLUMN placed_at timestamptz;
CREATE INDEX brake_call_placed ON brake_call (client_id, campaign_id, placed_at) WHERE NOT stopped;
COMMENT ON COLUMN brake_call.signals IS
  'Bits by the position of a signal, and one of calls for which an agent was called (domain/governor/brake.ts).';
COMMENT ON COLUMN brake_call.call_list_id IS '0: an agent who was called before there was a customer.';

-- When the newest call was placed that belongs to the time before a person started the campaign.
ALTER TABLE brake_count ADD COLUMN placed_after timestamptz;
COMMENT ON COLUMN brake_count.placed_after IS 'Null: an older version has begun these counts.';
