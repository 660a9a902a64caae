-- Lists are closed in several places; none can forget to say when.
CREATE OR REPLACE FUNCTION note_closing() RETURNS trigger
LANGUAGE plpgsql AS $$
BEGIN
  NEW.closed_at := now();
  RETURN NEW;
END $$;
