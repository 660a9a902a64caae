-- Whose number a carrier's own was, and what a person asked for, whoever lists the number besides.

-- What a carrier shows by itself is its clients' number too, and stays theirs when the carrier shows
-- another one or the client goes by another carrier. By triggers, as for campaigns and buckets.
CREATE FUNCTION remember_carrier_numbers() RETURNS trigger
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
CREATE FUNCTION remember_numbers_of_carriers() RETURNS trigger
LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO shown_number (client_id, phone)
  SELECT NEW.client_id, c.settings->>'callerId' FROM carrier c
  WHERE c.name IN (NEW.voice_carrier, NEW.text_carrier)
    AND c.settings->>'callerId' ~ '^1[2-9][0-9]{9}$'
  ON CONFLICT DO NOTHING;
  RETURN NULL;
END $$;
CREATE TRIGGER carrier_shows AFTER INSERT OR UPDATE OF settings ON carrier
FOR EACH ROW EXECUTE FUNCTION remember_carrier_numbers();
CREATE TRIGGER client_shows AFTER INSERT OR UPDATE OF voice_carrier, text_carrier ON client
FOR EACH ROW EXECUTE FUNCTION remember_numbers_of_carriers();

INSERT INTO shown_number (client_id, phone)
SELECT k.client_id, c.settings->>'callerId'
FROM carrier c JOIN client k ON c.name IN (k.voice_carrier, k.text_carrier)
WHERE c.settings->>'callerId' ~ '^1[2-9][0-9]{9}$'
ON CONFLICT DO NOTHING;

-- When a person asked for it: by 9 in a call, by a text. No other listing of the number changes it;
-- START clears the text's, a manager's lift with a reason takes the row away.
ALTER TABLE do_not_call
  ADD key_at  timestamptz,
  ADD text_at timestamptz;

-- As each client, or no row of these tables is seen here. What 0028 and 0031 were to fill in from such
-- tables they did not see: it is done here.
DO $$
DECLARE
  one integer;
BEGIN
  FOREACH one IN ARRAY ARRAY(SELECT client_id FROM client ORDER BY client_id) LOOP
    PERFORM set_config('role', 'carillon_client', true), set_config('app.client_id', one::text, true);

    UPDATE do_not_call SET key_at = created WHERE client_id = one AND source = 'key';
    UPDATE do_not_call SET text_at = created WHERE client_id = one AND source = 'text';
    -- Texts to a number that stood there already: those that no opt-in followed.
    UPDATE do_not_call d SET text_at = i.stopped
    FROM (SELECT phone, max(received) FILTER (WHERE intent = 3) AS stopped,
            max(received) FILTER (WHERE intent = 2) AS started
          FROM inbound_text WHERE client_id = one AND intent IN (2, 3) GROUP BY phone) AS i
    WHERE d.client_id = one AND i.phone = d.phone AND d.text_at IS NULL
      AND i.stopped IS NOT NULL AND coalesce(i.started <= i.stopped, true);

    UPDATE do_not_call SET whole_account = true
    WHERE client_id = one AND NOT whole_account
      AND (source <> 'operator' OR key_at IS NOT NULL OR text_at IS NOT NULL);
    INSERT INTO account_stop (client_id, external_id, phone)
    SELECT DISTINCT r.client_id, r.external_id, r.phone
    FROM do_not_call d JOIN call_record r ON r.client_id = one AND r.phone = d.phone
    WHERE d.client_id = one AND d.whole_account AND r.external_id <> ''
    ON CONFLICT DO NOTHING;

    INSERT INTO shown_number (client_id, phone)
    SELECT DISTINCT one, caller_id FROM attempt
    WHERE client_id = one AND caller_id ~ '^1[2-9][0-9]{9}$'
    ON CONFLICT DO NOTHING;
    PERFORM set_config('role', 'none', true), set_config('app.client_id', '', true);
  END LOOP;
END $$;
