-- Whether a kept receipt is of its whole text, as Twilio's are: one of a part that is matched by number makes no
-- long text delivered (docs/decisions/024-smpp.md). An older version keeps receipts as if of parts.
-- Beside a running older version: safe
ALTER TABLE text_receipt ADD COLUMN of_whole boolean NOT NULL DEFAULT false;
