-- Speech engines that the operator added beside Flite (docs/decisions/092-voices.md).
-- Beside a running older version: safe

CREATE TABLE speech_engine (
  speech_engine_id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  name       text NOT NULL CHECK (name ~ '^[a-z0-9][a-z0-9-]{0,39}$'),
  -- A folder of src/speech.
  kind       text NOT NULL,
  -- Address, key, folder: all sealed with the data key; NULL once it is removed.
  secrets    bytea,
  -- The host that texts are sent to, for the console; NULL: none leaves the machine.
  sends_to   text,
  created    timestamptz NOT NULL DEFAULT clock_timestamp(),
  removed_at timestamptz
);
CREATE UNIQUE INDEX speech_engine_name ON speech_engine (name) WHERE removed_at IS NULL;

-- Messages store a voice's id, so that it never changes its meaning: a row stays when its engine goes.
CREATE TABLE speech_voice (
  voice_id    integer GENERATED ALWAYS AS IDENTITY (START 101) PRIMARY KEY,
  speech_engine_id bigint NOT NULL REFERENCES speech_engine,
  engine_name text NOT NULL,
  name        text NOT NULL
);

GRANT SELECT, INSERT, UPDATE, DELETE ON speech_engine, speech_voice TO carillon_platform;
-- A client's message may choose a voice; where its engine is, and with which key, is not the client's.
GRANT SELECT ON speech_voice TO carillon_client;
GRANT SELECT (speech_engine_id, name, sends_to, removed_at) ON speech_engine TO carillon_client;

CREATE CONSTRAINT TRIGGER audited AFTER INSERT OR UPDATE OR DELETE ON speech_engine
  DEFERRABLE INITIALLY DEFERRED FOR EACH ROW
  EXECUTE FUNCTION audit_change('speechEngine', 'speech_engine_id', 'name', '', 'secrets');
