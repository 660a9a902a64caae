-- The owner of a number that a person calls or texts.

-- Numbers that a client's campaigns, buckets and carriers showed or called agents at. They stay when the
-- campaign is edited or deleted: a person who was called may text that number long afterwards.
CREATE TABLE shown_number (
  client_id integer NOT NULL REFERENCES client,
  phone     text COLLATE "C" NOT NULL,
  since     timestamptz NOT NULL DEFAULT now(),
  PRIMARY KEY (client_id, phone)
);
CREATE INDEX shown_number_phone ON shown_number (phone);
SELECT protect('shown_number', true);

-- Functions: shown-numbers c685412a
CREATE TRIGGER campaign_shows AFTER INSERT OR UPDATE OF caller_id_number, linkback_number ON campaign
FOR EACH ROW EXECUTE FUNCTION remember_shown_numbers();
CREATE TRIGGER bucket_shows AFTER INSERT ON caller_id_number
FOR EACH ROW EXECUTE FUNCTION remember_shown_numbers();
CREATE TRIGGER carrier_shows AFTER INSERT OR UPDATE OF settings ON carrier
FOR EACH ROW EXECUTE FUNCTION remember_carrier_numbers();
CREATE TRIGGER client_shows AFTER INSERT OR UPDATE OF voice_carrier, text_carrier ON client
FOR EACH ROW EXECUTE FUNCTION remember_numbers_of_carriers();

-- Numbers of a carrier that no client has and that somebody wrote to: for the operator.
CREATE TABLE unknown_number (
  carrier  text COLLATE "C" NOT NULL,
  phone    text COLLATE "C" NOT NULL,
  texts    bigint NOT NULL,
  -- Of these, which held for every client of the carrier.
  opt_outs bigint NOT NULL,
  -- Real time.
  first_at timestamptz NOT NULL DEFAULT now(),
  last_at  timestamptz NOT NULL DEFAULT now(),
  PRIMARY KEY (carrier, phone)
);
ALTER TABLE unknown_number ENABLE ROW LEVEL SECURITY;
CREATE POLICY platform ON unknown_number TO carillon_platform USING (true) WITH CHECK (true);
GRANT SELECT, INSERT, UPDATE, DELETE ON unknown_number TO carillon_platform;
