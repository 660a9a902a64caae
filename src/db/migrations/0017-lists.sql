-- Contact lists, what became of their entries, their uploads, rejected rows and saved mappings.

CREATE TABLE call_list (
  client_id             integer NOT NULL,
  call_list_id          bigint GENERATED ALWAYS AS IDENTITY,
  campaign_id           bigint NOT NULL,
  name                  text NOT NULL,
  -- 1 New, 2 Processing, 3 Open, 4 Loaded, 5 Closing, 6 Closed.
  status_id             smallint NOT NULL DEFAULT 1 CHECK (status_id BETWEEN 1 AND 6),
  original_call_list_id bigint,
  restriction_type      smallint NOT NULL DEFAULT 2 CHECK (restriction_type BETWEEN 1 AND 3),
  not_called_since      timestamptz,
  -- First phone column of the file.
  field_name            text NOT NULL DEFAULT '',
  field_column          integer NOT NULL DEFAULT 0,
  -- Mapping ids of the account fields that its file filled.
  mapped_fields         integer[] NOT NULL DEFAULT '{}',
  account_count         integer NOT NULL DEFAULT 0,
  phone_count           integer NOT NULL DEFAULT 0,
  rejected_count        integer NOT NULL DEFAULT 0,
  created               timestamptz NOT NULL DEFAULT now(),
  -- State cells of its file that are no known code, name or abbreviation: they say nothing of calling
  -- hours (docs/decisions/030-numbers-states-and-the-clock.md).
  unknown_states        integer NOT NULL DEFAULT 0,
  -- Lists of a campaign with the highest one that have something due are called before its others.
  priority              integer NOT NULL DEFAULT 0,
  -- No account has more numbers. They stand side by side, by entry_id: this says how far apart.
  phone_columns         integer NOT NULL DEFAULT 20 CHECK (phone_columns >= 1),
  -- When it became Closed; of a list that was closed before this was noted null: its last call counts then.
  closed_at             timestamptz,
  -- From here on its contact data is being deleted, or is gone: it cannot be reused any more.
  contacts_deleted_at   timestamptz,
  -- Nothing of it is left to be deleted: neither contact data nor attempts.
  emptied_at            timestamptz,
  -- Why rows were left out, by reason, once the rows themselves are gone: {"reason": count}.
  rejected_reasons      jsonb,
  PRIMARY KEY (client_id, call_list_id),
  FOREIGN KEY (client_id, campaign_id) REFERENCES campaign,
  FOREIGN KEY (client_id, original_call_list_id) REFERENCES call_list
);
CREATE INDEX call_list_campaign ON call_list (client_id, campaign_id);
-- Lists whose last calls are finishing: every engine checks them each second.
CREATE INDEX call_list_closing ON call_list (client_id, call_list_id) WHERE status_id = 5;
CREATE INDEX call_list_to_empty ON call_list (client_id, call_list_id) WHERE emptied_at IS NULL;
SELECT protect('call_list', true);

-- Functions: note-closing c99fd750
CREATE TRIGGER list_closed BEFORE UPDATE OF status_id ON call_list
  FOR EACH ROW WHEN (NEW.status_id = 6 AND OLD.status_id <> 6) EXECUTE FUNCTION note_closing();

-- What became of the entries of a list; equals a recount of its entries and call records.
-- A table of its own because every batch of results updates it (kept HOT by the fill factor).
CREATE TABLE call_list_count (
  client_id              integer NOT NULL,
  call_list_id           bigint NOT NULL,
  -- Attempts made, whether or not their call has ended.
  attempted              integer NOT NULL DEFAULT 0,
  -- Calls that ended, by result; their sum is "called".
  person                 integer NOT NULL DEFAULT 0,
  machine                integer NOT NULL DEFAULT 0,
  no_answer              integer NOT NULL DEFAULT 0,
  busy                   integer NOT NULL DEFAULT 0,
  failed                 integer NOT NULL DEFAULT 0,
  unknown                integer NOT NULL DEFAULT 0,
  delivered              integer NOT NULL DEFAULT 0,
  transferred            integer NOT NULL DEFAULT 0,
  abandoned              integer NOT NULL DEFAULT 0,
  -- Barred for good (do-not-call since the import).
  barred                 integer NOT NULL DEFAULT 0,
  -- Sums in seconds, for the averages: of answered calls, and of transfers.
  answered_seconds       bigint NOT NULL DEFAULT 0,
  transfer_seconds       bigint NOT NULL DEFAULT 0,
  -- Last call's start, simulated clock; "Only Today's" needs it.
  last_call              timestamptz,
  -- Of `barred`: those whose person pressed 9, or texted STOP.
  barred_key             integer NOT NULL DEFAULT 0,
  barred_text            integer NOT NULL DEFAULT 0,
  -- Of `barred`: numbers that cannot be called (premium, toll-free, another country's and the like).
  barred_number          integer NOT NULL DEFAULT 0,
  -- Of `barred`: another number of the account was answered by a person, or asked to stop.
  barred_reached         integer NOT NULL DEFAULT 0,
  barred_account         integer NOT NULL DEFAULT 0,
  PRIMARY KEY (client_id, call_list_id),
  FOREIGN KEY (client_id, call_list_id) REFERENCES call_list
) WITH (fillfactor = 50);
SELECT protect('call_list_count', true);

-- Every phone or account that was not imported, with its line and why.
CREATE TABLE rejected_row (
  client_id       integer NOT NULL,
  call_list_id    bigint NOT NULL,
  rejected_row_id bigint GENERATED ALWAYS AS IDENTITY,
  line            integer NOT NULL,
  column_name     text NOT NULL,
  value           text NOT NULL,
  reason          text NOT NULL,
  PRIMARY KEY (client_id, call_list_id, line, rejected_row_id)
);
SELECT protect('rejected_row', false);

-- An upload in progress; its lease runs out when its process died, and the list is cleaned up.
CREATE TABLE upload (
  client_id      integer NOT NULL REFERENCES client,
  upload_key     text NOT NULL,
  manager_id     bigint NOT NULL,
  call_list_id   bigint,
  stage          text NOT NULL,
  bytes_received bigint NOT NULL DEFAULT 0,
  bytes_total    bigint NOT NULL DEFAULT 0,
  rows_loaded    bigint NOT NULL DEFAULT 0,
  -- Real time.
  lease_until    timestamptz NOT NULL,
  -- Somebody closed the New list: the upload stops at its next check.
  cancelled      boolean NOT NULL DEFAULT false,
  started        timestamptz NOT NULL DEFAULT now(),
  PRIMARY KEY (client_id, upload_key)
);
SELECT protect('upload', true);

-- The mapping of the last accepted upload, per set of headers (case and order ignored).
CREATE TABLE saved_mapping (
  client_id   integer NOT NULL REFERENCES client,
  header_hash bytea NOT NULL,
  mapping     jsonb NOT NULL,
  saved       timestamptz NOT NULL DEFAULT now(),
  PRIMARY KEY (client_id, header_hash)
);
SELECT protect('saved_mapping', false);
