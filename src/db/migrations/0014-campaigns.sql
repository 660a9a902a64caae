-- Campaigns of all three types, and who runs them.

CREATE TABLE campaign (
  client_id           integer NOT NULL REFERENCES client,
  campaign_id         bigint GENERATED ALWAYS AS IDENTITY,
  name                text NOT NULL,
  -- 1 Broadcast, 2 Linkback, 3 Texting.
  campaign_type       smallint NOT NULL CHECK (campaign_type BETWEEN 1 AND 3),
  -- 1 Stopped, 2 Starting, 3 Running, 4 Stopping.
  run_status          smallint NOT NULL DEFAULT 1 CHECK (run_status BETWEEN 1 AND 4),
  -- Stopped because its lists have nothing left to call.
  completed           boolean NOT NULL DEFAULT false,
  -- Why it does not run or dial, in one sentence.
  status_reason       text,
  -- Start of the present run, simulated clock; null when stopped.
  started             timestamptz,
  -- Wall time in America/New_York.
  start_time          time,
  stop_time           time,
  start_automatically boolean NOT NULL DEFAULT false,
  stop_automatically  boolean NOT NULL DEFAULT false,
  -- The schedule as the engine saw it first, and when (simulated clock): what it would have asked
  -- for before that is not made up for.
  schedule_seen       text,
  schedule_since      timestamptz,
  -- A Completed campaign has a new list: started again when inside its automatic window.
  list_arrived        boolean NOT NULL DEFAULT false,
  start_weekdays      text NOT NULL DEFAULT '0000000' CHECK (start_weekdays ~ '^[01]{7}$'),
  stop_weekdays       text NOT NULL DEFAULT '0000000' CHECK (stop_weekdays ~ '^[01]{7}$'),
  caller_id_type      smallint NOT NULL DEFAULT 0 CHECK (caller_id_type BETWEEN 0 AND 3),
  caller_id_number    text COLLATE "C" NOT NULL DEFAULT '',
  caller_id_name      text NOT NULL DEFAULT '',
  caller_id_bucket_id bigint,
  customer_message_id bigint,
  machine_message_id  bigint,
  agent_message_id    bigint,
  calls_per_minute    integer CHECK (calls_per_minute > 0),
  call_ratio          double precision CHECK (call_ratio > 0),
  linkback_number     text COLLATE "C",
  agent_count         integer CHECK (agent_count > 0),
  text_per_minute     integer CHECK (text_per_minute >= 0),
  text_message_id     bigint,
  texting_number_id   bigint,
  created             timestamptz NOT NULL DEFAULT now(),
  updated             timestamptz NOT NULL DEFAULT now(),
  deleted_at          timestamptz,
  -- An automatic start that has not come to Running yet: a carrier that was disconnected at that minute is
  -- waited for, until the window ends.
  scheduled_start     boolean NOT NULL DEFAULT false,
  -- Calls in a row, in the order in which they were placed, that failed at the trunk itself. A trunk that
  -- refuses every call, or never responds, stops its campaign.
  trunk_failures      smallint NOT NULL DEFAULT 0,
  -- Stopped by them: schedules and new lists leave it alone, and only a person starts it again.
  trunk_stopped       boolean NOT NULL DEFAULT false,
  -- Of voice campaigns: when a person answered at one number of an account, its others are barred.
  one_call_per_account boolean NOT NULL DEFAULT false,
  PRIMARY KEY (client_id, campaign_id),
  FOREIGN KEY (client_id, caller_id_bucket_id) REFERENCES caller_id_bucket,
  FOREIGN KEY (client_id, customer_message_id) REFERENCES voice_message,
  FOREIGN KEY (client_id, machine_message_id) REFERENCES voice_message,
  FOREIGN KEY (client_id, agent_message_id) REFERENCES voice_message,
  FOREIGN KEY (client_id, text_message_id) REFERENCES text_message,
  FOREIGN KEY (client_id, texting_number_id) REFERENCES texting_number
);
CREATE UNIQUE INDEX campaign_name ON campaign (client_id, (campaign_type = 3), lower(name)) WHERE deleted_at IS NULL;
CREATE INDEX campaign_scheduled ON campaign (client_id, campaign_id)
  WHERE start_automatically OR stop_automatically OR list_arrived;
CREATE INDEX campaign_active ON campaign (client_id, campaign_id) WHERE run_status <> 1;
SELECT protect('campaign', true);

-- Which engine runs a campaign, and until when (real time). Taken over when it ran out.
CREATE TABLE campaign_lease (
  client_id   integer NOT NULL,
  campaign_id bigint NOT NULL,
  engine_id   uuid NOT NULL,
  -- Grows with every takeover: a step under an older fence is refused.
  fence       bigint NOT NULL,
  until       timestamptz NOT NULL,
  -- Grows when all that was claimed before under this lease was submitted to its carrier, or never will be. (A
  -- lease is prolonged however long a carrier takes, so that it alone says nothing of what was claimed
  -- under it: see src/db/queries/opt-out-settled.ts.)
  handed_over bigint NOT NULL DEFAULT 0,
  PRIMARY KEY (client_id, campaign_id),
  FOREIGN KEY (client_id, campaign_id) REFERENCES campaign
);
SELECT protect('campaign_lease', true);

-- An engine that handed a campaign over while calls were in progress follows them to their end: until
-- then (real time) no other engine ends them as unknown.
CREATE TABLE campaign_follower (
  client_id   integer NOT NULL,
  campaign_id bigint NOT NULL,
  engine_id   uuid NOT NULL,
  until       timestamptz NOT NULL,
  PRIMARY KEY (client_id, campaign_id, engine_id),
  FOREIGN KEY (client_id, campaign_id) REFERENCES campaign
);
SELECT protect('campaign_follower', true);

-- Automatic starts and stops that were done: once per kind, Eastern date and wall time.
CREATE TABLE schedule_run (
  client_id    integer NOT NULL,
  campaign_id  bigint NOT NULL,
  kind         text NOT NULL CHECK (kind IN ('start', 'stop')),
  eastern_date date NOT NULL,
  wall_time    time NOT NULL,
  done_at      timestamptz NOT NULL,
  PRIMARY KEY (client_id, campaign_id, kind, eastern_date, wall_time),
  FOREIGN KEY (client_id, campaign_id) REFERENCES campaign
);
SELECT protect('schedule_run', true);
