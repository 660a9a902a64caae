-- Attempts are found by their key, or by a number.
-- Beside a running older version: safe

-- With the client first, these indexes served a look for the key as well as the key's own, as far as the
-- planner could tell for a client that its statistics do not know: the first results of a new client
-- then read all of its attempts for each of them (until the next ANALYZE, and with 50,000 attempts until the
-- statement's time was over). With the number first nobody takes them for anything but a number.
DROP INDEX attempt_phone;
CREATE INDEX attempt_phone ON attempt (phone, client_id, attempted_at);
DROP INDEX attempt_counted;
CREATE INDEX attempt_counted ON attempt (phone, client_id, counts_as, attempted_at)
  WHERE counts_as IS NOT NULL;
