-- Abandoned calls by campaign and day, and what the brake counts (docs/decisions/085-governor.md).
-- Beside a running older version: safe
-- (An engine of an older version counts nothing: switch both on when all of them are updated.)

-- Seconds within which a customer who asks for an agent must get one; null: abandonment is not guarded.
ALTER TABLE client ADD COLUMN abandonment_wait smallint CHECK (abandonment_wait IN (2, 20)),
  ADD COLUMN abandonment_hang_ups boolean NOT NULL DEFAULT false;

-- Calls of a Linkback that a person answered, by the Eastern day of their end, with what became of the
-- wish for an agent. Every rule that an operator can choose is read from them.
CREATE TABLE abandonment_day (
  client_id   integer NOT NULL REFERENCES client,
  campaign_id bigint NOT NULL,
  day         date NOT NULL,
  persons     integer NOT NULL DEFAULT 0,
  no_agent    integer NOT NULL DEFAULT 0,
  over_2      integer NOT NULL DEFAULT 0,
  over_20     integer NOT NULL DEFAULT 0,
  left_2      integer NOT NULL DEFAULT 0,
  left_20     integer NOT NULL DEFAULT 0,
  PRIMARY KEY (client_id, campaign_id, day)
);
SELECT protect('abandonment_day', true);

-- The shares at which a campaign stops, in hundredths of a percent; null: no limit.
CREATE TABLE brake_limit (
  client_id   integer PRIMARY KEY REFERENCES client,
  failed      integer CHECK (failed BETWEEN 1 AND 9999),
  opt_outs    integer CHECK (opt_outs BETWEEN 1 AND 9999),
  machines    integer CHECK (machines BETWEEN 1 AND 9999),
  agents      integer CHECK (agents BETWEEN 1 AND 9999),
  text_errors integer CHECK (text_errors BETWEEN 1 AND 9999),
  unknown     integer CHECK (unknown BETWEEN 1 AND 9999)
);
SELECT protect('brake_limit', true);
CREATE CONSTRAINT TRIGGER audited AFTER INSERT OR UPDATE OR DELETE ON brake_limit
  DEFERRABLE INITIALLY DEFERRED FOR EACH ROW
  EXECUTE FUNCTION audit_change('brakeLimit', 'client_id', '', '', '');

-- Of a client with such limits: what a campaign's results were since a person started it, in all and in the
-- newest few, which src/domain/governor/brake.ts reads.
CREATE TABLE brake_count (
  client_id   integer NOT NULL REFERENCES client,
  campaign_id bigint NOT NULL,
  since       timestamptz NOT NULL DEFAULT now(),
  counts      jsonb NOT NULL,
  PRIMARY KEY (client_id, campaign_id)
);
SELECT protect('brake_count', true);
