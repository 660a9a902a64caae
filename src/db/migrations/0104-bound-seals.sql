-- Sealed values are bound to their row and carry the id of their key (docs/decisions/077-keys.md).
-- Beside a running older version: disturbs
-- (It cannot open what this version seals.)

COMMENT ON COLUMN list_entry.ssn IS 'Sealed for this list and account_line; version 1: for the client alone.';
COMMENT ON COLUMN list_entry.date_of_birth IS 'As ssn.';
COMMENT ON COLUMN call_record.ssn IS 'Sealed for this list and entry; version 1: for the client alone.';
COMMENT ON COLUMN call_record.date_of_birth IS 'As ssn.';
