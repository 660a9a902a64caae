-- Beside a running older version: safe
-- The report shows the calls that the guard of abandonment counts (decision 085): by each campaign's present rule.
GRANT SELECT (client_id, campaign_id, campaign_type, pacing) ON campaign TO carillon_report;
CREATE POLICY report ON campaign FOR SELECT TO carillon_report USING (true);
GRANT SELECT (client_id, abandonment_wait, abandonment_hang_ups) ON client TO carillon_report;
CREATE POLICY report ON client FOR SELECT TO carillon_report USING (true);
