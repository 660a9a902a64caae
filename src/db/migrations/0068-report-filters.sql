-- Filters of the call detail report that a manager saved by name, and exports with a name, columns and a format
-- of the manager's choice.
-- Beside a running older version: safe

CREATE TABLE report_filter (
  client_id        integer NOT NULL,
  report_filter_id bigint GENERATED ALWAYS AS IDENTITY,
  -- Whose it is: nobody else sees it.
  manager_id       bigint NOT NULL,
  name             text NOT NULL,
  -- The query of the report's address, which never holds an SSN or a date of birth.
  search           text NOT NULL,
  updated          timestamptz NOT NULL DEFAULT now(),
  PRIMARY KEY (client_id, report_filter_id),
  FOREIGN KEY (client_id, manager_id) REFERENCES manager
);
CREATE UNIQUE INDEX report_filter_name ON report_filter (client_id, manager_id, lower(name));
SELECT protect('report_filter', false);

ALTER TABLE report_archive
  -- What the manager calls it; '' for one without a name.
  ADD COLUMN name text NOT NULL DEFAULT '',
  ADD COLUMN format text NOT NULL DEFAULT 'csv' CHECK (format IN ('csv', 'xlsx')),
  -- Columns of the contract's table in the order of the file; null for the 22 documented ones.
  ADD COLUMN columns text[],
  -- A CSV begins with the filters; a workbook always has them on a sheet of their own.
  ADD COLUMN filters_in_file boolean NOT NULL DEFAULT false;
