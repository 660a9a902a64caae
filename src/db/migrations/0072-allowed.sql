-- What allowed an attempt, encoded (domain/allowed-by.ts); NULL for attempts of before.
-- Beside a running older version: safe

ALTER TABLE attempt ADD COLUMN allowed bytea CHECK (octet_length(allowed) <= 150);
