-- Several statements close lists; a trigger notes the time for all of them.
CREATE OR REPLACE FUNCTION note_closing() RETURNS trigger
LANGUAGE plpgsql AS $$
BEGIN
  NEW.closed_at := now();
  RETURN NEW;
END $$;
