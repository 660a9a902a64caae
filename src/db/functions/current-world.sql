-- In which world a claim is made: "generation/timeline", null while the platform is held. A claim of
-- an engine that knows another world takes nothing.
CREATE OR REPLACE FUNCTION current_world() RETURNS text
LANGUAGE sql VOLATILE SECURITY DEFINER SET search_path = public, pg_temp
AS $$
  SELECT generation || '/' || left(pg_walfile_name(pg_current_wal_insert_lsn()), 8)
  FROM installation WHERE hold_since IS NULL
$$;
REVOKE EXECUTE ON FUNCTION current_world() FROM PUBLIC;
GRANT EXECUTE ON FUNCTION current_world() TO carillon_client, carillon_platform;
