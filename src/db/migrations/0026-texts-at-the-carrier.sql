-- A text that its carrier took may wait there: for its sender's turn, for hours. It ends with the calling
-- hours of its number, the pace is such that it need not wait, and it is taken back when the person or
-- the campaign says stop (docs/decisions/031-texts-at-the-carrier.md).

-- What a number may send. Long codes send 1 segment a second and toll-free numbers 3; for the others the
-- operator says it.
ALTER TABLE texting_number
  ADD COLUMN kind text NOT NULL DEFAULT 'long-code'
    CHECK (kind IN ('long-code', 'toll-free', '10dlc', 'short-code')),
  ADD COLUMN segments_per_second real NOT NULL DEFAULT 1
    CHECK (segments_per_second > 0 AND segments_per_second <= 10000);
UPDATE texting_number SET kind = 'toll-free', segments_per_second = 3
  WHERE phone ~ '^18(00|33|44|55|66|77|88)';

-- The pace of a sending number, for all campaigns, answers and engines: taken with the claim.
CREATE TABLE texting_pace (
  client_id integer NOT NULL REFERENCES client,
  phone     text COLLATE "C" NOT NULL,
  -- Until then its segments are used up: epoch milliseconds of the engine's clock, with fractions.
  next_free double precision NOT NULL DEFAULT 0,
  -- Who sends from it, by campaign («answers» for answers to people): {"7": {"served": 12, "wants": 1767225600000}}.
  turns     jsonb NOT NULL DEFAULT '{}',
  PRIMARY KEY (client_id, phone)
) WITH (fillfactor = 50);
SELECT protect('texting_pace', false);

ALTER TABLE outbound_text
  -- It must not leave its carrier from then on (simulated clock); null of texts from before.
  ADD COLUMN send_by timestamptz,
  -- The ids of the text or its parts as the carrier wrote them, where carrier_ref is another spelling.
  ADD COLUMN written_refs text[];

-- Texts that are not to leave: marked with what asks for it, and asked of the carrier by any engine.
CREATE TABLE text_cancel (
  client_id    integer NOT NULL REFERENCES client,
  call_list_id bigint NOT NULL,
  entry_id     integer NOT NULL,
  why          text NOT NULL CHECK (why IN ('opt_out', 'stop', 'unclear')),
  -- Not asked before this instant (simulated clock).
  due          timestamptz NOT NULL DEFAULT '-infinity',
  tries        smallint NOT NULL DEFAULT 0,
  -- When the carrier answered that it has left, or cannot be taken back: its receipt decides.
  asked        timestamptz,
  -- No foreign key: whoever marks would wait for a text that is just being given back, and fail with it.
  PRIMARY KEY (client_id, call_list_id, entry_id)
);
CREATE INDEX text_cancel_due ON text_cancel (client_id) WHERE asked IS NULL;
SELECT protect('text_cancel', true);

-- A person's texts that wait for their receipts, beside attempt_open_phone for those in hand.
CREATE INDEX attempt_receipt_phone ON attempt (client_id, phone)
  WHERE finished_at IS NULL AND receipt_until IS NOT NULL;
