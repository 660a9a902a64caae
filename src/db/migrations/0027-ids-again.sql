-- A carrier that counts anew, as many do after a restart, gives the ids of old texts once more. So an id
-- alone names no text: its number and its time do, too.

-- Two receipts with one id may be kept for two people.
ALTER TABLE text_receipt DROP CONSTRAINT text_receipt_pkey,
  ADD CONSTRAINT text_receipt_pkey PRIMARY KEY (client_id, carrier_ref, phone);

-- The person's number, '' of what was sent before this migration: it fits to every receipt.
ALTER TABLE text_part ADD phone text COLLATE "C" NOT NULL DEFAULT '',
  -- Our own id of the text: the same part stored once more is told from another text's.
  ADD text_id text COLLATE "C" NOT NULL DEFAULT '';
ALTER TABLE text_part DROP CONSTRAINT text_part_pkey,
  ADD CONSTRAINT text_part_pkey PRIMARY KEY (client_id, part_ref, phone);
