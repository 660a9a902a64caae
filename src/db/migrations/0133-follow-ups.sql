-- Follow-ups (docs/decisions/086-follow-ups.md): the rules of a campaign, the entries that they made, and
-- texts whose reply is still waited for.
-- Beside a running older version: safe
-- It follows nothing up, and counts a campaign's follow-ups as neither numbers nor waiting.

ALTER TABLE campaign ADD COLUMN follow_ups jsonb NOT NULL DEFAULT '[]';

-- The list from whose entries another campaign follows up: at most one list for each of the two.
ALTER TABLE call_list ADD COLUMN follows_list_id bigint;
CREATE UNIQUE INDEX call_list_follows ON call_list (client_id, follows_list_id, campaign_id)
  WHERE follows_list_id IS NOT NULL;

-- follow_ups: entries beside those of the file. barred_ended: those that somebody ended.
ALTER TABLE call_list_count ADD COLUMN follow_ups integer NOT NULL DEFAULT 0,
  ADD COLUMN barred_ended integer NOT NULL DEFAULT 0;

-- No reference to entries or attempts, as attempt has none: they are written in the engine's hot
-- transactions, and go with their list.
CREATE TABLE follow_up (
  client_id integer NOT NULL,
  call_list_id bigint NOT NULL,
  entry_id integer NOT NULL,
  parent_list_id bigint NOT NULL,
  parent_entry_id integer NOT NULL,
  campaign_id bigint NOT NULL,
  rule_id smallint NOT NULL,
  steps jsonb NOT NULL,
  tried smallint[] NOT NULL,
  day_part smallint CHECK (day_part BETWEEN 0 AND 2),
  by_chance boolean NOT NULL DEFAULT false,
  made_at timestamptz NOT NULL,
  PRIMARY KEY (client_id, call_list_id, entry_id),
  CONSTRAINT follow_up_of_parent UNIQUE (client_id, parent_list_id, parent_entry_id)
);
SELECT protect('follow_up', false);
CREATE INDEX follow_up_rule ON follow_up (client_id, campaign_id, rule_id);
COMMENT ON COLUMN follow_up.campaign_id IS 'Whose rule it is; the entry may be another campaign''s.';
COMMENT ON COLUMN follow_up.steps IS 'Every rule that fired since the entry of the file, this one last.';
COMMENT ON COLUMN follow_up.tried IS 'Parts of the day of the attempts before it (domain/follow-up/day-part.ts).';
COMMENT ON COLUMN follow_up.made_at IS 'On the engine''s clock.';

CREATE TABLE follow_up_wait (
  client_id integer NOT NULL,
  call_list_id bigint NOT NULL,
  entry_id integer NOT NULL,
  campaign_id bigint NOT NULL,
  rule_id smallint NOT NULL,
  due_at timestamptz NOT NULL,
  PRIMARY KEY (client_id, call_list_id, entry_id)
);
SELECT protect('follow_up_wait', true);
CREATE INDEX follow_up_wait_due ON follow_up_wait (due_at);
COMMENT ON TABLE follow_up_wait IS 'Delivered texts whose reply is waited for, until when on the engine''s clock.';

-- An account's numbers that are no entries are looked up by it when one of them is followed up.
CREATE INDEX account_phone_account ON account_phone (client_id, call_list_id, account_line);
DROP INDEX account_phone_list;
