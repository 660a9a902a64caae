-- Carriers that the operator connected. One serves any number of clients, and so the table belongs
-- to the platform; 0001 had it as a client's, and nothing ever wrote to it.

DROP TABLE carrier;

CREATE TABLE carrier (
  carrier_id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  -- What client.voice_carrier and client.text_carrier hold.
  name       text NOT NULL CHECK (name ~ '^[a-z0-9][a-z0-9-]{0,39}$'),
  -- A folder of src/carriers.
  kind       text NOT NULL,
  -- By key, each as the text that the operator typed.
  settings   jsonb NOT NULL DEFAULT '{}',
  -- Those that nobody may read, sealed with the data key: a JSON object as `settings` is; null for none.
  secrets    bytea,
  created    timestamptz NOT NULL DEFAULT clock_timestamp(),
  -- Engines open it anew when this has changed.
  updated    timestamptz NOT NULL DEFAULT clock_timestamp(),
  removed_at timestamptz
);
CREATE UNIQUE INDEX carrier_name ON carrier (name) WHERE removed_at IS NULL;
INSERT INTO carrier (name, kind) VALUES ('simulated', 'simulated');

-- How each engine stands with each carrier that it has open. A row that was not seen for a while is
-- of an engine that is gone.
CREATE TABLE carrier_state (
  carrier_id bigint NOT NULL REFERENCES carrier,
  engine_id  text NOT NULL,
  connected  boolean NOT NULL,
  -- A sentence or less; '' when there is nothing to say.
  detail     text NOT NULL,
  -- Real time: when it was connected, or when it went away.
  since      timestamptz NOT NULL,
  seen_at    timestamptz NOT NULL,
  PRIMARY KEY (carrier_id, engine_id)
);

GRANT SELECT, INSERT, UPDATE ON carrier TO carillon_platform;
GRANT SELECT, INSERT, UPDATE, DELETE ON carrier_state TO carillon_platform;

-- A client sees the carriers that it uses, and nothing of their settings.
GRANT SELECT (carrier_id, name, kind, removed_at) ON carrier TO carillon_client;
GRANT SELECT ON carrier_state TO carillon_client;
ALTER TABLE carrier ENABLE ROW LEVEL SECURITY;
CREATE POLICY platform ON carrier TO carillon_platform USING (true) WITH CHECK (true);
CREATE POLICY own_client ON carrier FOR SELECT TO carillon_client USING (EXISTS (
  SELECT FROM client c
  WHERE c.client_id = current_client() AND carrier.name IN (c.voice_carrier, c.text_carrier)));
ALTER TABLE carrier_state ENABLE ROW LEVEL SECURITY;
CREATE POLICY platform ON carrier_state TO carillon_platform USING (true) WITH CHECK (true);
CREATE POLICY own_client ON carrier_state FOR SELECT TO carillon_client
  USING (carrier_id IN (SELECT carrier_id FROM carrier));
