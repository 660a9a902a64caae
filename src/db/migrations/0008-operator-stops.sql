-- The operator's stops: `carillon stop`. While one stands nothing new is called or texted of what it names
-- (docs/decisions/048-status-and-stop.md).

CREATE TABLE operator_stop (
  operator_stop_id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  scope      text NOT NULL CHECK (scope IN ('all', 'client', 'carrier')),
  -- Of the scope "client".
  client_id  integer REFERENCES client,
  -- Of the scope "carrier": as in client.voice_carrier and text_carrier.
  carrier    text,
  -- Real time.
  since      timestamptz NOT NULL DEFAULT clock_timestamp(),
  -- As the operator typed it; managers read it.
  reason     text NOT NULL DEFAULT '',
  -- Who ran the command: user@host.
  stopped_by text NOT NULL DEFAULT '',
  CHECK ((scope = 'client') = (client_id IS NOT NULL)),
  CHECK ((scope = 'carrier') = (carrier IS NOT NULL)),
  UNIQUE NULLS NOT DISTINCT (scope, client_id, carrier)
);

ALTER TABLE operator_stop ENABLE ROW LEVEL SECURITY;
CREATE POLICY platform ON operator_stop TO carillon_platform USING (true) WITH CHECK (true);
GRANT SELECT, INSERT, UPDATE, DELETE ON operator_stop TO carillon_platform;
-- A claim asks under the client's role. Of the other clients' stops it sees nothing.
CREATE POLICY own_client ON operator_stop FOR SELECT TO carillon_client
  USING (client_id IS NULL OR client_id = current_client());
GRANT SELECT ON operator_stop TO carillon_client;
