-- Consent of accounts and of whole lists (docs/decisions/087-consent.md).
-- Beside a running older version: disturbs
-- (An engine of it does not ask for consent, and its uploads know no such column.)

-- {"kind": "given" | "express" | "written" | "refused" | "unclear", "source", "date", "words"}: as the file says it.
ALTER TABLE list_entry ADD COLUMN consent jsonb;
-- Of the accounts that have none of their own; without "refused" and "unclear". "date" is YYYY-MM-DD.
ALTER TABLE call_list ADD COLUMN consent jsonb;
-- Cells of the consent column that say neither yes nor no; null: none was mapped.
ALTER TABLE call_list_import ADD COLUMN unclear_consents integer;
