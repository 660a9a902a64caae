-- Numbers that campaigns call and text from.

CREATE TABLE caller_id_bucket (
  client_id           integer NOT NULL REFERENCES client,
  caller_id_bucket_id bigint GENERATED ALWAYS AS IDENTITY,
  name                text NOT NULL,
  date_assigned       timestamptz NOT NULL DEFAULT now(),
  PRIMARY KEY (client_id, caller_id_bucket_id)
);
CREATE UNIQUE INDEX caller_id_bucket_name ON caller_id_bucket (client_id, lower(name));
SELECT protect('caller_id_bucket', true);

CREATE TABLE caller_id_number (
  client_id           integer NOT NULL,
  caller_id_bucket_id bigint NOT NULL,
  phone               text COLLATE "C" NOT NULL CHECK (phone ~ '^1[2-9][0-9]{9}$'),
  PRIMARY KEY (client_id, caller_id_bucket_id, phone),
  FOREIGN KEY (client_id, caller_id_bucket_id) REFERENCES caller_id_bucket ON DELETE CASCADE
);
SELECT protect('caller_id_number', true);

-- Calls that showed a number of a bucket on an Eastern day of the simulation's clock.
CREATE TABLE caller_id_use (
  client_id integer NOT NULL REFERENCES client,
  day       date NOT NULL,
  phone     text COLLATE "C" NOT NULL,
  uses      integer NOT NULL,
  PRIMARY KEY (client_id, day, phone)
);
SELECT protect('caller_id_use', false);

CREATE TABLE texting_number (
  client_id         integer NOT NULL REFERENCES client,
  texting_number_id bigint GENERATED ALWAYS AS IDENTITY,
  phone             text COLLATE "C" NOT NULL CHECK (phone ~ '^1[2-9][0-9]{9}$'),
  created           timestamptz NOT NULL DEFAULT now(),
  deleted_at        timestamptz,
  -- What it may send. Long codes send 1 segment a second and toll-free numbers 3; for the others the
  -- operator says it.
  kind                text NOT NULL DEFAULT 'long-code'
    CHECK (kind IN ('long-code', 'toll-free', '10dlc', 'short-code')),
  segments_per_second real NOT NULL DEFAULT 1
    CHECK (segments_per_second > 0 AND segments_per_second <= 10000),
  PRIMARY KEY (client_id, texting_number_id)
);
CREATE UNIQUE INDEX texting_number_phone ON texting_number (phone) WHERE deleted_at IS NULL;
SELECT protect('texting_number', true);

-- The pace of a sending number, for all campaigns, auto-replies and engines: taken with the claim.
CREATE TABLE texting_pace (
  client_id integer NOT NULL REFERENCES client,
  phone     text COLLATE "C" NOT NULL,
  -- Until then its segments are used up: epoch milliseconds of the engine's clock, with fractions.
  next_free double precision NOT NULL DEFAULT 0,
  -- Who sends from it, by campaign ("answers" for auto-replies): {"7": {"served": 12, "wants": 1767225600000}}.
  turns     jsonb NOT NULL DEFAULT '{}',
  PRIMARY KEY (client_id, phone)
) WITH (fillfactor = 50);
SELECT protect('texting_pace', false);
