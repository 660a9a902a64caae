-- Voice messages with their steps, sounds and renderings.

CREATE TABLE voice_message (
  client_id        integer NOT NULL REFERENCES client,
  voice_message_id bigint GENERATED ALWAYS AS IDENTITY,
  name             text NOT NULL,
  -- 1 Pending, 2 Processing, 3 Ready, 4 Error: of the newest version.
  status_id        smallint NOT NULL DEFAULT 1 CHECK (status_id BETWEEN 1 AND 4),
  status_reason    text,
  -- Counts edits; the steps below are of this version.
  version          integer NOT NULL DEFAULT 1,
  -- The newest version whose rendering is Ready: what calls play. Null before the first.
  ready_version    integer,
  created          timestamptz NOT NULL DEFAULT now(),
  updated          timestamptz NOT NULL DEFAULT now(),
  deleted_at       timestamptz,
  PRIMARY KEY (client_id, voice_message_id)
);
SELECT protect('voice_message', true);

CREATE TABLE voice_message_step (
  client_id             integer NOT NULL,
  voice_message_step_id bigint GENERATED ALWAYS AS IDENTITY,
  voice_message_id      bigint NOT NULL,
  step_order            integer NOT NULL,
  -- 1 recorded with phone, 2 recorded on computer, 3 uploaded file, 4 fixed TTS, 5 field TTS.
  step_type             smallint NOT NULL CHECK (step_type BETWEEN 1 AND 5),
  value                 text NOT NULL DEFAULT '',
  tts_voice_id          integer NOT NULL DEFAULT 0,
  tts_mode_id           smallint NOT NULL DEFAULT 1 CHECK (tts_mode_id IN (1, 2)),
  -- Mapping id of the account field; 0 for none.
  tts_field_id          integer NOT NULL DEFAULT 0,
  file_name             text NOT NULL DEFAULT '',
  clients_file_name     text NOT NULL DEFAULT '',
  phone_number          text,
  PRIMARY KEY (client_id, voice_message_step_id),
  FOREIGN KEY (client_id, voice_message_id) REFERENCES voice_message
);
CREATE INDEX voice_message_step_message ON voice_message_step (client_id, voice_message_id, step_order);
SELECT protect('voice_message_step', true);

-- Sound by name: uploaded files and recordings as they came, and what rendering made of them.
CREATE TABLE sound (
  client_id  integer NOT NULL REFERENCES client,
  sound_id   bigint GENERATED ALWAYS AS IDENTITY,
  file_name  text NOT NULL,
  media_type text NOT NULL,
  content    bytea NOT NULL,
  created    timestamptz NOT NULL DEFAULT now(),
  PRIMARY KEY (client_id, sound_id),
  UNIQUE (client_id, file_name)
);
ALTER TABLE sound ALTER COLUMN content SET STORAGE EXTERNAL;
SELECT protect('sound', true);

-- One rendering a version: its plan (what plays in which order) and its preview, 8 kHz mono WAV
-- with every field's name in place of its value. The sound of a step is cut out of the preview.
CREATE TABLE voice_message_rendering (
  client_id        integer NOT NULL,
  voice_message_id bigint NOT NULL,
  version          integer NOT NULL,
  -- [{"kind": "sound", "stepId": 4, "from": 0, "samples": 9600} |
  --  {"kind": "field", "stepId": 5, "from": 9600, "samples": 8000, "fieldId": 1, "voiceId": 2, "modeId": 1}]
  plan             jsonb NOT NULL,
  preview          bytea NOT NULL,
  duration_ms      integer NOT NULL,
  created          timestamptz NOT NULL DEFAULT now(),
  -- One that no new call plays is kept while calls that began before may still play it: an edit can be
  -- followed by the next one, or by the message's deletion, within one call.
  superseded_at    timestamptz,
  -- Whether it speaks values of the account: asked several times a second of every campaign that runs.
  -- Reading the plan each time, which holds all the texts, took two thirds of that query's time.
  per_account      boolean NOT NULL GENERATED ALWAYS AS (plan @> '[{"kind": "field"}]') STORED,
  PRIMARY KEY (client_id, voice_message_id, version),
  FOREIGN KEY (client_id, voice_message_id) REFERENCES voice_message
);
CREATE INDEX voice_message_rendering_superseded ON voice_message_rendering (superseded_at)
  WHERE superseded_at IS NOT NULL;
ALTER TABLE voice_message_rendering ALTER COLUMN preview SET STORAGE EXTERNAL;
SELECT protect('voice_message_rendering', true);
