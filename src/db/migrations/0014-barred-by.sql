-- Why numbers are barred for good, kept apart: of `barred`, those whose person pressed 9 or texted
-- STOP. What was barred before this migration stays counted as the do-not-call list's.
ALTER TABLE call_list_count
  ADD barred_key  integer NOT NULL DEFAULT 0,
  ADD barred_text integer NOT NULL DEFAULT 0;
