-- The contact policy of a client (docs/decisions/084-contact-policy.md): rules as rows, and what a campaign is for.
-- Beside a running older version: disturbs
-- (An engine of it knows no such rule.)

-- What a campaign without a word about it is taken for: most rules are made for sales, so they hold for it.
ALTER TABLE client ADD COLUMN purpose text NOT NULL DEFAULT 'sales'
  CHECK (purpose IN ('sales', 'informational', 'collections', 'political', 'non_profit', 'emergency'));
ALTER TABLE campaign ADD COLUMN purpose text NOT NULL DEFAULT 'sales'
  CHECK (purpose IN ('sales', 'informational', 'collections', 'political', 'non_profit', 'emergency'));

CREATE TABLE policy_rule (
  client_id   integer NOT NULL REFERENCES client,
  rule_id     bigint GENERATED ALWAYS AS IDENTITY,
  -- NULL: any. So are the three below.
  purpose     text CHECK (purpose IN ('sales', 'informational', 'collections', 'political', 'non_profit', 'emergency')),
  campaign_id bigint,
  country     text,
  state       text,
  channel     text NOT NULL CHECK (channel IN ('call', 'text', 'any')),
  -- As in contract/policy.ts.
  terms       jsonb NOT NULL,
  -- The code of the preset that it came from.
  preset      text,
  source      text,
  source_date date,
  version     integer NOT NULL DEFAULT 1,
  changed_at  timestamptz,
  changed_by  bigint,
  PRIMARY KEY (client_id, rule_id),
  FOREIGN KEY (client_id, campaign_id) REFERENCES campaign (client_id, campaign_id)
);
SELECT protect('policy_rule', true);

CREATE CONSTRAINT TRIGGER audited AFTER INSERT OR UPDATE OR DELETE ON policy_rule
  DEFERRABLE INITIALLY DEFERRED FOR EACH ROW
  EXECUTE FUNCTION audit_change('policyRule', 'rule_id', 'preset', 'rule_id', '');

-- One row for each client that ever had a rule. Claims under limits, gaps and rests take turns at it.
CREATE TABLE policy_book (
  client_id integer PRIMARY KEY REFERENCES client,
  -- Grows with each change of a rule: engines keep the rules of a revision.
  revision  bigint NOT NULL DEFAULT 1,
  -- Grows when entries that waited for a rule are due again.
  rechecks  bigint NOT NULL DEFAULT 0,
  -- Attempts carry what they are found by: 'begun' until those from before are marked, too.
  keyed     text CHECK (keyed IN ('begun', 'complete'))
);
SELECT protect('policy_book', true);

-- What an attempt is found by besides its number: its row of the file, and a short form of its External Id. Only of
-- clients with a rule that asks for it.
ALTER TABLE attempt ADD COLUMN account_line integer, ADD COLUMN external_key bigint;
CREATE INDEX attempt_account ON attempt (client_id, call_list_id, account_line, attempted_at)
  WHERE account_line IS NOT NULL;
CREATE INDEX attempt_external ON attempt (external_key, client_id, attempted_at)
  WHERE external_key IS NOT NULL;
