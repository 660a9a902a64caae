-- How many numbers of a large list wait, by place group, due instant and reason, is kept beside the
-- list (docs/decisions/103-kept-counts.md).
-- Beside a running older version: safe
-- (The triggers note its changes, too. It counts the rows.)
-- Functions: waiting-tally 47de2702, entry-batches 48bd861b

CREATE TABLE waiting_tally (
  client_id integer NOT NULL,
  call_list_id bigint NOT NULL,
  -- Whether waiting_change has all that waits; otherwise changes are noted and a count is under way.
  counted boolean NOT NULL DEFAULT false,
  PRIMARY KEY (client_id, call_list_id),
  FOREIGN KEY (client_id, call_list_id) REFERENCES call_list (client_id, call_list_id) ON DELETE CASCADE
);
SELECT protect('waiting_tally', false);

-- What waits is the sum of a list's rows. Each has one element of the four arrays for each group.
CREATE TABLE waiting_change (
  client_id integer NOT NULL,
  call_list_id bigint NOT NULL,
  change_id bigint GENERATED ALWAYS AS IDENTITY,
  groups integer NOT NULL,
  place_groups integer[] NOT NULL,
  due_ats timestamptz[] NOT NULL,
  reasons text[] NOT NULL,
  counts integer[] NOT NULL,
  PRIMARY KEY (client_id, call_list_id, change_id)
);
SELECT protect('waiting_change', false);

CREATE TRIGGER waiting_added AFTER INSERT ON list_entry
  REFERENCING NEW TABLE AS new_entries FOR EACH STATEMENT EXECUTE FUNCTION note_waiting();
CREATE TRIGGER waiting_changed AFTER UPDATE ON list_entry
  REFERENCING OLD TABLE AS old_entries NEW TABLE AS new_entries
  FOR EACH STATEMENT EXECUTE FUNCTION note_waiting();
CREATE TRIGGER waiting_removed AFTER DELETE ON list_entry
  REFERENCING OLD TABLE AS old_entries FOR EACH STATEMENT EXECUTE FUNCTION note_waiting();
