-- Report archives: how an export is made, and where its file is.

CREATE TABLE report_archive (
  client_id         integer NOT NULL REFERENCES client,
  report_archive_id bigint GENERATED ALWAYS AS IDENTITY,
  manager_id        bigint NOT NULL,
  -- 1 STARTING, 2 IN PROGRESS, 3 READY, 4 ERROR, 5 CANCELLED.
  status_id         smallint NOT NULL DEFAULT 1 CHECK (status_id BETWEEN 1 AND 5),
  status_reason     text,
  report_type_id    smallint NOT NULL DEFAULT 1,
  utc_offset        integer NOT NULL DEFAULT 0,
  include_full_ssn  boolean NOT NULL DEFAULT false,
  number_of_records bigint NOT NULL DEFAULT 0,
  progress          real NOT NULL DEFAULT 0,
  download_count    integer NOT NULL DEFAULT 0,
  last_download     timestamptz,
  file_name         text NOT NULL DEFAULT '',
  created           timestamptz NOT NULL DEFAULT now(),
  -- A filter may name an SSN, which stands nowhere in clear: the filters are sealed as JSON.
  sealed_filters    bytea,
  -- Which try is at work: a process that was taken for dead and wakes finds another number here.
  run               integer NOT NULL DEFAULT 0,
  -- Tries that failed; one that was broken off by the end of its process does not count.
  failures          integer NOT NULL DEFAULT 0,
  -- Of the CSV: its parts, and its bytes before they were compressed and sealed.
  part_count        integer NOT NULL DEFAULT 0,
  file_bytes        bigint NOT NULL DEFAULT 0,
  PRIMARY KEY (client_id, report_archive_id)
);
-- For the upkeep that removes what is older than 90 days.
CREATE INDEX report_archive_created ON report_archive (created);
SELECT protect('report_archive', true);

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
