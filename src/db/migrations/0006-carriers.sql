-- Carriers that the operator connected, their state, and what they report by HTTP.

-- One serves any number of clients, and so the table belongs to the platform.
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
  -- Real time: when it was connected or disconnected.
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

-- What carriers report by HTTP (status callbacks, inbound texts), between its request, which gets its response
-- only after it is stored, and the commit of what it led to. No tenant's: the client of a text is known
-- only once the engine has looked up its number. Rows live for seconds.
CREATE TABLE carrier_callback (
  carrier_callback_id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  -- The carrier's name, as in client.text_carrier.
  carrier     text COLLATE "C" NOT NULL,
  -- What was reported twice has the same words here, and is stored once.
  once        text COLLATE "C" NOT NULL,
  -- Behind /carrier/<name>/.
  path        text NOT NULL,
  -- Field names and values, as text.
  fields      jsonb NOT NULL,
  received    timestamptz NOT NULL DEFAULT clock_timestamp(),
  -- The engine that works on it, until when: one that died lets others have it.
  taken_by    uuid,
  taken_until timestamptz,
  -- What a person wrote is taken before what a carrier says of our own texts, however many of those wait.
  urgent      boolean NOT NULL DEFAULT false,
  UNIQUE (carrier, once)
);
CREATE INDEX carrier_callback_order ON carrier_callback (carrier, carrier_callback_id);
CREATE INDEX carrier_callback_urgent ON carrier_callback (carrier, carrier_callback_id) WHERE urgent;
GRANT SELECT, INSERT, UPDATE, DELETE ON carrier_callback TO carillon_platform;
