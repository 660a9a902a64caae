-- What carriers tell by HTTP (status callbacks, inbound texts), between its request, which is answered
-- only after it is stored, and the commit of what it led to. No tenant's: whose a text is, is known
-- only once the engine has looked up its number. Rows live for seconds.
CREATE TABLE carrier_callback (
  carrier_callback_id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  -- The carrier's name, as in client.text_carrier.
  carrier     text COLLATE "C" NOT NULL,
  -- What was told twice has the same words here, and is stored once.
  once        text COLLATE "C" NOT NULL,
  -- Behind /carrier/<name>/.
  path        text NOT NULL,
  -- Field names and values, as text.
  fields      jsonb NOT NULL,
  received    timestamptz NOT NULL DEFAULT clock_timestamp(),
  -- The engine that works on it, until when: one that died lets others have it.
  taken_by    uuid,
  taken_until timestamptz,
  UNIQUE (carrier, once)
);
CREATE INDEX carrier_callback_order ON carrier_callback (carrier, carrier_callback_id);
GRANT SELECT, INSERT, UPDATE, DELETE ON carrier_callback TO carillon_platform;
