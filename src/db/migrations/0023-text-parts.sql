-- Long texts go in parts, and a carrier that cuts them names its receipts by part. A text is delivered
-- when all of its parts are, and failed when one is. Which part belongs to which text is stored, so
-- that any engine may hear of a part, also after a restart.
CREATE TABLE text_part (
  client_id   integer NOT NULL REFERENCES client,
  -- «carrier:id», of the part.
  part_ref    text COLLATE "C" NOT NULL,
  -- Of its text: what outbound_text and text_reply hold.
  carrier_ref text COLLATE "C" NOT NULL,
  outcome     text CHECK (outcome IN ('delivered', 'failed')),
  PRIMARY KEY (client_id, part_ref)
);
CREATE INDEX text_part_text ON text_part (client_id, carrier_ref);
SELECT protect('text_part', false);
