-- Custom account fields can be sensitive: sealed in each list, masked on screens (docs/decisions/076-sensitive-data.md).
-- Beside a running older version: disturbs
-- (It would store a sensitive field in clear, and not show a sealed one.)

ALTER TABLE account_field ADD COLUMN sensitive boolean NOT NULL DEFAULT false;

ALTER TABLE list_entry ADD COLUMN sealed_custom bytea;
COMMENT ON COLUMN list_entry.sealed_custom IS 'As ssn: the sensitive custom fields, as the JSON of custom.';
