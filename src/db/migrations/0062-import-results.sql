-- What became of the file of a list, kept with the list: the counts that its upload returned, and
-- why numbers and accounts were left out. No personal data, so retention leaves it.
-- Beside a running older version: safe
-- (It loads lists without keeping their results.)

CREATE TABLE call_list_import (
  client_id       integer NOT NULL,
  call_list_id    bigint NOT NULL,
  -- Who uploaded it.
  manager_id      bigint NOT NULL,
  -- The name that the file had on the manager's machine, and its lines as an editor counts them.
  file_name       text NOT NULL,
  file_lines      integer NOT NULL,
  accounts        integer NOT NULL,
  accounts_left   integer NOT NULL,
  phones          integer NOT NULL,
  phones_imported integer NOT NULL,
  wrong_format    integer NOT NULL,
  fields_cut      integer NOT NULL,
  restricted      integer NOT NULL,
  unknown_states  integer NOT NULL,
  -- Why numbers and accounts were left out: [{"reason": {...}, "count": 3}].
  reasons         jsonb NOT NULL,
  PRIMARY KEY (client_id, call_list_id),
  FOREIGN KEY (client_id, call_list_id) REFERENCES call_list
);
SELECT protect('call_list_import', false);
