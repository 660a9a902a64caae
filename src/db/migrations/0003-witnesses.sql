-- The database is not the only witness of what was placed: each data folder keeps a journal and a mark
-- (docs/decisions/040-witnesses.md, docs/decisions/049-what-a-journal-cannot-say.md). What the database
-- knows of them.

-- One row for each journal: a data folder has one for each process that writes one at the same time. Rows
-- are never deleted.
CREATE TABLE witness (
  witness_id     uuid NOT NULL,
  slot           smallint NOT NULL,
  -- "host:folder".
  name           text NOT NULL,
  -- Everything up to this offset of its journal is committed in this state of the database.
  position       bigint NOT NULL DEFAULT 0 CHECK (position >= 0),
  -- Counts its signs of life: a mark with a higher count has seen a newer state of the database.
  beat           bigint NOT NULL DEFAULT 0,
  -- Real time of its last sign of life; how old this state of the database is at most.
  seen_at        timestamptz NOT NULL DEFAULT clock_timestamp(),
  -- The process that writes this journal has a reason to trust this state of the database. Only then does
  -- its sign of life vouch for it.
  knows          boolean NOT NULL DEFAULT false,
  -- The last sign of life of a process that knew this state of the database; null before the first. Commands,
  -- the end of a hold and processes that do not know it move seen_at alone.
  known_at       timestamptz,
  -- Its process, which submits no calls, or its command ended in order at that sign of life, and this state
  -- of the database has all of its journal: a failover waits for no folder that was not at work. A later
  -- sign, of any version, makes it void.
  ended_beat     bigint,
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
  -- Bytes of the folder's journals that are not there any more: the hold waits for the operator.
  lost        bigint NOT NULL DEFAULT 0,
  PRIMARY KEY (generation, witness_id)
);
GRANT SELECT, INSERT, UPDATE, DELETE ON reconciliation TO carillon_platform;
