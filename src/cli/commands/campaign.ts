import { asPlatform } from '#db/database.ts';
import { type CampaignStanding, listOperatorCampaigns } from '#db/queries/operator-campaign.ts';
import { readEngineTime } from '#db/queries/simulation.ts';
import { agentsOnDuty } from '#domain/agents-on-duty.ts';
import { easternTime } from '#domain/eastern-time.ts';
import { realMs } from '#domain/milliseconds.ts';
import { reasonOrNull } from '#domain/reason-sentences.ts';
import { nextStart } from '#domain/schedule.ts';
import type { Command } from '../command.ts';
import { table } from '../help.ts';
import { jsonOption, sayJson } from '../json.ts';
import { clientOf } from '../shared.ts';
import { askProcesses } from '../status/processes.ts';
import { overlayTrouble } from '../status/trouble.ts';
import { withDatabase } from '../with-database.ts';

export const campaignListCommand: Command = {
  name: 'campaign list',
  words: '[client code]',
  count: [0, 1],
  summary:
    'Show the campaigns of a client, or of all: their progress and what they are waiting for.',
  shows: true,
  options: {
    running: { meaning: 'Only campaigns that are started or stopping.' },
    json: jsonOption,
  },
  run: (given, context) =>
    withDatabase(context, async (db) => {
      const [code] = given.words;
      const client = code === undefined ? undefined : await clientOf(db, code);
      const wish = { clientId: client?.clientId, running: given.has('running') };
      const asked = askProcesses(context.config.dataFolder);
      const { stored, now } = await asPlatform(db, async (tx) => ({
        stored: await listOperatorCampaigns(tx, wish),
        now: await readEngineTime(tx, realMs(Date.now())),
      }));
      const campaigns = overlayTrouble(stored, await asked);
      if (given.has('json')) {
        sayJson(
          context,
          campaigns.map((one) => shown(one, now)),
        );
      } else if (campaigns.length === 0) {
        context.say(given.has('running') ? 'No campaign is started.' : 'There are no campaigns.');
      } else context.say(table([heads, ...campaigns.map((one) => rowOf(one, now))]));
      return 0;
    }),
};

/** What `--json` shows of each. Instants are the engines': a simulation's where one runs. */
function shown(one: CampaignStanding, now: number) {
  const { campaignId, client, name, type, status, reason: reasonCode, attempted, total } = one;
  const reason = reasonOrNull(reasonCode);
  const { callsPerMinute, pacing, callRatio, agentCount, textPerMinute, carrier, engine } = one;
  const onDuty = dutyOf(one, now);
  const next = startOf(one, now);
  return {
    ...{ campaignId, client, name, type, status, reason, reasonCode, attempted, total },
    ...{ callsPerMinute, pacing, callRatio, agentCount, agentsOnDuty: onDuty, textPerMinute },
    ...{ carrier, engine },
    nextStart: next === undefined ? null : new Date(next).toISOString(),
  };
}

const heads = [
  ...['ID', 'CLIENT', 'NAME', 'TYPE', 'STATUS', 'DONE', 'RATE', 'CARRIER', 'ENGINE'],
  ...['NEXT START', 'REASON'],
];

function rowOf(one: CampaignStanding, now: number): string[] {
  const { campaignId, client, name, type, status, attempted, total, carrier, engine } = one;
  const next = startOf(one, now);
  const done = `${attempted.toLocaleString('en-US')}/${total.toLocaleString('en-US')}`;
  return [
    ...[
      String(campaignId),
      client,
      name,
      type,
      status,
      done,
      rateOf(one, now),
      carrier,
      engine ?? '-',
    ],
    ...[next === undefined ? '-' : easternTime(next), reasonOrNull(one.reason) ?? '-'],
  ];
}

function rateOf(one: CampaignStanding, now: number) {
  const { type, callsPerMinute, pacing, callRatio, textPerMinute } = one;
  if (type === 'Broadcast') return `${callsPerMinute ?? 0} calls/min`;
  if (type === 'Texting') return `${textPerMinute ?? 0} texts/min`;
  const agents = `${dutyOf(one, now) ?? 0} agents`;
  return pacing === 'adaptive' ? `adaptive, ${agents}` : `${callRatio ?? 0} x ${agents}`;
}

/** Agents of a Linkback on duty at an instant of the engines' clock; null of another type. */
function dutyOf(
  { agentCount, agentSchedule, agentsSet, agentsSetAt }: CampaignStanding,
  now: number,
) {
  if (agentCount === null) return null;
  return agentsOnDuty({ agentCount, agentSchedule, agentsSet, agentsSetAt }, now);
}

const startOf = ({ schedule, startsItself }: CampaignStanding, now: number) =>
  startsItself ? nextStart(schedule, now)?.at : undefined;
