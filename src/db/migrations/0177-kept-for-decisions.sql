-- What follow-ups and the contact policy still need of deleted inbound texts and call records
-- (docs/decisions/044-retention.md): that a number wrote, and that a person talked with an agent.
-- Beside a running older version: safe
-- It deletes both whole, as before.

CREATE TABLE kept_reply (
  client_id integer NOT NULL REFERENCES client (client_id),
  inbound_text_id bigint NOT NULL,
  phone text COLLATE "C" NOT NULL,
  received timestamptz NOT NULL,
  PRIMARY KEY (client_id, inbound_text_id)
);
SELECT protect('kept_reply', false);
CREATE INDEX kept_reply_phone ON kept_reply (client_id, phone, received);
CREATE INDEX kept_reply_received ON kept_reply (client_id, received);
COMMENT ON TABLE kept_reply IS 'Of inbound texts that retention deleted: the number and the time.';

ALTER TABLE attempt ADD COLUMN talked boolean;
COMMENT ON COLUMN attempt.talked IS 'Its call record said that the person talked with an agent, and was deleted; null while the record says it.';
