-- Inbound texts, the auto-replies to them, and numbers that rest until an unclear one is decided on.

CREATE TABLE inbound_text (
  client_id        integer NOT NULL REFERENCES client,
  inbound_text_id  bigint GENERATED ALWAYS AS IDENTITY,
  phone            text COLLATE "C" NOT NULL,
  texting_number   text COLLATE "C" NOT NULL,
  received         timestamptz NOT NULL,
  message          text NOT NULL,
  -- 1 None, 2 Opt In, 3 Opt Out, 4 Help, 5 Unclear: what may be an opt-out and may be none (domain/opt-out).
  intent           smallint NOT NULL CHECK (intent BETWEEN 1 AND 5),
  -- The carrier's id: a message that is delivered twice is stored once.
  carrier_ref      text NOT NULL,
  PRIMARY KEY (client_id, inbound_text_id),
  UNIQUE (client_id, carrier_ref)
);
CREATE INDEX inbound_text_received ON inbound_text (client_id, received DESC);
CREATE INDEX inbound_text_phone ON inbound_text (client_id, phone, received);
SELECT protect('inbound_text', false);

-- Auto-replies: stored with the inbound text that they reply to, submitted at most once.
CREATE TABLE text_reply (
  client_id       integer NOT NULL,
  text_reply_id   bigint GENERATED ALWAYS AS IDENTITY,
  inbound_text_id bigint NOT NULL,
  kind            text NOT NULL CHECK (kind IN ('opt_out', 'help')),
  phone           text COLLATE "C" NOT NULL,
  texting_number  text COLLATE "C" NOT NULL,
  body            text NOT NULL,
  -- Simulated clock.
  queued          timestamptz NOT NULL,
  -- Not submitted before this instant.
  due             timestamptz NOT NULL,
  tries           smallint NOT NULL DEFAULT 0,
  -- Committed before it is submitted: after that it is never sent again.
  handed_over     timestamptz,
  -- One that was not sent while it was due is dropped: its note says why.
  outcome         text CHECK (outcome IN ('accepted', 'delivered', 'failed', 'unknown', 'dropped')),
  carrier_ref     text COLLATE "C",
  note            text,
  -- As in outbound_text.
  written_refs    text[],
  PRIMARY KEY (client_id, text_reply_id),
  UNIQUE (client_id, inbound_text_id),
  FOREIGN KEY (client_id, inbound_text_id) REFERENCES inbound_text
);
CREATE INDEX text_reply_queued ON text_reply (client_id, due) WHERE handed_over IS NULL AND outcome IS NULL;
CREATE INDEX text_reply_phone ON text_reply (client_id, phone, queued);
CREATE INDEX text_reply_ref ON text_reply (client_id, carrier_ref) WHERE carrier_ref IS NOT NULL;
-- What a STOP may have to take back: few are open at any time.
CREATE INDEX text_reply_open ON text_reply (client_id, phone)
  WHERE kind = 'help' AND (outcome IS NULL OR outcome = 'accepted');
SELECT protect('text_reply', false);
-- An operator's stop is finished when no auto-reply of any client is in flight any more.
CREATE POLICY platform ON text_reply FOR SELECT TO carillon_platform USING (true);
GRANT SELECT ON text_reply TO carillon_platform;

-- Auto-replies that their carrier has and that are not to leave, because their person has stopped since: as
-- text_cancel for the texts of campaigns (docs/decisions/031-texts-at-the-carrier.md).
CREATE TABLE reply_cancel (
  client_id     integer NOT NULL REFERENCES client,
  text_reply_id bigint NOT NULL,
  -- Not asked before this instant (simulated clock).
  due           timestamptz NOT NULL DEFAULT '-infinity',
  tries         smallint NOT NULL DEFAULT 0,
  -- When the carrier responded that it has left, or cannot be taken back: its receipt decides.
  asked         timestamptz,
  PRIMARY KEY (client_id, text_reply_id)
);
CREATE INDEX reply_cancel_due ON reply_cancel (client_id) WHERE asked IS NULL;
SELECT protect('reply_cancel', true);

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
