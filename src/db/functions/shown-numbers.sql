-- Whose numbers campaigns, buckets and carriers show, for shown_number. By triggers, so that no way to
-- save one of these can forget it.

-- Of a campaign or a bucket.
CREATE OR REPLACE FUNCTION remember_shown_numbers() RETURNS trigger
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

-- What a carrier shows by itself is its clients' number too, and stays theirs when the carrier shows
-- another one or the client goes by another carrier.
CREATE OR REPLACE FUNCTION remember_carrier_numbers() RETURNS trigger
LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO shown_number (client_id, phone)
  SELECT k.client_id, NEW.settings->>'callerId' FROM client k
  WHERE NEW.name IN (k.voice_carrier, k.text_carrier)
    AND NEW.settings->>'callerId' ~ '^1[2-9][0-9]{9}$'
  ORDER BY k.client_id
  ON CONFLICT DO NOTHING;
  RETURN NULL;
END $$;

CREATE OR REPLACE FUNCTION remember_numbers_of_carriers() RETURNS trigger
LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO shown_number (client_id, phone)
  SELECT NEW.client_id, c.settings->>'callerId' FROM carrier c
  WHERE c.name IN (NEW.voice_carrier, NEW.text_carrier)
    AND c.settings->>'callerId' ~ '^1[2-9][0-9]{9}$'
  ON CONFLICT DO NOTHING;
  RETURN NULL;
END $$;
