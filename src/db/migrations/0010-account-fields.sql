-- The fields of a client's accounts, beside those that every account has.

CREATE TABLE account_field (
  client_id        integer NOT NULL REFERENCES client,
  account_field_id bigint GENERATED ALWAYS AS IDENTITY,
  custom_index     smallint NOT NULL CHECK (custom_index BETWEEN 1 AND 50),
  name             text NOT NULL,
  message_enabled  boolean NOT NULL DEFAULT true,
  created          timestamptz NOT NULL DEFAULT now(),
  PRIMARY KEY (client_id, account_field_id),
  UNIQUE (client_id, custom_index)
);
CREATE UNIQUE INDEX account_field_name ON account_field (client_id, lower(name));
SELECT protect('account_field', true);
