-- Stamps of rows are real, calls and texts have the platform's clock. To show both on one clock, every
-- anchor that the clock ever had is kept: a stamp of yesterday was made under yesterday's.
-- Beside a running older version: safe

CREATE TABLE simulation_anchor (
  real_anchor timestamptz PRIMARY KEY,
  simulated_anchor timestamptz NOT NULL,
  speed double precision NOT NULL CHECK (speed > 0)
);
GRANT SELECT ON simulation_anchor TO carillon_client;
GRANT SELECT ON simulation_anchor TO carillon_report;
GRANT SELECT, INSERT, UPDATE ON simulation_anchor TO carillon_platform;

INSERT INTO simulation_anchor (real_anchor, simulated_anchor, speed)
SELECT real_anchor, simulated_anchor, speed FROM simulation;

-- Functions: platform-time cf3a63d3

CREATE TRIGGER keep_anchor AFTER INSERT OR UPDATE OF real_anchor, simulated_anchor, speed
  ON simulation FOR EACH ROW EXECUTE FUNCTION keep_simulation_anchor();

-- A file has its times in a zone; the documented offset is that of one day, and wrong across a clock change.
ALTER TABLE report_archive ADD COLUMN time_zone text;
