-- Linkback: the agent's leg of a call, and how often a caller ID was shown on a day.

-- When the agent was called for this customer (simulated clock). Written before the carrier is
-- told, once: a second leg for the same customer cannot be asked for.
ALTER TABLE attempt ADD COLUMN agent_called_at timestamptz;

-- Calls that showed a number of a bucket on an Eastern day of the simulation's clock.
CREATE TABLE caller_id_use (
  client_id integer NOT NULL REFERENCES client,
  day       date NOT NULL,
  phone     text COLLATE "C" NOT NULL,
  uses      integer NOT NULL,
  PRIMARY KEY (client_id, day, phone)
);
SELECT protect('caller_id_use', false);
