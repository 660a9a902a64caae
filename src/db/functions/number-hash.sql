-- Keyed hashes of telephone numbers (docs/decisions/073-rights-of-people.md). src/db/number-key.ts computes the same.

-- '#' and 128 bits of HMAC-SHA-256 in hex. The transaction knows the key; one that does not may not
-- take a number for free that may be blocked by its hash.
CREATE OR REPLACE FUNCTION number_hash(client integer, number text) RETURNS text
LANGUAGE plpgsql STABLE PARALLEL SAFE AS $$
DECLARE
  pads text := current_setting('app.number_key', true);
BEGIN
  IF coalesce(pads, '') = '' THEN
    IF EXISTS (SELECT FROM do_not_call WHERE client_id = client AND phone < '1') THEN
      RAISE EXCEPTION 'numbers are blocked by their hashes, and this connection has no key for them';
    END IF;
    RETURN NULL;
  END IF;
  RETURN '#' || left(encode(sha256(decode(substr(pads, 129), 'hex')
    || sha256(decode(left(pads, 128), 'hex') || convert_to(client || ':' || number, 'UTF8'))), 'hex'), 32);
END $$;
