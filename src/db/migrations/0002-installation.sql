-- What the installation knows of itself, and the simulation's clock.

-- One row.
CREATE TABLE installation (
  only_row           boolean PRIMARY KEY DEFAULT true CHECK (only_row),
  -- Which key file encrypts personal data; another key stops the start.
  key_fingerprint    text,
  created            timestamptz NOT NULL DEFAULT now(),
  installation_id    uuid NOT NULL DEFAULT gen_random_uuid(),
  -- Raised whenever a hold ends, so that a folder that was offline then knows that its journal has to be
  -- compared (docs/decisions/040-witnesses.md).
  generation         bigint NOT NULL DEFAULT 1,
  -- Nothing is claimed while it is set: the database is older than one of its witnesses.
  hold_since         timestamptz,
  -- restored, rolled_back, unknown_folder, failover, operator
  hold_code          text,
  -- asOf and aheadUntil (instants), witness (a name), as far as they are known
  hold_facts         jsonb NOT NULL DEFAULT '{}',
  -- The operator has asked for the reconciliation, which ends the hold.
  reconcile_asked_at timestamptz,
  -- The report of the last one.
  reconciled         jsonb,
  -- When this database was made from a backup, and the instant that the backup shows (both real time).
  restored_at        timestamptz,
  restored_from      timestamptz,
  -- Of the hold that stands: a backup that was taken during a hold brings that hold back, and a folder that
  -- saw its end recognizes it by the id (docs/decisions/049-what-a-journal-cannot-say.md).
  hold_id            uuid,
  -- The last ones that ended, the newest at the end.
  ended_holds        uuid[] NOT NULL DEFAULT '{}',
  CHECK (hold_since IS NULL OR hold_code IS NOT NULL)
);
INSERT INTO installation DEFAULT VALUES;
GRANT SELECT, UPDATE ON installation TO carillon_platform;

-- Functions: current-world 56af8917

-- The simulation's clock: simulated instant = simulated_anchor + (now - real_anchor) * speed.
-- last_simulated is stored as time goes by, so that a restart never goes back.
CREATE TABLE simulation (
  only_row         boolean PRIMARY KEY DEFAULT true CHECK (only_row),
  real_anchor      timestamptz NOT NULL,
  simulated_anchor timestamptz NOT NULL,
  speed            double precision NOT NULL CHECK (speed > 0),
  last_simulated   timestamptz NOT NULL,
  notice           text
);
GRANT SELECT, INSERT, UPDATE ON simulation TO carillon_platform;
GRANT SELECT ON simulation TO carillon_client;
