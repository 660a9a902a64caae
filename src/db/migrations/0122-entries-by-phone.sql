-- An entry is found by its key also while the planner's statistics are older than its list. It then took
-- the index that began with the client for as cheap as the key, and read the whole list for each entry.
-- Beside a running older version: safe
-- Functions: list-load eb8525b3

CREATE INDEX list_entry_by_phone ON list_entry (phone, client_id, call_list_id);
DROP INDEX list_entry_phone;
ALTER INDEX list_entry_by_phone RENAME TO list_entry_phone;
