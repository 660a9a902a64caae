-- What the sweeps of retention deleted, and what they counted afterwards: the screen reads it (docs/decisions/076-sensitive-data.md).
-- Beside a running older version: safe
-- (Its sweeps count nothing: the screen then counts by itself.)

CREATE TABLE retention_figure (
  client_id  integer NOT NULL REFERENCES client,
  kind       text NOT NULL,
  -- The last sweep that deleted any of it.
  swept_at   timestamptz,
  swept_rows bigint,
  -- What the sweep of the night left.
  counted_at timestamptz,
  rows       bigint,
  oldest     timestamptz,
  -- With indexes: the client's share of its tables, by rows.
  bytes      bigint,
  -- What the first sweep that deletes any of it takes, if it is kept these days; null: forever.
  days       integer,
  next_rows  bigint,
  PRIMARY KEY (client_id, kind)
);
SELECT protect('retention_figure', true);
