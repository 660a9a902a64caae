-- Recordings that managers make by telephone: asked for by the API, made by an engine. The two meet
-- in these rows only, and every change of one notifies all API processes.

CREATE TABLE phone_recording (
  client_id          integer NOT NULL,
  phone_recording_id bigint GENERATED ALWAYS AS IDENTITY,
  manager_id         bigint NOT NULL,
  -- 11 digits: where the manager wants to be called.
  phone              text NOT NULL,
  -- What the manager calls the recording.
  name               text NOT NULL,
  -- Of the sound that is stored when the manager keeps the recording; given out with the request.
  file_name          text NOT NULL,
  -- 'nothing' (dialing), 'inmenu', 'recording', 'listening', 'finished'.
  stage              text NOT NULL DEFAULT 'nothing'
    CHECK (stage IN ('nothing', 'inmenu', 'recording', 'listening', 'finished')),
  call_status        text NOT NULL DEFAULT 'waiting'
    CHECK (call_status IN ('waiting', 'dialing', 'answered', 'terminated')),
  saved              boolean NOT NULL DEFAULT false,
  -- Why nothing was saved, a sentence; null otherwise.
  reason             text,
  -- Counts the changes, so that a late message is known for one.
  revision           integer NOT NULL DEFAULT 1,
  requested_at       timestamptz NOT NULL DEFAULT now(),
  -- The engine that took it. Committed before the call is placed, and never given to another.
  engine_id          uuid,
  lease_until        timestamptz,
  ended_at           timestamptz,
  PRIMARY KEY (client_id, phone_recording_id),
  UNIQUE (client_id, file_name),
  FOREIGN KEY (client_id, manager_id) REFERENCES manager,
  CHECK ((ended_at IS NULL) = (call_status <> 'terminated'))
);
-- One call in progress a manager.
CREATE UNIQUE INDEX phone_recording_open ON phone_recording (client_id, manager_id) WHERE ended_at IS NULL;
CREATE INDEX phone_recording_of_manager ON phone_recording (client_id, manager_id, requested_at);
SELECT protect('phone_recording', true);

-- Functions: notify-phone-recording 8353ee72
CREATE TRIGGER phone_recording_changed AFTER INSERT OR UPDATE OF revision ON phone_recording
FOR EACH ROW EXECUTE FUNCTION notify_phone_recording();
