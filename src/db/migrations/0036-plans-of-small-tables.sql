-- The functions that look attempts up by key kept the plan of their connection's first calls. In a new
-- database `attempt` had a page then, where an index of the client alone costs the same as the key:
-- that plan went on reading every attempt of the client (5,700 rows a look-up after a minute and a
-- half at 400 calls a second), until the table had statistics. They plan anew each time, as
-- take_locked_entries does.
ALTER FUNCTION attempt_places(integer, bigint, integer[])
  SET plan_cache_mode = force_custom_plan;
ALTER FUNCTION end_attempts(integer, bigint, integer[], text[], timestamptz[], timestamptz[], text[])
  SET plan_cache_mode = force_custom_plan;
ALTER FUNCTION accept_texts(integer, bigint, integer[], text[], timestamptz)
  SET plan_cache_mode = force_custom_plan;
ALTER FUNCTION text_places(integer, bigint, integer[])
  SET plan_cache_mode = force_custom_plan;
ALTER FUNCTION correct_unknown(integer, bigint, integer[], text[], timestamptz[])
  SET plan_cache_mode = force_custom_plan;
