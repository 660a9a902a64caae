-- Which data key seals, who knows which, and whether values without a row still open (docs/decisions/078-key-rotation.md).
-- Beside a running older version: safe
-- (It reports no keys, so no other key begins to seal while it runs.)

-- The keys that sealed or seal; the one with the highest turn seals. Their bytes are in the key file alone.
CREATE TABLE data_key (
  -- 16 hexadecimal digits of its hash.
  key_id      text PRIMARY KEY,
  -- Not by the clock, which somebody may set back.
  turn        bigint GENERATED ALWAYS AS IDENTITY,
  seals_since timestamptz NOT NULL DEFAULT clock_timestamp(),
  -- When every value had been sealed with it; NULL: sealing again goes on.
  resealed_at timestamptz,
  -- Values that opened with no key when everything was last sealed again.
  unreadable  bigint NOT NULL DEFAULT 0,
  -- When the operator dropped it.
  dropped_at  timestamptz
);
ALTER TABLE data_key ENABLE ROW LEVEL SECURITY;
CREATE POLICY platform ON data_key TO carillon_platform USING (true) WITH CHECK (true);
-- An import asks which key seals now.
CREATE POLICY own_client ON data_key FOR SELECT TO carillon_client USING (true);
GRANT SELECT, INSERT, UPDATE ON data_key TO carillon_platform;
GRANT SELECT ON data_key TO carillon_client;

INSERT INTO data_key (key_id, seals_since)
SELECT key_fingerprint, created FROM installation WHERE key_fingerprint IS NOT NULL;

-- Values that earlier versions sealed, bound to no row, open: until everything was sealed again.
ALTER TABLE installation ADD COLUMN opens_unbound boolean NOT NULL DEFAULT true;
DROP TRIGGER audited ON installation;
CREATE CONSTRAINT TRIGGER audited AFTER INSERT OR UPDATE OR DELETE ON installation
  DEFERRABLE INITIALLY DEFERRED FOR EACH ROW
  EXECUTE FUNCTION audit_change('installation', 'installation_id', '',
    'key_fingerprint,opens_unbound,hold_facts,reconciled,hold_id,ended_holds', '');

-- What each process has in its key file, which of the keys it seals with, and how many values it could not open.
ALTER TABLE process ADD COLUMN keys text[] NOT NULL DEFAULT '{}', ADD COLUMN seals_with text,
  ADD COLUMN unreadable bigint NOT NULL DEFAULT 0;

-- Functions: audit db86f6ef
