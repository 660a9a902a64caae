-- The national do-not-call list: its numbers hold only campaigns that a rule names (docs/decisions/087-consent.md).
-- Beside a running older version: disturbs
-- (An engine of it knows no such rule.)

-- The files of it that the operator imported: the newest date says how old the list is.
CREATE TABLE registry_file (
  client_id integer NOT NULL REFERENCES client,
  as_of     date NOT NULL,
  imported  timestamptz NOT NULL DEFAULT now(),
  PRIMARY KEY (client_id, as_of)
);
SELECT protect('registry_file', true);

-- Apart from do_not_call: a lift takes nothing from here, and nothing here blocks what it need not.
CREATE TABLE registry_number (
  client_id integer NOT NULL REFERENCES client,
  phone     text COLLATE "C" NOT NULL,
  -- Of the newest file that has it.
  as_of     date NOT NULL,
  PRIMARY KEY (client_id, phone)
);
SELECT protect('registry_number', true);
