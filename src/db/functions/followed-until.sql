-- What ended up to this instant of the engine's clock may have been followed up in a time that a
-- restore lost (docs/decisions/086-follow-ups.md); null if none was lost.
CREATE OR REPLACE FUNCTION followed_until() RETURNS timestamptz
LANGUAGE sql VOLATILE SECURITY DEFINER SET search_path = public, pg_temp
AS $$ SELECT followed_until FROM installation $$;
REVOKE EXECUTE ON FUNCTION followed_until() FROM PUBLIC;
GRANT EXECUTE ON FUNCTION followed_until() TO carillon_client, carillon_platform;
