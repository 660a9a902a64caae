-- A deleted account field keeps its index for good: values that lists hold under it must never
-- appear under the name of a later field. A number says which manager blocked it.
-- Beside a running older version: safe

ALTER TABLE account_field ADD COLUMN deleted_at timestamptz;
ALTER TABLE account_field DROP CONSTRAINT account_field_custom_index_check;
ALTER TABLE account_field ADD CONSTRAINT account_field_custom_index_check CHECK (custom_index >= 1);
DROP INDEX account_field_name;
CREATE UNIQUE INDEX account_field_name ON account_field (client_id, lower(name))
  WHERE deleted_at IS NULL;

ALTER TABLE do_not_call ADD COLUMN manager_id bigint;
