-- How the values of an account field are said (docs/decisions/092-voices.md).
-- Beside a running older version: safe

CREATE TABLE spoken_kind (
  client_id   integer NOT NULL REFERENCES client,
  -- Mapping id: of a fixed field, or customIndex + 11.
  field_id    integer NOT NULL,
  -- Of a custom field, from its name or from values of a list; a fixed one has a kind of its own.
  guess       text,
  guessed_by  text CHECK (guessed_by IN ('name', 'values')),
  -- By a manager; NULL: as guessed.
  chosen      text,
  changed_by  bigint,
  changed_at  timestamptz,
  PRIMARY KEY (client_id, field_id)
);
SELECT protect('spoken_kind', true);

CREATE CONSTRAINT TRIGGER audited AFTER INSERT OR UPDATE OR DELETE ON spoken_kind
  DEFERRABLE INITIALLY DEFERRED FOR EACH ROW
  EXECUTE FUNCTION audit_change('spokenKind', 'field_id', 'chosen', 'field_id,guess,guessed_by', '');
