-- What a manager of the demo decided stays in the audit log when the demo is removed, as entries of audit_entry do: the
-- reference to its client kept the demo from being removed (decision 096).
-- Beside a running older version: safe

ALTER TABLE audit_log DROP CONSTRAINT audit_log_client_id_fkey;
