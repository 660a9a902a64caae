-- Which partitions retention takes out, so that it drops no table that somebody else detached.
-- Beside a running older version: safe

-- Written before the DETACH, gone with the table.
CREATE TABLE retention_detaching (
  -- Of the table: call_record_202503, list_entry_12.
  name  text PRIMARY KEY,
  since timestamptz NOT NULL DEFAULT clock_timestamp()
);
-- A dry run and «doctor» look; only the owner writes.
GRANT SELECT ON retention_detaching TO carillon_platform;
