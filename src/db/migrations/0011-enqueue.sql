-- Replacing a job that waits takes the queue two steps: a job that runs loses its key, then the new
-- one goes in over one that waits. A job that begins to run between the two steps is neither, and
-- the queue then drops the new one and answers NULL. The next round finds it running.
CREATE OR REPLACE FUNCTION enqueue(task text, payload json, job_key text) RETURNS void
LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, public AS $$
DECLARE
  added bigint;
BEGIN
  IF current_client() IS NOT NULL AND (payload ->> 'clientId')::integer IS DISTINCT FROM current_client() THEN
    RAISE EXCEPTION 'a job of another client';
  END IF;
  WHILE added IS NULL LOOP
    SELECT id INTO added FROM graphile_worker.add_job(task, payload, job_key => enqueue.job_key);
  END LOOP;
END $$;
