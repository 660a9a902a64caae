-- Notifies listeners of a change of a recording, at the commit and in the order of the commits. The message
-- has the whole status: of two quick changes a row that is read later would show only the second.
CREATE OR REPLACE FUNCTION notify_phone_recording() RETURNS trigger
LANGUAGE plpgsql AS $$
BEGIN
  PERFORM pg_notify('phone_recording', json_build_object(
    'clientId', NEW.client_id, 'managerId', NEW.manager_id, 'recordingId', NEW.phone_recording_id,
    'revision', NEW.revision,
    'status', json_build_object('stage', NEW.stage, 'saved', NEW.saved,
      'callStatus', NEW.call_status, 'fileName', NEW.file_name))::text);
  RETURN NULL;
END $$;
