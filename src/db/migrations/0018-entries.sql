-- The entries of contact lists, and numbers of their accounts that are none.

-- One phone of one account in one list, with the account's fields beside it (an account with two
-- phones stands twice: a claim then reads one row, and a file loads in one COPY).
-- No foreign keys: millions of rows come by COPY, and their list is written by the same code.
--
-- Lists of small files and reused lists share the first partition. The list of a large file has an
-- id of the second range and a partition of its own, loaded without indexes and attached when it is
-- complete (docs/decisions/004-list-partitions.md).
CREATE TABLE list_entry (
  client_id     integer NOT NULL,
  call_list_id  bigint NOT NULL,
  -- 1 to n in file order.
  entry_id      integer NOT NULL,
  -- Line of the file, as an editor counts it; what makes two phones one account.
  account_line  integer NOT NULL,
  phone         text COLLATE "C" NOT NULL,
  -- Which of the list's phone columns it came from, 1 to n.
  phone_column  smallint NOT NULL DEFAULT 1,
  -- 0 waiting, 1 taken (an attempt exists), 2 barred for good.
  state         smallint NOT NULL DEFAULT 0,
  -- A waiting entry is not checked before this instant (simulated clock).
  due_at        timestamptz NOT NULL DEFAULT '-infinity',
  -- The gate's last verdict, when it was not "call".
  reason        text,
  first_name    text,
  middle_name   text,
  last_name     text,
  -- Encrypted.
  date_of_birth bytea,
  ssn           bytea,
  address       text,
  address2      text,
  city          text,
  state_code    text,
  zip_code      text,
  external_id   text,
  -- Custom fields by customIndex: {"1": "299.89"}.
  custom        jsonb,
  PRIMARY KEY (client_id, call_list_id, entry_id)
) PARTITION BY RANGE (call_list_id);
-- The number comes before the list, on purpose: an index that begins like the primary key is taken
-- for a batch of entries while a list has no statistics yet, and then reads the whole list.
CREATE INDEX list_entry_phone ON list_entry (client_id, phone, call_list_id);
CREATE INDEX list_entry_waiting ON list_entry (client_id, call_list_id, due_at, entry_id) WHERE state = 0;
-- The entries of an External Id, for a stop. A file without External Ids pays for no row of it. The
-- state is not in it: see do-not-call-import.ts on what a list without statistics does to that.
CREATE INDEX list_entry_external ON list_entry (client_id, external_id, call_list_id)
  WHERE external_id IS NOT NULL;
SELECT protect('list_entry', false);

-- Ids of lists that have a partition of their own.
CREATE SEQUENCE large_call_list_id START 1000000000 MINVALUE 1000000000;
GRANT USAGE ON SEQUENCE large_call_list_id TO carillon_client;

CREATE TABLE list_entry_shared PARTITION OF list_entry FOR VALUES FROM (MINVALUE) TO (1000000000);
-- Nobody has a grant on a partition; should one ever be given, there is still no policy.
ALTER TABLE list_entry_shared ENABLE ROW LEVEL SECURITY;
ALTER TABLE list_entry_shared FORCE ROW LEVEL SECURITY;

-- Functions: list-load 4909210d, list-statistics 9c3cb48e, entry-batches 17c7ef73

-- A phone of an account row that is no entry of that list, while another phone of the row is, or while the
-- row says an External Id: a duplicate, one that was restricted, one that a reuse left behind. When it
-- asks to stop, its account is found by this (docs/decisions/038-numbers-beside-lists.md). (No foreign keys,
-- as in list_entry: a list that is loaded is never deleted, and one that is not leaves no rows.)
CREATE TABLE account_phone (
  client_id    integer NOT NULL,
  phone        text COLLATE "C" NOT NULL,
  call_list_id bigint NOT NULL,
  account_line integer NOT NULL,
  -- An entry of the same account in that list, beside which the others stand; null for none.
  entry_id     integer,
  external_id  text,
  PRIMARY KEY (client_id, phone, call_list_id, account_line)
);
CREATE INDEX account_phone_list ON account_phone (client_id, call_list_id);
SELECT protect('account_phone', false);
