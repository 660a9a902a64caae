-- Forecasts that were kept when a campaign began to run, and how its runs ended
-- (docs/decisions/091-forecast.md).
-- Beside a running older version: safe
-- (A run that an older engine completes is not graded.)

CREATE TABLE forecast (
  client_id   integer NOT NULL REFERENCES client,
  forecast_id bigint GENERATED ALWAYS AS IDENTITY,
  campaign_id bigint NOT NULL,
  at          timestamptz NOT NULL,
  campaign_version integer NOT NULL,
  numbers     bigint NOT NULL,
  forecast    jsonb NOT NULL,
  ended_at    timestamptz,
  ending      text CHECK (ending IN ('completed', 'changed', 'stopped')),
  PRIMARY KEY (client_id, forecast_id)
);
CREATE INDEX forecast_campaign ON forecast (client_id, campaign_id, forecast_id DESC);
SELECT protect('forecast', false);
COMMENT ON COLUMN forecast.at IS 'Of the platform''s clock, as ended_at is.';
COMMENT ON COLUMN forecast.numbers IS 'Numbers of the campaign''s lists, without follow-ups: a list that came later makes it another run.';
COMMENT ON COLUMN forecast.ending IS 'Null while it runs, and of a run that was stopped until the next one begins.';
