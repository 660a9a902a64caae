-- Report archives: how an export is made, and where its file is.

ALTER TABLE report_archive
  -- A filter may name an SSN, which stands nowhere in clear: the filters are sealed as JSON.
  DROP COLUMN filters,
  ADD COLUMN sealed_filters bytea,
  -- Which try is at work: a process that was taken for dead and wakes finds another number here.
  ADD COLUMN run integer NOT NULL DEFAULT 0,
  -- Tries that failed; one that was broken off by the end of its process does not count.
  ADD COLUMN failures integer NOT NULL DEFAULT 0,
  -- Of the CSV: its parts, and its bytes before they were compressed and sealed.
  ADD COLUMN part_count integer NOT NULL DEFAULT 0,
  ADD COLUMN file_bytes bigint NOT NULL DEFAULT 0;

-- The file in parts of about a megabyte, each compressed and sealed (decision 015). The platform's
-- own role may not read them; they go with their archive.
CREATE TABLE report_part (
  client_id         integer NOT NULL,
  report_archive_id bigint NOT NULL,
  -- From 0.
  part              integer NOT NULL,
  content           bytea NOT NULL,
  PRIMARY KEY (client_id, report_archive_id, part),
  FOREIGN KEY (client_id, report_archive_id) REFERENCES report_archive ON DELETE CASCADE
);
-- It is compressed already.
ALTER TABLE report_part ALTER COLUMN content SET STORAGE EXTERNAL;
SELECT protect('report_part', false);

-- For the upkeep that removes what is older than 90 days.
CREATE INDEX report_archive_created ON report_archive (created);

-- As enqueue of migration 0011, but of the jobs that share a queue one runs at a time.
CREATE FUNCTION enqueue(task text, payload json, job_key text, queue text) RETURNS void
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
REVOKE EXECUTE ON FUNCTION enqueue(text, json, text, text) FROM PUBLIC;
GRANT EXECUTE ON FUNCTION enqueue(text, json, text, text) TO carillon_client, carillon_platform;
