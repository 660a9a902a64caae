-- Wakes engines at rest (engine/rest.ts) at the commit. A lost message costs them a second.
CREATE OR REPLACE FUNCTION notify_engine_work() RETURNS trigger
LANGUAGE plpgsql AS $$
BEGIN
  PERFORM pg_notify('engine_work', '');
  RETURN NULL;
END $$;
