-- Services that are asked about numbers before they are called (docs/decisions/089-scrub.md), and their answers.
-- Beside a running older version: disturbs
-- (An engine of it knows no such rule.)

-- One serves every client whose contact policy asks, and so the table belongs to the platform.
CREATE TABLE scrub_service (
  scrub_service_id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  name          text NOT NULL CHECK (name ~ '^[a-z0-9][a-z0-9-]{0,39}$'),
  url           text NOT NULL,
  -- Of reassigned, litigator, line: what it answers.
  questions     text[] NOT NULL,
  -- Days for which an answer is not asked again.
  good_days     integer NOT NULL,
  -- Numbers in one request, and requests in one second.
  batch         integer NOT NULL,
  per_second    integer NOT NULL,
  -- It is on this machine or in a private network.
  private       boolean NOT NULL,
  -- What it knows us by, sealed with the data key.
  secret        bytea,
  created       timestamptz NOT NULL DEFAULT clock_timestamp(),
  removed_at    timestamptz,
  -- How it stands: since when requests fail, how many did, why, and when the next one may be made.
  answered_at   timestamptz,
  failing_since timestamptz,
  failures      integer NOT NULL DEFAULT 0,
  trouble       jsonb,
  retry_at      timestamptz
);
CREATE UNIQUE INDEX scrub_service_name ON scrub_service (name) WHERE removed_at IS NULL;
GRANT SELECT, INSERT, UPDATE ON scrub_service TO carillon_platform;
-- A client sees which questions are answered, and whether they are now; nothing of the address and the secret.
GRANT SELECT (scrub_service_id, questions, failing_since, trouble, removed_at) ON scrub_service TO carillon_client;
CREATE CONSTRAINT TRIGGER audited AFTER INSERT OR UPDATE OR DELETE ON scrub_service
  DEFERRABLE INITIALLY DEFERRED FOR EACH ROW
  EXECUTE FUNCTION audit_change('scrubService', 'scrub_service_id', 'name',
    'answered_at,failing_since,failures,trouble,retry_at', 'secret');

-- What was answered about a client's numbers: a row for each question.
CREATE TABLE scrub_answer (
  client_id   integer NOT NULL REFERENCES client,
  phone       text COLLATE "C" NOT NULL,
  question    text NOT NULL CHECK (question IN ('reassigned', 'litigator', 'line')),
  -- Of reassigned: the date of consent that was asked about; -infinity without one, and of the others.
  since       date NOT NULL DEFAULT '-infinity',
  answer      text NOT NULL CHECK (answer IN ('yes', 'no', 'unknown', 'mobile', 'landline', 'voip')),
  answered_at timestamptz NOT NULL DEFAULT clock_timestamp(),
  -- It is not asked again before.
  good_until  timestamptz NOT NULL,
  PRIMARY KEY (client_id, phone, question, since)
);
SELECT protect('scrub_answer', false);
CREATE INDEX scrub_answer_old ON scrub_answer (client_id, good_until);

-- How far a service was asked about the numbers of a list.
CREATE TABLE scrub_list (
  client_id        integer NOT NULL REFERENCES client,
  call_list_id     bigint NOT NULL,
  scrub_service_id bigint NOT NULL REFERENCES scrub_service,
  -- Entries up to this one were asked about in this pass.
  after_entry      integer NOT NULL DEFAULT 0,
  -- Of this pass: numbers that it left out of its answers.
  left_out         integer NOT NULL DEFAULT 0,
  -- Passes in a row that had some.
  passes           integer NOT NULL DEFAULT 0,
  -- When the next pass begins; null: one is in progress.
  next_at          timestamptz,
  PRIMARY KEY (client_id, call_list_id, scrub_service_id),
  FOREIGN KEY (client_id, call_list_id) REFERENCES call_list (client_id, call_list_id) ON DELETE CASCADE
);
SELECT protect('scrub_list', true);
