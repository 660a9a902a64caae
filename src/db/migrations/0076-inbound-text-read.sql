-- Which inbound texts managers have read, and which are done and by whom. Texts that came before count as
-- both: a default that is dropped again marks them without writing them anew.
-- Beside a running older version: safe

ALTER TABLE inbound_text
  -- On the platform's clock; null: unread, or not done. -infinity: it came before this was kept.
  ADD COLUMN read_at timestamptz DEFAULT '-infinity',
  ADD COLUMN done_at timestamptz DEFAULT '-infinity',
  ADD COLUMN done_by bigint,
  ADD FOREIGN KEY (client_id, done_by) REFERENCES manager,
  ADD CHECK (done_by IS NULL OR done_at IS NOT NULL);
ALTER TABLE inbound_text ALTER COLUMN read_at DROP DEFAULT, ALTER COLUMN done_at DROP DEFAULT;
-- What waits for a manager is little, whatever came in all the years.
CREATE INDEX inbound_text_unread ON inbound_text (client_id) WHERE read_at IS NULL;
CREATE INDEX inbound_text_open ON inbound_text (client_id, received) WHERE done_at IS NULL;
