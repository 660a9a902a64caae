-- Text messages: what campaigns send.

CREATE TABLE text_message (
  client_id       integer NOT NULL REFERENCES client,
  text_message_id bigint GENERATED ALWAYS AS IDENTITY,
  name            text NOT NULL,
  message         text NOT NULL,
  created         timestamptz NOT NULL DEFAULT now(),
  updated         timestamptz NOT NULL DEFAULT now(),
  deleted_at      timestamptz,
  PRIMARY KEY (client_id, text_message_id)
);
SELECT protect('text_message', true);
