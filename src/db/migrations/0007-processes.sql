-- Who is at work: every process, and the engines with what they need to share the campaigns.

-- A row is true until `until` (real time); its process writes it anew all the time.
CREATE TABLE process (
  process_id uuid PRIMARY KEY,
  host       text NOT NULL,
  pid        integer NOT NULL,
  -- With the commit, as `carillon --version` says it.
  version    text NOT NULL,
  -- api, engine, jobs.
  roles      text[] NOT NULL,
  started_at timestamptz NOT NULL DEFAULT clock_timestamp(),
  seen_at    timestamptz NOT NULL,
  until      timestamptz NOT NULL
);

CREATE TABLE engine (
  -- As in campaign_lease and attempt.
  engine_id       uuid PRIMARY KEY,
  -- For people: `host-engine-1`. Nobody else has it at the same time.
  name            text NOT NULL UNIQUE,
  -- Its name towards carriers, as in carrier_state.
  carrier_name    text NOT NULL,
  host            text NOT NULL,
  version         text NOT NULL,
  started_at      timestamptz NOT NULL DEFAULT clock_timestamp(),
  seen_at         timestamptz NOT NULL,
  -- Real time: without a further word it is dead from then on, as its leases are.
  until           timestamptz NOT NULL,
  -- The operator empties it: it takes nothing, and hands over what it has.
  draining        boolean NOT NULL DEFAULT false,
  -- Why it begins nothing by itself, one sentence (it stops, its clock is off); null while it works.
  idle_because    text,
  -- How far its clock is ahead of the database's, milliseconds; null when nobody knows.
  clock_offset_ms integer,
  -- Names of the carriers that it is connected to.
  voice           text[] NOT NULL,
  texts           text[] NOT NULL,
  -- Campaigns that it is handing over: [{"clientId", "campaignId", "to": engine_id}].
  offers          jsonb NOT NULL DEFAULT '[]'
);

ALTER TABLE process ENABLE ROW LEVEL SECURITY;
CREATE POLICY platform ON process TO carillon_platform USING (true) WITH CHECK (true);
GRANT SELECT, INSERT, UPDATE, DELETE ON process TO carillon_platform;
ALTER TABLE engine ENABLE ROW LEVEL SECURITY;
CREATE POLICY platform ON engine TO carillon_platform USING (true) WITH CHECK (true);
GRANT SELECT, INSERT, UPDATE, DELETE ON engine TO carillon_platform;
