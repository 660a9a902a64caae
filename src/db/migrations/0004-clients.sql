-- Clients, and how often each may contact one number.

CREATE TABLE client (
  client_id          integer GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  code               text NOT NULL,
  name               text NOT NULL,
  -- Micro-dollars a minute.
  minute_cost        bigint NOT NULL DEFAULT 0 CHECK (minute_cost >= 0),
  -- Stricter calling hours: {"open": "09:00", "close": "20:00", "states": {"TX": {...}}}; null for 8:00 to 21:00.
  calling_hours      jsonb,
  voice_carrier      text NOT NULL DEFAULT 'simulated',
  text_carrier       text NOT NULL DEFAULT 'simulated',
  disabled_at        timestamptz,
  created            timestamptz NOT NULL DEFAULT now(),
  -- Whose numbers of +1 it may call: ISO 3166, the territories of the United States count as US.
  countries          text[] NOT NULL DEFAULT '{US,CA}',
  -- Whose stop it is when one number asks to stop: its account's, or the number's alone
  -- (docs/decisions/036-persons.md).
  stop_scope         text NOT NULL DEFAULT 'account' CHECK (stop_scope IN ('account', 'number')),
  -- Hours of the engine's clock between two tries of a campaign at one number; 0 for no gap.
  least_gap_hours    smallint NOT NULL DEFAULT 4 CHECK (least_gap_hours BETWEEN 0 AND 168),
  -- Grows when numbers that waited for the gap may be due earlier: engines then recheck them.
  gap_revision       integer NOT NULL DEFAULT 0
);
CREATE UNIQUE INDEX client_code ON client (lower(code));
SELECT protect('client', true);

-- The most calls, and the most texts, to one number within some days, as the operator set them
-- for a client (docs/decisions/022-caps.md). A client has two rows from its first cap on, or none.
CREATE TABLE contact_cap (
  client_id integer NOT NULL REFERENCES client,
  kind      text NOT NULL CHECK (kind IN ('call', 'text')),
  -- Null: no limit; attempts are counted all the same, so that a later cap knows of them.
  most      smallint CHECK (most BETWEEN 1 AND 1000),
  days      smallint NOT NULL CHECK (days BETWEEN 1 AND 365),
  -- Attempts from before the first cap are counted too by now.
  complete  boolean NOT NULL DEFAULT false,
  -- Grows when numbers that waited for the cap may be due earlier: engines then recheck them.
  revision  integer NOT NULL DEFAULT 1,
  PRIMARY KEY (client_id, kind)
);
SELECT protect('contact_cap', true);
