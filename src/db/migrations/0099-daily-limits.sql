-- The most calls, texts and micro-dollars of a client in one Eastern day (docs/decisions/074-limits.md).
-- Beside a running older version: safe
-- (An engine of an older version knows no such limit: set the first one when all of them are updated.)

-- No row: no limit, and nothing is counted.
CREATE TABLE daily_limit (
  client_id integer PRIMARY KEY REFERENCES client,
  calls     integer CHECK (calls > 0),
  texts     integer CHECK (texts > 0),
  -- Micro-dollars.
  cost      bigint CHECK (cost > 0)
);
SELECT protect('daily_limit', true);

-- What a client with a limit used on an Eastern day of the engines' clock: attempts less those given back;
-- the cost of ended calls and what calls in progress reserve.
CREATE TABLE daily_use (
  client_id integer NOT NULL REFERENCES client,
  day       date NOT NULL,
  calls     integer NOT NULL DEFAULT 0,
  texts     integer NOT NULL DEFAULT 0,
  cost      bigint NOT NULL DEFAULT 0,
  PRIMARY KEY (client_id, day)
);
SELECT protect('daily_use', true);

-- Of a client with a limit only: the day on which it counts, and the cost that it reserved.
ALTER TABLE attempt ADD COLUMN limit_day date, ADD COLUMN reserved_cost bigint;

CREATE CONSTRAINT TRIGGER audited AFTER INSERT OR UPDATE OR DELETE ON daily_limit
  DEFERRABLE INITIALLY DEFERRED FOR EACH ROW
  EXECUTE FUNCTION audit_change('dailyLimit', 'client_id', '', '', '');
