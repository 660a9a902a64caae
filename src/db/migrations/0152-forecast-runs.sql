-- A kept forecast belongs to one run of its campaign, named by the run's start, so that a job that comes
-- twice or late keeps one or none (docs/decisions/091-forecast.md).
-- Beside a running older version: safe
-- (It keeps forecasts without a run, and ends those.)

ALTER TABLE forecast ADD COLUMN run_started timestamptz;
CREATE UNIQUE INDEX forecast_run ON forecast (client_id, campaign_id, run_started);
COMMENT ON COLUMN forecast.run_started IS 'When its run began, of the engine''s clock, as campaign.started; null of those from before there was this column.';
