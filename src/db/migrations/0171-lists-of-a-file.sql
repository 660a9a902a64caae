-- A limit, gap or rest of an account or person counts the row of a file in every list of the file, so
-- the lists that reuse one are found by it, as those of its follow-ups are by call_list_follows.
-- Beside a running older version: safe
CREATE INDEX call_list_original ON call_list (client_id, original_call_list_id)
  WHERE original_call_list_id IS NOT NULL;
