-- Puts a job into the queue inside the caller's transaction: a save and its job are one. A job that
-- waits under the same key is replaced. Work for a client can be asked for by that client only.
--
-- Replacing a job that waits takes the queue two steps: a job that runs loses its key, then the new
-- one goes in over one that waits. A job that begins to run between the two steps is neither, and
-- the queue then drops the new one and returns NULL. The next round finds it running.
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

-- The same, but of the jobs that share a queue one runs at a time.
CREATE OR REPLACE FUNCTION enqueue(task text, payload json, job_key text, queue text) RETURNS void
LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, public AS $$
DECLARE
  added bigint;
BEGIN
  IF current_client() IS NOT NULL AND (payload ->> 'clientId')::integer IS DISTINCT FROM current_client() THEN
    RAISE EXCEPTION 'a job of another client';
  END IF;
  WHILE added IS NULL LOOP
    SELECT id INTO added
      FROM graphile_worker.add_job(task, payload, queue_name => queue, job_key => enqueue.job_key);
  END LOOP;
END $$;

REVOKE EXECUTE ON FUNCTION enqueue(text, json, text), enqueue(text, json, text, text) FROM PUBLIC;
GRANT EXECUTE ON FUNCTION enqueue(text, json, text), enqueue(text, json, text, text)
  TO carillon_client, carillon_platform;
