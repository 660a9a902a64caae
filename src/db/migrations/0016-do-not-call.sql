-- Numbers that are not called or texted, and what managers took off that list.

CREATE TABLE do_not_call (
  client_id      integer NOT NULL REFERENCES client,
  phone          text COLLATE "C" NOT NULL CHECK (phone ~ '^1[2-9][0-9]{9}$'),
  do_not_call_id bigint GENERATED ALWAYS AS IDENTITY,
  -- Who put it there: manager, key (9 pressed), text (STOP), operator.
  source         text NOT NULL,
  created        timestamptz NOT NULL DEFAULT now(),
  -- A person asked for it, and for all of the account: what came in an operator's file says so little.
  whole_account  boolean NOT NULL DEFAULT false,
  -- When a person asked for it: by 9 in a call, by a text. No other listing of the number changes it;
  -- START clears the text's, a manager's lift with a reason takes the row away.
  key_at         timestamptz,
  text_at        timestamptz,
  -- The transaction in which the person asked, so that a list which is being loaded meanwhile finds the
  -- stops that it has not seen.
  asked_in       xid8,
  PRIMARY KEY (client_id, phone),
  UNIQUE (client_id, do_not_call_id)
);
-- Digits anywhere in a number. The report's role reads it, because under row level security LIKE
-- would never use it (not leakproof); its query names the client.
CREATE INDEX do_not_call_digits ON do_not_call USING gin (client_id, phone gin_trgm_ops);
CREATE INDEX do_not_call_asked ON do_not_call (client_id, asked_in) WHERE whole_account;
SELECT protect('do_not_call', false);
GRANT SELECT ON do_not_call TO carillon_report;
CREATE POLICY report ON do_not_call FOR SELECT TO carillon_report USING (true);

-- Functions: note-asking 21ebe6ae
CREATE TRIGGER person_asks BEFORE INSERT OR UPDATE OF whole_account ON do_not_call
FOR EACH ROW WHEN (NEW.whole_account) EXECUTE FUNCTION note_asking();

-- External Ids of accounts with a number that asked to stop. A row says so much only while its number
-- is on the do-not-call list for the whole account. (No foreign key: an import that notes a number
-- would delay the manager who takes it off.)
CREATE TABLE account_stop (
  client_id   integer NOT NULL,
  external_id text NOT NULL,
  phone       text COLLATE "C" NOT NULL,
  PRIMARY KEY (client_id, external_id, phone)
);
CREATE INDEX account_stop_phone ON account_stop (client_id, phone);
SELECT protect('account_stop', false);

-- What a person had asked for and a manager took off the do-not-call list, with the manager's reason.
CREATE TABLE do_not_call_lift (
  client_id           integer NOT NULL REFERENCES client,
  do_not_call_lift_id bigint GENERATED ALWAYS AS IDENTITY,
  phone               text COLLATE "C" NOT NULL,
  -- How the person had asked: 'key' or 'text'.
  source              text NOT NULL,
  -- When.
  listed              timestamptz NOT NULL,
  lifted              timestamptz NOT NULL DEFAULT now(),
  manager_id          bigint NOT NULL,
  reason              text NOT NULL CHECK (btrim(reason) <> ''),
  PRIMARY KEY (client_id, do_not_call_lift_id),
  FOREIGN KEY (client_id, manager_id) REFERENCES manager
);
SELECT protect('do_not_call_lift', false);
-- It stays.
REVOKE UPDATE, DELETE ON do_not_call_lift FROM carillon_client;
