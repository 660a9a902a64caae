-- Beside a running older version: safe
-- (Results wait while the indexes are built: some seconds for each million records.)
--
-- A report on a campaign or a contact list by its name read every record of the client. The names on records
-- are those of then, so no campaign's present name leads to them. Equal names share an index entry.
CREATE INDEX call_record_campaign_name ON call_record (client_id, campaign_name);
CREATE INDEX call_record_list_name ON call_record (client_id, call_list_name);
