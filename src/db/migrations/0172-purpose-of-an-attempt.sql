-- What an attempt was for counts in the windows of the contact policy, whatever its campaign is for later
-- (docs/decisions/104-whose-contact.md). A code of db/purpose-codes.ts; null on attempts of older versions: what
-- the campaign is for now.
-- Beside a running older version: safe
ALTER TABLE attempt ADD COLUMN purpose smallint;
