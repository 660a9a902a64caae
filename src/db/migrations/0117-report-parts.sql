-- Beside a running older version: disturbs
-- It cannot read the files of reports that this version makes.
--
-- gzip took more of an export's time than reading its records.
COMMENT ON COLUMN report_part.content IS
  'Sealed; in it zstd, or gzip in parts of earlier versions (queries/report-part.ts).';
