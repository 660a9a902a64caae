-- A trunk that refuses every call, or answers nothing, stops its campaign; only a person starts it again.
ALTER TABLE campaign
  -- Calls in a row, in the order in which they were placed, that failed at the trunk itself.
  ADD COLUMN trunk_failures smallint NOT NULL DEFAULT 0,
  -- Stopped by them: schedules and new lists leave it alone.
  ADD COLUMN trunk_stopped boolean NOT NULL DEFAULT false;
