-- How long data is kept (docs/operating-retention.md, docs/decisions/044-retention.md).
-- Beside a running older version: safe

-- What the operator set for the installation. No row: what src/domain/retention.ts has as usual.
CREATE TABLE retention_default (
  kind text PRIMARY KEY,
  -- Null: for ever.
  days integer CHECK (days >= 1)
);
GRANT SELECT, INSERT, UPDATE, DELETE ON retention_default TO carillon_platform;
-- A report says what is no longer in it.
GRANT SELECT ON retention_default TO carillon_client;

-- What the operator set for a client. No row: as for the installation.
CREATE TABLE retention (
  client_id integer NOT NULL REFERENCES client,
  kind      text NOT NULL,
  days      integer CHECK (days >= 1),
  PRIMARY KEY (client_id, kind)
);
SELECT protect('retention', true);

-- Up to when data of a kind was deleted: everything before this instant is gone.
CREATE TABLE retention_done (
  client_id integer NOT NULL REFERENCES client,
  kind      text NOT NULL,
  before    timestamptz NOT NULL,
  PRIMARY KEY (client_id, kind)
);
SELECT protect('retention_done', true);

ALTER TABLE call_list
  -- When it became Closed; of a list from before this migration null: its last call counts then.
  ADD closed_at timestamptz,
  -- From here on its contact data is being deleted, or is gone: it cannot be reused any more.
  ADD contacts_deleted_at timestamptz,
  -- Nothing of it is left to be deleted: neither contact data nor attempts.
  ADD emptied_at timestamptz,
  -- Why rows were left out, by reason, once the rows themselves are gone: {"reason": count}.
  ADD rejected_reasons jsonb;
CREATE INDEX call_list_to_empty ON call_list (client_id, call_list_id) WHERE emptied_at IS NULL;

-- Lists are closed in several places; none can forget to say when.
CREATE FUNCTION note_closing() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  NEW.closed_at := now();
  RETURN NEW;
END $$;
CREATE TRIGGER list_closed BEFORE UPDATE OF status_id ON call_list
  FOR EACH ROW WHEN (NEW.status_id = 6 AND OLD.status_id <> 6) EXECUTE FUNCTION note_closing();
