-- The card "Try this" of the demo client: what a manager has seen, and engines that were killed on purpose
-- (docs/decisions/097-try-this.md).
-- Beside a running older version: safe

CREATE TABLE tour_step (
  client_id  integer NOT NULL,
  manager_id bigint NOT NULL,
  -- `away`: the manager put the card away.
  step       text NOT NULL CHECK (step IN ('why', 'stop', 'forecast', 'kill', 'story', 'away')),
  done_at    timestamptz NOT NULL DEFAULT clock_timestamp(),
  PRIMARY KEY (client_id, manager_id, step),
  FOREIGN KEY (client_id, manager_id) REFERENCES manager
);
SELECT protect('tour_step', false);

CREATE TABLE engine_kill (
  client_id      integer NOT NULL REFERENCES client,
  engine_kill_id bigint GENERATED ALWAYS AS IDENTITY,
  manager_id     bigint NOT NULL,
  -- Of the platform's clock.
  killed_at      timestamptz NOT NULL,
  in_flight      integer NOT NULL,
  -- Real time, for how long it took; null until an engine runs again.
  gone_at        timestamptz NOT NULL DEFAULT clock_timestamp(),
  back_at        timestamptz,
  PRIMARY KEY (client_id, engine_kill_id)
);
SELECT protect('engine_kill', true);
COMMENT ON COLUMN engine_kill.in_flight IS 'Calls and texts that were submitted or about to be, and had no end.';
