-- Texts of campaigns between their attempt and their result.

-- The text of an attempt, filled and fixed when the attempt was committed.
CREATE TABLE outbound_text (
  client_id      integer NOT NULL,
  call_list_id   bigint NOT NULL,
  entry_id       integer NOT NULL,
  phone          text COLLATE "C" NOT NULL,
  texting_number text COLLATE "C" NOT NULL,
  body           text NOT NULL,
  -- "carrier:id"; null until the carrier accepted it, and forever when its response was lost.
  carrier_ref    text COLLATE "C",
  -- It must not leave its carrier from then on (simulated clock); null: no such instant.
  send_by        timestamptz,
  -- The ids of the text or its parts as the carrier wrote them, where carrier_ref is another spelling.
  written_refs   text[],
  PRIMARY KEY (client_id, call_list_id, entry_id),
  -- An attempt that is given back, because its carrier surely did not take it, takes its text along.
  FOREIGN KEY (client_id, call_list_id, entry_id) REFERENCES attempt ON DELETE CASCADE
);
CREATE INDEX outbound_text_ref ON outbound_text (client_id, carrier_ref) WHERE carrier_ref IS NOT NULL;
-- A receipt without a known id finds the text of an unknown submission by its number.
CREATE INDEX outbound_text_doubt ON outbound_text (client_id, phone) WHERE carrier_ref IS NULL;
SELECT protect('outbound_text', false);

-- Receipts that came before their text's carrier id was known, or that belong to none.
CREATE TABLE text_receipt (
  client_id      integer NOT NULL REFERENCES client,
  carrier_ref    text COLLATE "C" NOT NULL,
  -- Our own id of the text, where the carrier repeats it.
  text_id        text COLLATE "C",
  phone          text COLLATE "C" NOT NULL,
  texting_number text COLLATE "C" NOT NULL,
  outcome        text NOT NULL CHECK (outcome IN ('delivered', 'failed')),
  -- Simulated clock.
  received       timestamptz NOT NULL,
  note           text,
  -- A carrier that counts anew, as many do after a restart, gives the ids of old texts once more. So two
  -- receipts with one id may be kept for two people.
  PRIMARY KEY (client_id, carrier_ref, phone)
);
SELECT protect('text_receipt', false);

-- Long texts go in parts, and a carrier that cuts them names its receipts by part. A text is delivered
-- when all of its parts are, and failed when one is. Which part belongs to which text is stored, so
-- that any engine may get the receipt of a part, also after a restart.
CREATE TABLE text_part (
  client_id   integer NOT NULL REFERENCES client,
  -- "carrier:id", of the part.
  part_ref    text COLLATE "C" NOT NULL,
  -- Of its text: what outbound_text and text_reply hold.
  carrier_ref text COLLATE "C" NOT NULL,
  outcome     text CHECK (outcome IN ('delivered', 'failed')),
  -- The person's number, because an id alone names no text; '' fits to every receipt.
  phone       text COLLATE "C" NOT NULL DEFAULT '',
  -- Our own id of the text: distinguishes the same part, stored once more, from another text's.
  text_id     text COLLATE "C" NOT NULL DEFAULT '',
  PRIMARY KEY (client_id, part_ref, phone)
);
CREATE INDEX text_part_text ON text_part (client_id, carrier_ref);
SELECT protect('text_part', false);

-- Texts that are not to leave: marked with what asks for it, and asked of the carrier by any engine. A text
-- that its carrier accepted may wait there for hours, and is taken back when the person or the campaign says
-- stop (docs/decisions/031-texts-at-the-carrier.md).
CREATE TABLE text_cancel (
  client_id    integer NOT NULL REFERENCES client,
  call_list_id bigint NOT NULL,
  entry_id     integer NOT NULL,
  why          text NOT NULL CHECK (why IN ('opt_out', 'stop', 'unclear')),
  -- Not asked before this instant (simulated clock).
  due          timestamptz NOT NULL DEFAULT '-infinity',
  tries        smallint NOT NULL DEFAULT 0,
  -- When the carrier responded that it has left, or cannot be taken back: its receipt decides.
  asked        timestamptz,
  -- No foreign key: a transaction that marks would wait for a text that is just being given back, and fail with it.
  PRIMARY KEY (client_id, call_list_id, entry_id)
);
CREATE INDEX text_cancel_due ON text_cancel (client_id) WHERE asked IS NULL;
SELECT protect('text_cancel', true);

-- Functions: text-batches 3947cf13
