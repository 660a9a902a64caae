-- Answers that their carrier has and that are not to leave, because their person has stopped since: as
-- text_cancel for the texts of campaigns (docs/decisions/031-texts-at-the-carrier.md).
CREATE TABLE reply_cancel (
  client_id     integer NOT NULL REFERENCES client,
  text_reply_id bigint NOT NULL,
  -- Not asked before this instant (simulated clock).
  due           timestamptz NOT NULL DEFAULT '-infinity',
  tries         smallint NOT NULL DEFAULT 0,
  -- When the carrier answered that it has left, or cannot be taken back: its receipt decides.
  asked         timestamptz,
  PRIMARY KEY (client_id, text_reply_id)
);
CREATE INDEX reply_cancel_due ON reply_cancel (client_id) WHERE asked IS NULL;
SELECT protect('reply_cancel', true);

-- As in outbound_text.
ALTER TABLE text_reply ADD written_refs text[];
-- What a STOP may have to take back: few are open at any time.
CREATE INDEX text_reply_open ON text_reply (client_id, phone)
  WHERE kind = 'help' AND (outcome IS NULL OR outcome = 'accepted');
