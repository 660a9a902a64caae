-- What is noted of attempts, receipts and answers to inbound texts is a code with its facts, and the carrier's own
-- words beside it (contract/note.ts); it was a sentence.
-- Beside a running older version: disturbs
-- (Engines of before store sentences.)

-- Nothing is lost: what has no code here is kept as the code `former`, in the words that it had.
CREATE FUNCTION former_note(sentence text) RETURNS jsonb LANGUAGE sql IMMUTABLE AS $$
  SELECT CASE sentence
    -- These are asked for by their code: a later receipt says less than they do.
    WHEN 'Canceled at the carrier before it left: the person asked to stop.'
      THEN jsonb '{"code": "canceled_first", "why": "opt_out"}'
    WHEN 'Canceled at the carrier before it left: a text of the person waits for a decision.'
      THEN jsonb '{"code": "canceled_first", "why": "unclear"}'
    WHEN 'Canceled at the carrier before it left: the campaign was stopped.'
      THEN jsonb '{"code": "canceled_first", "why": "stop"}'
    WHEN 'The engine that placed this call ended while it was in progress.'
      THEN jsonb '{"code": "engine_ended", "what": "call"}'
    WHEN 'The engine that sent this text ended before its carrier answered.'
      THEN jsonb '{"code": "engine_ended", "what": "text"}'
    WHEN 'The database went away while this call was being placed.'
      THEN jsonb '{"code": "database_away", "what": "call"}'
    WHEN 'The database went away while this text was being sent.'
      THEN jsonb '{"code": "database_away", "what": "text"}'
    WHEN 'The platform was shut down while this call was in progress.'
      THEN jsonb '{"code": "shut_down", "what": "call"}'
    WHEN 'The platform was shut down while this text was being sent.'
      THEN jsonb '{"code": "shut_down", "what": "text"}'
    WHEN 'The carrier did not say what became of this call.'
      THEN jsonb '{"code": "outcome_not_told"}'
    WHEN 'The carrier took this text and never said what became of it.'
      THEN jsonb '{"code": "no_receipt"}'
    WHEN 'Handed over before the database was restored.' THEN jsonb '{"code": "before_restore"}'
    WHEN 'no answer' THEN jsonb '{"code": "no_answer"}'
    WHEN 'given out twice' THEN jsonb '{"code": "given_out_twice"}'
    WHEN 'Not sent: five minutes had passed since the text.' THEN jsonb '{"code": "reply_late"}'
    WHEN 'Not sent: the number is on the do not call list.' THEN jsonb '{"code": "reply_blocked"}'
    WHEN 'Not sent: it was outside the calling hours of this number.'
      THEN jsonb '{"code": "reply_hours"}'
    WHEN 'The text has no words for this account.' THEN jsonb '{"code": "no_words"}'
    WHEN 'Asterisk lost this call.' THEN jsonb '{"code": "lost", "system": "Asterisk"}'
    WHEN 'The trunk did not answer: no ringing, nothing at all.'
      THEN jsonb '{"code": "trunk_silent"}'
    WHEN 'There is no such number (SIP 404).' THEN jsonb '{"code": "no_such_number", "sip": 404}'
    WHEN 'There is no such number (SIP 484).' THEN jsonb '{"code": "no_such_number", "sip": 484}'
    WHEN 'There is no such number (SIP 604).' THEN jsonb '{"code": "no_such_number", "sip": 604}'
    WHEN 'There is no such number any more (SIP 410).' THEN jsonb '{"code": "number_gone", "sip": 410}'
    WHEN 'The network refused this call (SIP 403).' THEN jsonb '{"code": "call_refused", "sip": 403}'
    WHEN 'The carrier did not answer.' THEN jsonb '{"code": "carrier_silent"}'
    WHEN 'DELIVRD' THEN jsonb '{"code": "receipt", "said": "DELIVRD"}'
    WHEN 'UNDELIV' THEN jsonb '{"code": "receipt", "said": "UNDELIV"}'
    WHEN 'EXPIRED' THEN jsonb '{"code": "receipt", "said": "EXPIRED"}'
    WHEN 'REJECTD' THEN jsonb '{"code": "receipt", "said": "REJECTD"}'
    WHEN 'DELETED' THEN jsonb '{"code": "receipt", "said": "DELETED"}'
    ELSE jsonb_build_object('code', 'former', 'said', sentence)
  END
$$;

ALTER TABLE attempt ALTER COLUMN carrier_note TYPE jsonb USING
  CASE WHEN carrier_note IS NOT NULL THEN former_note(carrier_note) END;
ALTER TABLE text_receipt ALTER COLUMN note TYPE jsonb USING
  CASE WHEN note IS NOT NULL THEN former_note(note) END;
ALTER TABLE text_reply ALTER COLUMN note TYPE jsonb USING
  CASE WHEN note IS NOT NULL THEN former_note(note) END;

DROP FUNCTION former_note(text);

-- Its notes are jsonb now. (A new database never had the one with text.)
DROP FUNCTION IF EXISTS end_attempts(integer, bigint, integer[], text[], timestamptz[], timestamptz[], text[]);
-- Functions: attempt-batches 919eead7
