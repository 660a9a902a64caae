-- How long data is kept (docs/operating-retention.md, docs/decisions/044-retention.md).

-- What the operator set for the installation. No row: what src/domain/retention.ts has as usual.
CREATE TABLE retention_default (
  kind text PRIMARY KEY,
  -- Null: forever.
  days integer CHECK (days >= 1)
);
GRANT SELECT, INSERT, UPDATE, DELETE ON retention_default TO carillon_platform;
-- A report says what is no longer in it.
GRANT SELECT ON retention_default TO carillon_client;

-- What the operator set for a client. No row: as for the installation.
CREATE TABLE retention (
  client_id integer NOT NULL REFERENCES client,
  kind      text NOT NULL,
  days      integer CHECK (days >= 1),
  PRIMARY KEY (client_id, kind)
);
SELECT protect('retention', true);

-- Up to when data of a kind was deleted: everything before this instant is gone.
CREATE TABLE retention_done (
  client_id integer NOT NULL REFERENCES client,
  kind      text NOT NULL,
  before    timestamptz NOT NULL,
  PRIMARY KEY (client_id, kind)
);
SELECT protect('retention_done', true);

-- Which partitions retention takes out, so that it drops no table that somebody else detached. Written before
-- the DETACH, gone with the table.
CREATE TABLE retention_detaching (
  -- Of the table: call_record_202503, list_entry_12.
  name  text PRIMARY KEY,
  since timestamptz NOT NULL DEFAULT clock_timestamp(),
  -- False: the DETACH was about to begin. A table that is detached then may be somebody's who wanted to keep it.
  detached boolean NOT NULL DEFAULT false
);
-- A dry run and "doctor" read it; only the owner writes.
GRANT SELECT ON retention_detaching TO carillon_platform;
