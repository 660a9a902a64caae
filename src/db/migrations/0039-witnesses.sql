-- The database is not the only witness of what was placed: each data folder keeps a journal and a mark
-- (docs/decisions/040-witnesses.md). What the database knows of them, and whether it is held because it
-- is older than one of them.
-- Beside a running older version: disturbs
-- (An engine of before asks for no hold.)

-- generation: raised whenever a hold ends, so that a folder that was away then knows that its journal
-- is to be compared. hold_*: nothing is claimed while hold_since is set.
ALTER TABLE installation
  ADD installation_id uuid NOT NULL DEFAULT gen_random_uuid(),
  ADD generation bigint NOT NULL DEFAULT 1,
  ADD hold_since timestamptz,
  -- restored, rolled_back, unknown_folder, failover, operator
  ADD hold_code text,
  -- asOf and aheadUntil (instants), witness (a name), as far as they are known
  ADD hold_facts jsonb NOT NULL DEFAULT '{}',
  -- The operator has asked for the reconciliation, which ends the hold.
  ADD reconcile_asked_at timestamptz,
  -- The report of the last one.
  ADD reconciled jsonb,
  ADD CHECK (hold_since IS NULL OR hold_code IS NOT NULL);

-- One row for each journal: a data folder has one for each process that writes one at the same time.
CREATE TABLE witness (
  witness_id     uuid NOT NULL,
  slot           smallint NOT NULL,
  -- «host:folder».
  name           text NOT NULL,
  -- Everything up to this place of its journal is committed in this state of the database.
  position       bigint NOT NULL DEFAULT 0 CHECK (position >= 0),
  -- Counts its signs of life: a mark with a higher count has seen a newer state of the database.
  beat           bigint NOT NULL DEFAULT 0,
  -- Real time of its last sign of life; how old this state of the database is at most.
  seen_at        timestamptz NOT NULL DEFAULT clock_timestamp(),
  PRIMARY KEY (witness_id, slot)
);
GRANT SELECT, INSERT, UPDATE, DELETE ON witness TO carillon_platform;

-- Which folders have compared their journals in the present hold, and what was missing here.
CREATE TABLE reconciliation (
  generation  bigint NOT NULL,
  witness_id  uuid NOT NULL,
  name        text NOT NULL,
  -- false: only compared, after a failover; what was missing is still missing.
  repaired    boolean NOT NULL,
  -- The operator said that this folder is gone.
  gone        boolean NOT NULL DEFAULT false,
  missing     bigint NOT NULL DEFAULT 0,
  report      jsonb NOT NULL DEFAULT '{}',
  at          timestamptz NOT NULL DEFAULT clock_timestamp(),
  PRIMARY KEY (generation, witness_id)
);
GRANT SELECT, INSERT, UPDATE, DELETE ON reconciliation TO carillon_platform;

-- In which world a claim is made: «generation/timeline», null while the platform is held. A claim of
-- an engine that knows another world takes nothing.
CREATE FUNCTION current_world() RETURNS text
LANGUAGE sql VOLATILE SECURITY DEFINER SET search_path = public, pg_temp
AS $$
  SELECT generation || '/' || left(pg_walfile_name(pg_current_wal_insert_lsn()), 8)
  FROM installation WHERE hold_since IS NULL
$$;
REVOKE EXECUTE ON FUNCTION current_world() FROM PUBLIC;
GRANT EXECUTE ON FUNCTION current_world() TO carillon_client, carillon_platform;
