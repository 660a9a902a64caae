-- A lifted opt-out is kept for good, and no role may change it: an erasure (docs/decisions/073-rights-of-people.md)
-- takes only the number and words of one person out of it, of the client that is set.
CREATE OR REPLACE FUNCTION erase_lifts(client integer, number text, hash text) RETURNS integer
LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
DECLARE
  digits text := right(number, 10);
  changed integer;
BEGIN
  IF digits !~ '^[0-9]{10}$' OR current_client() IS DISTINCT FROM client THEN
    RAISE EXCEPTION 'not a number of this client';
  END IF;
  UPDATE do_not_call_lift SET reason = regexp_replace(reason, '1?' || digits, '', 'g')
    WHERE client_id = client AND reason LIKE '%' || digits || '%';
  UPDATE do_not_call_lift SET phone = hash, reason = 'erased'
    WHERE client_id = client AND phone = number;
  GET DIAGNOSTICS changed = ROW_COUNT;
  RETURN changed;
END $$;
REVOKE EXECUTE ON FUNCTION erase_lifts(integer, text, text) FROM PUBLIC;
GRANT EXECUTE ON FUNCTION erase_lifts(integer, text, text) TO carillon_client;
