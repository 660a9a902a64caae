-- Background jobs live in the queue's own schema (graphile_worker), which `migrate` makes after
-- these files and which only the owner may touch.

-- Puts a job into the queue inside the caller's transaction: a save and its job are one. A job that
-- waits under the same key is replaced. Work for a client can be asked for by that client only.
CREATE FUNCTION enqueue(task text, payload json, job_key text) RETURNS void
LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, public AS $$
BEGIN
  IF current_client() IS NOT NULL AND (payload ->> 'clientId')::integer IS DISTINCT FROM current_client() THEN
    RAISE EXCEPTION 'a job of another client';
  END IF;
  PERFORM graphile_worker.add_job(task, payload, job_key => enqueue.job_key);
END $$;
REVOKE EXECUTE ON FUNCTION enqueue(text, json, text) FROM PUBLIC;
GRANT EXECUTE ON FUNCTION enqueue(text, json, text) TO carillon_client, carillon_platform;
