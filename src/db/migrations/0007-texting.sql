-- Inbound texts; outbound ones are attempts.
CREATE TABLE inbound_text (
  client_id        integer NOT NULL REFERENCES client,
  inbound_text_id  bigint GENERATED ALWAYS AS IDENTITY,
  phone            text COLLATE "C" NOT NULL,
  texting_number   text COLLATE "C" NOT NULL,
  received         timestamptz NOT NULL,
  message          text NOT NULL,
  -- 1 None, 2 Opt In, 3 Opt Out, 4 Help.
  intent           smallint NOT NULL CHECK (intent BETWEEN 1 AND 4),
  -- The carrier's id: a message that is delivered twice is stored once.
  carrier_ref      text NOT NULL,
  PRIMARY KEY (client_id, inbound_text_id),
  UNIQUE (client_id, carrier_ref)
);
CREATE INDEX inbound_text_received ON inbound_text (client_id, received DESC);
SELECT protect('inbound_text', false);
