-- 5: Unclear. What may be an opt-out and may be none (domain/opt-out).
ALTER TABLE inbound_text DROP CONSTRAINT inbound_text_intent_check;
ALTER TABLE inbound_text ADD CONSTRAINT inbound_text_intent_check CHECK (intent BETWEEN 1 AND 5);

-- An unclear text: contact with its number rests until somebody has decided on every one of them.
CREATE TABLE contact_rest (
  client_id        integer NOT NULL REFERENCES client,
  inbound_text_id  bigint NOT NULL,
  phone            text COLLATE "C" NOT NULL,
  -- When the text came, on the platform's clock; so is decided_at.
  since            timestamptz NOT NULL,
  decided_at       timestamptz,
  -- Null: no manager, but a later text of the person.
  decided_by       bigint,
  decision         text CHECK (decision IN ('optOut', 'keep')),
  PRIMARY KEY (client_id, inbound_text_id),
  FOREIGN KEY (client_id, inbound_text_id) REFERENCES inbound_text,
  FOREIGN KEY (client_id, decided_by) REFERENCES manager,
  CHECK ((decided_at IS NULL) = (decision IS NULL)),
  CHECK (decided_by IS NULL OR decided_at IS NOT NULL)
);
-- Asked for every number before every attempt: only those that rest now stand in it.
CREATE INDEX contact_rest_open ON contact_rest (client_id, phone) WHERE decided_at IS NULL;
SELECT protect('contact_rest', false);
