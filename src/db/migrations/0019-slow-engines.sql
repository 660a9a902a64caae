-- What an engine leaves behind that is slow and not dead, and starts that wait for a carrier.

-- Until when (real time) an engine that lost the campaign says that it still has this call with an
-- agent in hand. Nobody ends the call as unknown before, and its agent counts as busy.
ALTER TABLE attempt ADD COLUMN held_until timestamptz;

-- An automatic start that has not come to Running yet: a carrier that was away at that minute is
-- waited for, until the window ends.
ALTER TABLE campaign ADD COLUMN scheduled_start boolean NOT NULL DEFAULT false;
