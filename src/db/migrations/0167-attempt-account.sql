-- An attempt that carries an External Id is found by that, and no more by its row of the file: one index less is written
-- when it is made, accepted, and ended.
-- Beside a running older version: safe
-- (It reads more attempts of a list for each entry than before, under a rule of an account or a person.)
DROP INDEX attempt_account;
CREATE INDEX attempt_account ON attempt (client_id, call_list_id, account_line, attempted_at)
  WHERE account_line IS NOT NULL AND external_key IS NULL;
