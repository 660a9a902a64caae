-- Reasons are codes with their facts (docs/decisions/050-reasons-are-codes.md). A sentence that a version
-- before this one stored becomes its code where that is plain, and the fact of the code «former» elsewhere.
-- Beside a running older version: disturbs

CREATE FUNCTION pg_temp.reason_without_facts(sentence text) RETURNS jsonb
LANGUAGE sql IMMUTABLE AS $$
  SELECT jsonb_build_object('code', known.code) FROM (VALUES
    ('Waiting for a contact list that is being loaded.', 'waits_for_list'),
    ('Waiting for a customer message: the campaign has none.', 'waits_for_customer_message'),
    ('Waiting for calls to other numbers of the accounts.', 'account_in_call'),
    ('Waiting for a manager to decide on unclear texts in the Text Message Manager.', 'undecided_text'),
    ('Waiting for numbers that are in another call.', 'in_call'),
    ('Texts per minute is 0: nothing is sent.', 'no_texts_per_minute'),
    ('The client account is disabled.', 'client_disabled'),
    ('The client was disabled.', 'client_was_disabled'),
    ('The carrier takes no more for the moment. It is tried again soon.', 'carrier_busy'),
    ('The last calls failed at the trunk. Waiting for those that are under way.', 'trunk_tried'),
    ('The carrier cannot hide the caller ID. Choose another one in the campaign.', 'caller_id_not_hidden'),
    ('The carrier has no caller ID of its own. Choose one in the campaign.', 'caller_id_missing'),
    ('The campaign has no contact list with numbers. Upload a list for it, then start it again.', 'no_list'),
    ('The campaign has no voice message. Choose one, then start it again.', 'no_message'),
    ('The campaign has no customer message. Choose one, then start it again.', 'no_customer_message'),
    ('The campaign has no linkback phone number. Enter one, then start it again.', 'no_linkback_number'),
    ('The campaign has no agents. Enter how many there are, then start it again.', 'no_agents'),
    ('The campaign has no text message. Choose one, then start it again.', 'no_text_message'),
    ('The campaign has no sender number. Choose one, then start it again.', 'no_sender'),
    ('The carrier is away. Start the campaign again when it is connected.', 'carrier_away'),
    ('The message could not be rendered. Save it again to try once more.', 'rendering_failed'),
    ('The report could not be made. Export it again.', 'report_failed'),
    ('There is no room to store the report. Ask your operator to make room and export again.', 'report_no_room'),
    ('The report is larger than 4 GB. Export fewer records at a time.', 'report_too_large'),
    ('The number was busy.', 'recording_busy'),
    ('Nobody answered.', 'recording_no_answer'),
    ('The call did not go through.', 'recording_failed'),
    ('The call ended before a recording was kept.', 'recording_hung_up'),
    ('No key was pressed, so the call was ended.', 'recording_silent'),
    ('The call took too long and was ended.', 'recording_too_long'),
    ('The carrier does not record by telephone. Upload a sound file instead.', 'recording_not_by_phone'),
    ('The carrier is away. Try again when it is connected.', 'recording_carrier_away'),
    ('No engine took the call. Ask your operator whether Carillon runs whole.', 'recording_no_engine'),
    ('The call was lost when the engine stopped. Record again.', 'recording_lost'),
    ('This is not a valid phone number.', 'number_malformed'),
    ('This number has the code of another country: after + only 1 may follow.', 'number_foreign_code'),
    ('Premium-rate numbers (900) are not called.', 'number_premium'),
    ('Toll-free numbers are not called.', 'number_toll_free'),
    ('Personal numbers (500 and its like) are not called.', 'number_personal'),
    ('Numbers of this area code belong to a service and are not called.', 'number_service'),
    ('This area code is assigned to nobody.', 'number_unassigned'),
    ('This number is already on the list.', 'number_duplicate'),
    ('This number is on the do-not-call list.', 'number_do_not_call'),
    ('Another number of this account asked to stop.', 'number_account_stop'),
    ('The account has no phone number.', 'account_without_number'),
    ('None of the phone numbers of the account was imported.', 'account_without_imported_number')
  ) AS known (sentence, code) WHERE known.sentence = $1
$$;

CREATE FUNCTION pg_temp.reason_of(sentence text) RETURNS jsonb
LANGUAGE plpgsql IMMUTABLE AS $$
DECLARE
  plain jsonb := pg_temp.reason_without_facts(sentence);
  found text[];
BEGIN
  IF sentence IS NULL OR plain IS NOT NULL THEN RETURN plain; END IF;
  found := regexp_match(sentence, '^The voice message «(.*)» is not ready yet\. Start the campaign when it is\.$');
  IF found IS NOT NULL THEN
    RETURN jsonb_build_object('code', 'message_not_ready', 'message', found[1]);
  END IF;
  found := regexp_match(sentence, '^The contact lists of the campaign have no numbers left to (text|call)\.');
  IF found IS NOT NULL THEN
    RETURN jsonb_build_object('code', 'nothing_left',
      'channel', CASE found[1] WHEN 'text' THEN 'text' ELSE 'voice' END);
  END IF;
  found := regexp_match(sentence,
    '^(\d{1,6}) calls in a row failed at the trunk, so the campaign was stopped\.(?: The last one: (.*))? Start it again when the trunk is well\.$');
  IF found IS NOT NULL THEN
    RETURN jsonb_build_object('code', 'trunk_failed', 'calls', found[1]::int, 'said', coalesce(found[2], ''));
  END IF;
  found := regexp_match(sentence, '^The carrier is away\. (Calls|Texts) go on when it is connected again\.$');
  IF found IS NOT NULL THEN
    RETURN jsonb_build_object('code', 'waits_for_carrier',
      'channel', CASE found[1] WHEN 'Texts' THEN 'text' ELSE 'voice' END);
  END IF;
  found := regexp_match(sentence, '^This is a foreign number \((.*)\), which the operator has not allowed\.$');
  IF found IS NOT NULL THEN
    RETURN jsonb_build_object('code', 'number_foreign', 'country', found[1]);
  END IF;
  found := regexp_match(sentence, '^This number was called since (.*)\.$');
  IF found IS NOT NULL THEN
    RETURN jsonb_build_object('code', 'number_called_since', 'since', found[1]);
  END IF;
  RETURN jsonb_build_object('code', 'former', 'said', sentence);
END
$$;

ALTER TABLE campaign RENAME COLUMN status_reason TO reason;
ALTER TABLE campaign ALTER COLUMN reason TYPE jsonb USING pg_temp.reason_of(reason);
ALTER TABLE voice_message RENAME COLUMN status_reason TO reason;
ALTER TABLE voice_message ALTER COLUMN reason TYPE jsonb USING pg_temp.reason_of(reason);
ALTER TABLE report_archive RENAME COLUMN status_reason TO reason;
ALTER TABLE report_archive ALTER COLUMN reason TYPE jsonb USING pg_temp.reason_of(reason);
ALTER TABLE phone_recording ALTER COLUMN reason TYPE jsonb USING pg_temp.reason_of(reason);
ALTER TABLE rejected_row ALTER COLUMN reason TYPE jsonb USING pg_temp.reason_of(reason);
-- An engine says anew within a second what it waits for.
ALTER TABLE engine ALTER COLUMN idle_because TYPE jsonb USING pg_temp.reason_of(idle_because);

-- Of {sentence: count} becomes [{reason, count}]: a reason with facts is no key.
CREATE FUNCTION pg_temp.left_out_of(kept jsonb) RETURNS jsonb
LANGUAGE sql IMMUTABLE AS $$
  SELECT CASE jsonb_typeof(kept) WHEN 'object' THEN (
    SELECT jsonb_agg(jsonb_build_object('reason', pg_temp.reason_of(one.key), 'count', one.value))
    FROM jsonb_each(kept) AS one) END
$$;
-- No UPDATE: under row level security it would find no rows.
ALTER TABLE call_list
  ALTER COLUMN rejected_reasons TYPE jsonb USING pg_temp.left_out_of(rejected_reasons);

DROP FUNCTION pg_temp.left_out_of(jsonb);
DROP FUNCTION pg_temp.reason_of(text);
DROP FUNCTION pg_temp.reason_without_facts(text);
