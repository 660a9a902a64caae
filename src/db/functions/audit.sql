-- The audit log (docs/decisions/068-audit.md): one hash chain per client, and one for the platform, whose
-- client is 0. The program's roles have no right to write the tables: entries come only through these.

-- A field of what is hashed, so that no two entries have the same text: "3:abc," or "-," for null.
CREATE OR REPLACE FUNCTION audit_field(value text) RETURNS text
LANGUAGE sql IMMUTABLE PARALLEL SAFE AS $$
  SELECT coalesce(octet_length(convert_to(value, 'UTF8')) || ':' || value, '-') || ','
$$;

-- The hash of an entry's fields, as text; no row type, on which a restore's DROP TABLE would stumble. src/db/audit/chain.ts computes the same by itself.
CREATE OR REPLACE FUNCTION audit_hash(fields text[]) RETURNS bytea
LANGUAGE plpgsql IMMUTABLE AS $$
DECLARE
  content text := '';
  value text;
BEGIN
  FOREACH value IN ARRAY fields
  LOOP
    content := content || audit_field(value);
  END LOOP;
  RETURN sha256(convert_to(content, 'UTF8'));
END $$;

-- Appends an entry by the actor of this transaction, see src/db/actor.ts. The head of the chain stays
-- locked until the commit, so that no number is missing and none comes twice.
CREATE OR REPLACE FUNCTION audit_append(client integer, named_operation text, kind text, id text, name text,
  was jsonb, became jsonb, result text, why text) RETURNS void
LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
DECLARE
  actor jsonb := nullif(current_setting('app.actor', true), '')::jsonb;
  head audit_chain;
  e audit_entry;
BEGIN
  IF current_client() IS NOT NULL AND client IS DISTINCT FROM current_client() THEN
    RAISE EXCEPTION 'an audit entry of another client';
  END IF;
  INSERT INTO audit_chain (client_id) VALUES (client) ON CONFLICT DO NOTHING;
  SELECT * INTO head FROM audit_chain WHERE client_id = client FOR UPDATE;
  e.client_id := client;
  e.sequence := head.sequence + 1;
  e.at := platform_time(clock_timestamp());
  e.actor_kind := coalesce(actor->>'kind', 'platform');
  e.actor_id := (actor->>'id')::bigint;
  e.actor_name := coalesce(actor->>'name', '');
  e.address := left(coalesce(actor->>'address', ''), 100);
  e.browser := left(coalesce(actor->>'browser', ''), 300);
  e.operation := coalesce(named_operation, actor->>'operation', 'platform');
  e.thing_kind := kind;
  e.thing_id := id;
  e.thing_name := name;
  -- The number of a person, which an erasure could not take out again (decision 073).
  IF kind = 'doNotCall' AND name ~ '^[0-9]{7,}$' THEN
    e.thing_id := number_hash(client, right('1' || name, 11));
    e.thing_name := audit_mask(name);
  END IF;
  e.before := was;
  e.after := became;
  e.outcome := result;
  e.reason := why;
  e.previous := head.hash;
  e.hash := audit_hash(ARRAY[encode(e.previous, 'hex'), e.client_id::text, e.sequence::text,
    (extract(epoch FROM e.at) * 1000000)::bigint::text, e.actor_kind, e.actor_id::text, e.actor_name,
    e.address, e.browser, e.operation, e.thing_kind, e.thing_id, e.thing_name, e.before::text,
    e.after::text, e.outcome, e.reason]);
  INSERT INTO audit_entry SELECT e.*;
  UPDATE audit_chain SET sequence = e.sequence, hash = e.hash WHERE client_id = client;
END $$;

-- The trigger of editable things. Its arguments: the kind, the columns of id and name, columns that are
-- no change by themselves, and columns whose values are secret. Deferred to the commit, so that a writer
-- holds the chain only while it commits, and no writer can forget it.
CREATE OR REPLACE FUNCTION audit_change() RETURNS trigger
LANGUAGE plpgsql AS $$
DECLARE
  ignored text[] := string_to_array(TG_ARGV[3], ',')
    || ARRAY['version', 'changed_by', 'changed_at', 'updated', 'created', 'client_id'];
  hidden text[] := string_to_array(TG_ARGV[4], ',');
  old_row jsonb := CASE WHEN TG_OP = 'INSERT' THEN NULL ELSE to_jsonb(OLD) END;
  new_row jsonb := CASE WHEN TG_OP = 'DELETE' THEN NULL ELSE to_jsonb(NEW) END;
  whole jsonb := coalesce(new_row, old_row);
  was jsonb;
  became jsonb;
BEGIN
  -- The same secret under another key is no change (decision 078).
  IF TG_OP = 'UPDATE' AND current_setting('app.resealing', true) = 'on'
    AND old_row - '{secret,new_secret,secrets}'::text[] = new_row - '{secret,new_secret,secrets}'::text[] THEN
    RETURN NULL;
  END IF;
  SELECT jsonb_object_agg(k, CASE WHEN k = ANY (hidden) THEN '"(hidden)"' ELSE old_row->k END)
      FILTER (WHERE old_row IS NOT NULL),
    jsonb_object_agg(k, CASE WHEN k = ANY (hidden) THEN '"(hidden)"' ELSE new_row->k END)
      FILTER (WHERE new_row IS NOT NULL)
    INTO was, became
    FROM jsonb_object_keys(whole) AS k
    WHERE k <> ALL (ignored)
      AND nullif(old_row->k, 'null') IS DISTINCT FROM nullif(new_row->k, 'null');
  IF was IS NULL AND became IS NULL THEN
    RETURN NULL;
  END IF;
  PERFORM audit_append(coalesce((whole->>'client_id')::integer, 0), NULL, TG_ARGV[0],
    whole->>TG_ARGV[1], whole->>TG_ARGV[2], was, became, 'done', NULL);
  RETURN NULL;
END $$;

-- What the older log (audit_log) is given: opt-outs lifted, full SSNs exported and downloaded, stops.
CREATE OR REPLACE FUNCTION audit_noted() RETURNS trigger
LANGUAGE plpgsql AS $$
DECLARE
  phone text := NEW.detail->>'phone';
  detail jsonb := NEW.detail;
BEGIN
  IF phone IS NOT NULL THEN
    detail := detail - 'phone' || jsonb_build_object('number', audit_mask(phone));
  END IF;
  PERFORM audit_append(NEW.client_id, NULL,
    CASE NEW.action WHEN 'do_not_call_deleted' THEN 'doNotCall' ELSE NEW.action END,
    coalesce(NEW.detail->>'reportArchiveId', NEW.detail->>'inboundTextId',
      phone), phone, NULL, detail, 'done', NULL);
  RETURN NULL;
END $$;

-- What an entry shows of the number of a person: its last four digits (decision 073).
CREATE OR REPLACE FUNCTION audit_mask(phone text) RETURNS text
LANGUAGE sql IMMUTABLE PARALLEL SAFE AS $$
  SELECT CASE WHEN phone LIKE '#%' THEN 'erased' ELSE '…' || right(phone, 4) END
$$;

-- Takes a number out of entries of earlier versions, which hold it in full. Their hashes stay, so the chain still
-- holds; which entries, and the hash of what is left of each, is returned for an entry of its own.
CREATE OR REPLACE FUNCTION audit_redact(client integer, phone text) RETURNS jsonb
LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
DECLARE
  digits text := right(phone, 10);
  mark text := '…' || right(phone, 4);
  e audit_entry;
  redacted jsonb := '{}';
BEGIN
  IF digits !~ '^[0-9]{10}$' OR current_client() IS DISTINCT FROM client THEN
    RAISE EXCEPTION 'not a number of this client';
  END IF;
  PERFORM set_config('app.redacting', 'on', true);
  FOR e IN SELECT * FROM audit_entry a WHERE a.client_id = client
      AND concat_ws(' ', a.thing_id, a.thing_name, a.before::text, a.after::text, a.actor_name) LIKE '%' || digits || '%'
      ORDER BY a.sequence FOR UPDATE LOOP
    UPDATE audit_entry a SET thing_id = regexp_replace(a.thing_id, '1?' || digits, mark, 'g'),
        thing_name = regexp_replace(a.thing_name, '1?' || digits, mark, 'g'),
        actor_name = regexp_replace(a.actor_name, '1?' || digits, mark, 'g'),
        before = regexp_replace(a.before::text, '1?' || digits, mark, 'g')::jsonb,
        after = regexp_replace(a.after::text, '1?' || digits, mark, 'g')::jsonb
      WHERE a.client_id = client AND a.sequence = e.sequence
      RETURNING * INTO e;
    redacted := redacted || jsonb_build_object(e.sequence::text, encode(audit_hash(ARRAY[
      encode(e.previous, 'hex'), e.client_id::text, e.sequence::text,
      (extract(epoch FROM e.at) * 1000000)::bigint::text, e.actor_kind, e.actor_id::text, e.actor_name,
      e.address, e.browser, e.operation, e.thing_kind, e.thing_id, e.thing_name, e.before::text,
      e.after::text, e.outcome, e.reason]), 'hex'));
  END LOOP;
  PERFORM set_config('app.redacting', '', true);
  RETURN redacted;
END $$;

-- For whoever works as the owner, whom no right holds back. An erasure may take a number out of an entry.
CREATE OR REPLACE FUNCTION audit_refuse() RETURNS trigger
LANGUAGE plpgsql AS $$
BEGIN
  IF TG_OP = 'UPDATE' AND TG_TABLE_NAME = 'audit_entry' AND current_setting('app.redacting', true) = 'on' THEN
    RETURN NULL;
  END IF;
  RAISE EXCEPTION 'The audit log can only be added to.';
END $$;

-- Keeps and returns the heads of the chains that grew since their last root.
CREATE OR REPLACE FUNCTION audit_seal() RETURNS TABLE (client integer, day date, last bigint, root text)
LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
BEGIN
  RETURN QUERY
    INSERT INTO audit_root AS r (client_id, sequence, day, hash)
    SELECT c.client_id, c.sequence, (clock_timestamp() AT TIME ZONE 'UTC')::date, c.hash
    FROM audit_chain c WHERE c.sequence > 0 ORDER BY c.client_id
    ON CONFLICT DO NOTHING
    RETURNING r.client_id, r.day, r.sequence, encode(r.hash, 'hex');
END $$;

REVOKE EXECUTE ON FUNCTION audit_append(integer, text, text, text, text, jsonb, jsonb, text, text),
  audit_seal(), audit_redact(integer, text) FROM PUBLIC;
GRANT EXECUTE ON FUNCTION audit_append(integer, text, text, text, text, jsonb, jsonb, text, text)
  TO carillon_client, carillon_platform;
GRANT EXECUTE ON FUNCTION audit_seal() TO carillon_platform;
GRANT EXECUTE ON FUNCTION audit_redact(integer, text) TO carillon_client;
