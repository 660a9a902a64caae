-- Stops of a client by its own administrators (docs/decisions/075-stops-from-the-console.md).
-- Beside a running older version: disturbs
-- (An engine of it would keep calling under such a stop.)

CREATE TABLE client_stop (
  client_id      integer NOT NULL REFERENCES client,
  client_stop_id bigint GENERATED ALWAYS AS IDENTITY,
  -- As in client.voice_carrier and text_carrier; NULL: all calls and texts of the client.
  carrier        text,
  -- Real time.
  since          timestamptz NOT NULL DEFAULT clock_timestamp(),
  -- As the administrator typed it; every manager of the client reads it.
  reason         text NOT NULL CHECK (length(reason) <= 300),
  -- The administrator's name of that moment.
  stopped_by     text NOT NULL,
  PRIMARY KEY (client_id, client_stop_id),
  UNIQUE NULLS NOT DISTINCT (client_id, carrier)
);
SELECT protect('client_stop', true);

CREATE CONSTRAINT TRIGGER audited AFTER INSERT OR UPDATE OR DELETE ON client_stop
  DEFERRABLE INITIALLY DEFERRED FOR EACH ROW
  EXECUTE FUNCTION audit_change('clientStop', 'client_stop_id', 'carrier', 'client_stop_id', '');
