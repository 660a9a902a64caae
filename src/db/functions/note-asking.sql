-- The transaction in which a person asked to stop (do_not_call.asked_in). By a trigger, so that no way to
-- list a number can forget it. The shared lock: a list that takes it alone at its end has seen every stop
-- that was committed, and a stop that comes later sees the list.
CREATE OR REPLACE FUNCTION note_asking() RETURNS trigger
LANGUAGE plpgsql AS $$
BEGIN
  IF TG_OP = 'INSERT' OR NOT OLD.whole_account THEN
    PERFORM pg_advisory_xact_lock_shared(hashtext('stops and lists'), NEW.client_id);
    NEW.asked_in := pg_current_xact_id();
  END IF;
  RETURN NEW;
END $$;
