-- Codes of notes and reasons that were riddles get the field's words (contract/note.ts, contract/reason.ts). The
-- reasons of a rejected row, a voice message, a report and an entry keep theirs.
-- Beside a running older version: disturbs
-- (Engines of before store and compare the former codes.)

CREATE FUNCTION pg_temp.renamed_note(note jsonb) RETURNS jsonb LANGUAGE plpgsql IMMUTABLE STRICT AS $$
DECLARE
  former text := note ->> 'code';
  code text := CASE former
    WHEN 'away' THEN 'disconnected'
    WHEN 'held' THEN 'on_hold'
    WHEN 'taken_too_slowly' THEN 'claim_too_slow'
    WHEN 'given_out_twice' THEN 'issued_twice'
    WHEN 'no_answer' THEN 'no_response'
    WHEN 'hours_over' THEN 'calling_hours_ended'
    WHEN 'no_words' THEN 'empty_text'
    WHEN 'database_away' THEN 'database_unavailable'
    WHEN 'outcome_not_told' THEN 'outcome_not_reported'
    WHEN 'canceled_first' THEN 'canceled_before_sending'
    WHEN 'reply_hours' THEN 'reply_outside_hours'
    WHEN 'unwanted' THEN 'withdrawn'
    WHEN 'hung_up_before' THEN 'hung_up_before_placed'
    WHEN 'not_shown' THEN 'caller_id_unavailable'
    WHEN 'no_answer_within' THEN 'no_response_within'
    WHEN 'answered_with' THEN 'responded_with'
    WHEN 'answer_lost' THEN 'response_lost'
    WHEN 'carrier_silent' THEN 'no_response'
    WHEN 'lost' THEN 'call_lost'
    WHEN 'not_taken' THEN 'not_accepted'
    WHEN 'rest_too_late' THEN 'remaining_parts_too_late'
    WHEN 'took_no_more' THEN 'carrier_busy'
    WHEN 'partly_taken' THEN 'partly_accepted'
    WHEN 'out_of_reach' THEN 'phone_unreachable'
    WHEN 'not_left' THEN 'expired_before_sending'
  END;
BEGIN
  IF code IS NOT NULL THEN note := note || jsonb_build_object('code', code); END IF;
  IF former = 'partly_taken' AND note ? 'taken' THEN
    note := (note - 'taken') || jsonb_build_object('accepted', note -> 'taken');
  END IF;
  -- Only in these is `because` a note.
  IF former IN ('partly_taken', 'reply_late') AND jsonb_typeof(note -> 'because') = 'object' THEN
    note := note || jsonb_build_object('because', pg_temp.renamed_note(note -> 'because'));
  END IF;
  RETURN note;
END
$$;

CREATE FUNCTION pg_temp.renamed_reason(reason jsonb) RETURNS jsonb LANGUAGE plpgsql IMMUTABLE STRICT AS $$
DECLARE
  code text := CASE reason ->> 'code'
    WHEN 'given_twice' THEN 'issued_twice'
    WHEN 'carrier_time' THEN 'waits_for_carrier_time'
    WHEN 'trunk_tried' THEN 'trunk_failing'
    WHEN 'agent_number' THEN 'linkback_number_not_callable'
    WHEN 'carrier_away' THEN 'carrier_disconnected'
    WHEN 'recording_carrier_away' THEN 'recording_carrier_disconnected'
  END;
BEGIN
  IF code IS NOT NULL THEN reason := reason || jsonb_build_object('code', code); END IF;
  IF reason ->> 'code' = 'trunk_failed' AND jsonb_typeof(reason -> 'note') = 'object' THEN
    reason := reason || jsonb_build_object('note', pg_temp.renamed_note(reason -> 'note'));
  END IF;
  RETURN reason;
END
$$;

-- An UPDATE by the owner finds no rows while row level security is forced.
ALTER TABLE attempt NO FORCE ROW LEVEL SECURITY;
UPDATE attempt SET carrier_note = pg_temp.renamed_note(carrier_note)
  WHERE carrier_note <> pg_temp.renamed_note(carrier_note);
ALTER TABLE attempt FORCE ROW LEVEL SECURITY;

ALTER TABLE text_receipt NO FORCE ROW LEVEL SECURITY;
UPDATE text_receipt SET note = pg_temp.renamed_note(note) WHERE note <> pg_temp.renamed_note(note);
ALTER TABLE text_receipt FORCE ROW LEVEL SECURITY;

ALTER TABLE text_reply NO FORCE ROW LEVEL SECURITY;
UPDATE text_reply SET note = pg_temp.renamed_note(note) WHERE note <> pg_temp.renamed_note(note);
ALTER TABLE text_reply FORCE ROW LEVEL SECURITY;

ALTER TABLE campaign NO FORCE ROW LEVEL SECURITY;
UPDATE campaign SET reason = pg_temp.renamed_reason(reason)
  WHERE reason <> pg_temp.renamed_reason(reason);
ALTER TABLE campaign FORCE ROW LEVEL SECURITY;

ALTER TABLE phone_recording NO FORCE ROW LEVEL SECURITY;
UPDATE phone_recording SET reason = pg_temp.renamed_reason(reason)
  WHERE reason <> pg_temp.renamed_reason(reason);
ALTER TABLE phone_recording FORCE ROW LEVEL SECURITY;

UPDATE engine SET idle_because = pg_temp.renamed_reason(idle_because)
  WHERE idle_because <> pg_temp.renamed_reason(idle_because);

-- Reports of reconciliations name what was submitted. In the text of jsonb, a quotation mark without a backslash
-- belongs to no value, so these are keys.
UPDATE reconciliation SET report = replace(report::text, '"handOvers": ', '"submissions": ')::jsonb
  WHERE report ? 'handOvers';
UPDATE installation SET
  hold_facts = replace(hold_facts::text, '"mayAnswer": ', '"mayBeReplies": ')::jsonb,
  reconciled = replace(replace(reconciled::text, '"handOvers": ', '"submissions": '),
    '"mayAnswer": ', '"mayBeReplies": ')::jsonb
  WHERE reconciled::text LIKE '%"handOvers": %' OR reconciled::text LIKE '%"mayAnswer": %'
    OR hold_facts::text LIKE '%"mayAnswer": %';

DROP FUNCTION pg_temp.renamed_reason(jsonb);
DROP FUNCTION pg_temp.renamed_note(jsonb);
