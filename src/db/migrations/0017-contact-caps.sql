-- At most so many calls, and so many texts, to one number within some days: what the operator set
-- for a client (docs/decisions/022-caps.md). A client has two rows from its first cap on, or none.
CREATE TABLE contact_cap (
  client_id integer NOT NULL REFERENCES client,
  kind      text NOT NULL CHECK (kind IN ('call', 'text')),
  -- Null: no limit; attempts are counted all the same, so that a later cap knows of them.
  most      smallint CHECK (most BETWEEN 1 AND 1000),
  days      smallint NOT NULL CHECK (days BETWEEN 1 AND 365),
  -- Attempts from before the first cap are counted too by now.
  complete  boolean NOT NULL DEFAULT false,
  -- Grows when numbers that waited for the cap may be due earlier: engines then look again.
  revision  integer NOT NULL DEFAULT 1,
  PRIMARY KEY (client_id, kind)
);
SELECT protect('contact_cap', true);

-- As what an attempt of such a client counts; null for all others, whose attempts pay for no index.
ALTER TABLE attempt ADD counts_as text CHECK (counts_as IN ('call', 'text'));
CREATE INDEX attempt_counted ON attempt (client_id, phone, counts_as, attempted_at)
  WHERE counts_as IS NOT NULL;
