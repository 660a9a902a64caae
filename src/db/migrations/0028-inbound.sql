-- Texts to any number that is ours, answers that are no longer due, and what managers lift.

-- Numbers that a client's campaigns and buckets showed or called agents at. They stay when the campaign
-- is edited or deleted: whoever was called may write to the number that called long afterwards.
CREATE TABLE shown_number (
  client_id integer NOT NULL REFERENCES client,
  phone     text COLLATE "C" NOT NULL,
  since     timestamptz NOT NULL DEFAULT now(),
  PRIMARY KEY (client_id, phone)
);
CREATE INDEX shown_number_phone ON shown_number (phone);
SELECT protect('shown_number', true);

-- By triggers, so that no way to save a campaign or a bucket can forget it.
CREATE FUNCTION remember_shown_numbers() RETURNS trigger
LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO shown_number (client_id, phone)
  SELECT NEW.client_id, n.phone
  FROM unnest(CASE TG_TABLE_NAME
    WHEN 'campaign' THEN ARRAY[to_jsonb(NEW)->>'caller_id_number', to_jsonb(NEW)->>'linkback_number']
    ELSE ARRAY[to_jsonb(NEW)->>'phone'] END) AS n (phone)
  WHERE n.phone ~ '^1[2-9][0-9]{9}$'
  ON CONFLICT DO NOTHING;
  RETURN NULL;
END $$;
CREATE TRIGGER campaign_shows AFTER INSERT OR UPDATE OF caller_id_number, linkback_number ON campaign
FOR EACH ROW EXECUTE FUNCTION remember_shown_numbers();
CREATE TRIGGER bucket_shows AFTER INSERT ON caller_id_number
FOR EACH ROW EXECUTE FUNCTION remember_shown_numbers();

INSERT INTO shown_number (client_id, phone)
SELECT client_id, phone FROM (
  SELECT client_id, caller_id_number AS phone FROM campaign
  UNION SELECT client_id, linkback_number FROM campaign
  UNION SELECT client_id, phone FROM caller_id_number
  -- Of campaigns that were edited since.
  UNION SELECT client_id, caller_id FROM attempt
) AS known
WHERE phone ~ '^1[2-9][0-9]{9}$'
ON CONFLICT DO NOTHING;

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

-- What a person wrote is taken before what a carrier says of our own texts, however many of those wait.
ALTER TABLE carrier_callback ADD urgent boolean NOT NULL DEFAULT false;
UPDATE carrier_callback SET urgent = true WHERE path = 'inbound';
CREATE INDEX carrier_callback_urgent ON carrier_callback (carrier, carrier_callback_id) WHERE urgent;

-- An answer that was not sent while it was due is dropped: its note says why.
ALTER TABLE text_reply DROP CONSTRAINT text_reply_outcome_check;
ALTER TABLE text_reply ADD CONSTRAINT text_reply_outcome_check
  CHECK (outcome IN ('accepted', 'delivered', 'failed', 'unknown', 'dropped'));
DROP INDEX text_reply_queued;
CREATE INDEX text_reply_queued ON text_reply (client_id, due) WHERE handed_over IS NULL AND outcome IS NULL;

-- What a person had asked for and a manager took off the do-not-call list, with the manager's reason.
CREATE TABLE do_not_call_lift (
  client_id           integer NOT NULL REFERENCES client,
  do_not_call_lift_id bigint GENERATED ALWAYS AS IDENTITY,
  phone               text COLLATE "C" NOT NULL,
  -- How the person had asked: 'key' or 'text'.
  source              text NOT NULL,
  -- When.
  listed              timestamptz NOT NULL,
  lifted              timestamptz NOT NULL DEFAULT now(),
  manager_id          bigint NOT NULL,
  reason              text NOT NULL CHECK (btrim(reason) <> ''),
  PRIMARY KEY (client_id, do_not_call_lift_id),
  FOREIGN KEY (client_id, manager_id) REFERENCES manager
);
SELECT protect('do_not_call_lift', false);
-- It stays.
REVOKE UPDATE, DELETE ON do_not_call_lift FROM carillon_client;
