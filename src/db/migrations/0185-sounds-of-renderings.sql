-- A restored database gives the number of a lost version to another one, while carriers and processes keep
-- sounds by their address. So a rendering has a number of its own, which its addresses name
-- (docs/decisions/023-call-sounds.md). Null on renderings of versions before this one: theirs have none.
-- Beside a running older version: disturbs
-- (Its API does not know these addresses: calls of a newer engine would play nothing.)
ALTER TABLE voice_message_rendering ADD COLUMN sound_id bigint;
ALTER TABLE voice_message_rendering
  ALTER COLUMN sound_id SET DEFAULT floor(random() * 281474976710656)::bigint;
COMMENT ON COLUMN voice_message_rendering.sound_id IS
  'Random: no other rendering has it, not even one that a restore lost. Null: it is of an older version.';
