-- Gives the planner its statistics of a list, before the first of its numbers is called: until
-- then it takes any list for one row, and sorts all of it for every claim.
CREATE OR REPLACE FUNCTION refresh_list_statistics(list bigint) RETURNS void
LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
BEGIN
  IF list < 1000000000 THEN
    ANALYZE list_entry_shared;
  ELSIF to_regclass('list_entry_' || list) IS NOT NULL THEN
    EXECUTE format('ANALYZE %I', 'list_entry_' || list);
  END IF;
END $$;
REVOKE EXECUTE ON FUNCTION refresh_list_statistics(bigint) FROM PUBLIC;
GRANT EXECUTE ON FUNCTION refresh_list_statistics(bigint) TO carillon_client;
