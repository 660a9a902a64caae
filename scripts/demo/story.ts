/**
 * Thirty days of the demo client, the last of which is today: what its manager does and when. Days have
 * summer time and no call after 20:00 Eastern, so that every hour stays lawful where the loader moves them
 * past a clock change, also in zones without one.
 */
import type { Random } from '../../src/domain/random.ts';
import type { Desk } from './desk.ts';
import { type Person, shuffled } from './people.ts';
import type { Mood } from './world.ts';

/** Minutes since midnight, Eastern, of a day from 0 to `lastDay`. */
export interface Deed {
  day: number;
  minute: number;
  do(): Promise<void>;
}

export const lastDay = 29;
/** When the file ends: the demo's clock never begins a day before 14:00 Eastern. */
export const endOfStory = 13 * 60 + 55;

/** Who is shown as an example: an Alaskan who asked by text to be left alone. */
export const alaskan = '(907) 555-0142';
const alaskanPhone = '19075550142';
const textingNumber = '12125550195';

interface Stage {
  desk: Desk;
  random: Random;
  people: readonly Person[];
  mood: Mood;
  /** Lists are made smaller by it: 1 for the file. */
  scale: number;
  write(letter: { from: string; to: string; body: string }): void;
}

const at = (hour: number, minute = 0) => hour * 60 + minute;

/** When the manager reads texts: a number that waits for a decision keeps its campaign from its end. */
const deskHours = [at(9, 30), at(12, 5), at(14, 35), at(16, 50), at(19, 30)];

/** One campaign's runs: a list of `size` people on each day. */
interface Plan {
  campaignId: number;
  name: string;
  days: readonly number[];
  minute: (turn: number) => number;
  size: number;
}

const every = (step: number, from: number, until: number) =>
  Array.from({ length: Math.floor((until - from) / step) + 1 }, (_, turn) => from + turn * step);

/** Everything that happens, in order. */
export async function tellStory(stage: Stage): Promise<Deed[]> {
  const { desk, random, people } = stage;
  const mainland = people.filter(({ state }) => state !== 'HI');
  const size = (wanted: number) => Math.max(20, Math.round(wanted * stage.scale));
  const some = (wanted: number) => shuffled(random, mainland).slice(0, size(wanted));
  const campaigns = await makeCampaigns(desk);
  await desk.afternoonsIn('HI', campaigns.islands);
  const run = (plan: Plan): Deed[] =>
    plan.days.map((day, turn) => ({
      ...{ day, minute: plan.minute(turn) },
      async do() {
        await desk.upload(plan.campaignId, `${plan.name} ${turn + 1}`, some(plan.size));
        await desk.start(plan.campaignId);
      },
    }));
  const told = [
    ...decisionsOf(desk),
    ...plansOf(campaigns).flatMap(run),
    ...eventsOf(stage, campaigns),
  ];
  return told.sort((one, other) => one.day - other.day || one.minute - other.minute);
}

/** Today's and yesterday's texts are left for the newcomer. */
function decisionsOf(desk: Desk): Deed[] {
  return Array.from({ length: lastDay - 1 }, (_, day) =>
    deskHours.map((minute) => ({ day, minute, do: () => desk.decideTexts() })),
  ).flat();
}

/** What happens once. */
function eventsOf(stage: Stage, campaigns: Campaigns): Deed[] {
  const { desk, random, people, mood } = stage;
  const mainland = people.filter(({ state }) => state !== 'HI');
  const islanders = people.filter(({ state }) => state === 'HI');
  const size = (wanted: number) => Math.max(20, Math.round(wanted * stage.scale));
  const some = (wanted: number) => shuffled(random, mainland).slice(0, size(wanted));
  let closing = 0;
  const withAlaskan = (chosen: Person[]) => {
    const person = mainland.find(({ phone }) => phone === alaskan);
    if (!person) throw new Error('The example is missing.');
    return [person, ...chosen.filter((one) => one !== person)];
  };
  const list = async (campaignId: number, name: string, chosen: readonly Person[]) => {
    const callListId = await desk.upload(campaignId, name, chosen);
    await desk.start(campaignId);
    return callListId;
  };
  const deed = (day: number, minute: number, work: () => Promise<unknown>): Deed => ({
    ...{ day, minute },
    async do() {
      await work();
    },
  });
  return [
    deed(0, at(9, 40), async () => {
      for (const person of shuffled(random, mainland).slice(0, size(40)))
        await desk.block(person.phone);
    }),
    // The carrier is away for an hour in the middle of a run.
    deed(16, at(14, 12), async () => {
      mood.away = true;
    }),
    deed(16, at(15, 12), async () => {
      mood.away = false;
    }),
    // Closed with numbers left: the people had moved to another desk.
    deed(26, at(10, 30), async () => {
      const callListId = await list(
        campaigns.renewals,
        'Renewals of June',
        some(120 / stage.scale),
      );
      closing = callListId;
    }),
    deed(26, at(10, 32), async () => {
      await desk.stop(campaigns.renewals);
      await desk.close(closing);
    }),
    // A trunk that goes bad: the brake stops the campaign.
    deed(27, at(15), () => list(campaigns.plans, 'Payment plans of July', some(700 / stage.scale))),
    deed(27, at(15, 2), async () => {
      mood.failed = 0.7;
    }),
    deed(27, at(15, 45), async () => {
      mood.failed = 0.03;
    }),
    // Nobody is called after these words.
    deed(28, at(15, 4), () => list(campaigns.windows, 'Deliveries 5', withAlaskan(some(60)))),
    deed(28, at(15, 30), async () => {
      const body = "please don't text or call me anymore";
      stage.write({ from: alaskanPhone, to: textingNumber, body });
    }),
    // Today.
    deed(29, at(11, 30), () => list(campaigns.windows, 'Deliveries of today', some(400))),
    deed(29, at(13, 46), () =>
      list(campaigns.visits, 'Visits of this week', withAlaskan(some(4_000 / stage.scale))),
    ),
    // Their calls end before the file does; the load starts them again.
    deed(29, at(13, 52), () => desk.stop(campaigns.visits)),
    deed(29, at(13, 52), () => desk.stop(campaigns.islands)),
    deed(29, at(12, 45), () =>
      list(campaigns.islands, 'Members on the islands', [
        ...islanders,
        ...some(260).filter(({ phone }) => phone !== alaskan),
      ]),
    ),
  ];
}

type Campaigns = Awaited<ReturnType<typeof makeCampaigns>>;

function plansOf(campaigns: Campaigns): Plan[] {
  return [
    {
      ...{ campaignId: campaigns.balances, name: 'Balances', days: every(2, 0, 28), size: 800 },
      minute: (turn) => at([11, 13, 16, 18][turn % 4] ?? 11, (turn * 7) % 30),
    },
    {
      ...{ campaignId: campaigns.visits, name: 'Visits', days: every(4, 1, 25), size: 800 },
      minute: (turn) => at([13, 17, 15][turn % 3] ?? 13),
    },
    {
      ...{ campaignId: campaigns.plans, name: 'Payment plans', days: [3, 12, 20], size: 500 },
      minute: () => at(15, 30),
    },
    {
      ...{ campaignId: campaigns.members, name: 'Members', days: every(3, 2, 26), size: 560 },
      minute: (turn) => at([12, 14, 17][turn % 3] ?? 12, 30),
    },
    {
      ...{ campaignId: campaigns.renewals, name: 'Renewals', days: every(4, 4, 24), size: 500 },
      minute: (turn) => at(14 + (turn % 3), 10),
    },
    {
      ...{ campaignId: campaigns.islands, name: 'West', days: [8, 18], size: 400 },
      minute: () => at(16, 15),
    },
    {
      ...{ campaignId: campaigns.payments, name: 'Payment texts', days: every(6, 0, 24) },
      ...{ size: 1_300, minute: (turn: number) => at(13 + (turn % 4), 20) },
    },
    {
      ...{ campaignId: campaigns.windows, name: 'Deliveries', days: [3, 10, 17, 22], size: 1_000 },
      minute: (turn) => at(13 + (turn % 4), 45),
    },
    {
      ...{ campaignId: campaigns.openHouse, name: 'Neighbors', days: [14, 21, 28], size: 700 },
      minute: () => at(15, 5),
    },
  ];
}

async function makeCampaigns(desk: Desk) {
  const reminder = await desk.messageId('Payment reminder');
  const machine = await desk.messageId('Answering machine');
  const invitation = await desk.messageId('Invitation to talk');
  const forAgent = await desk.messageId('For the agent');
  const caller = { callerIdTypeId: 2, callerIdNumber: '2125550190' };
  const voice = { ...caller, customerMessageId: reminder, machineMessageId: machine };
  const talk = {
    ...{ ...caller, customerMessageId: invitation, machineMessageId: machine },
    ...{ agentMessageId: forAgent, linkbackNumber: '2125550191', pacing: 'ratio' },
  };
  const payment = await desk.textMessage(
    'Balance is due',
    'Harbor Regional: [first_name] [last_name], your payment for account [file_number] is due. Reply STOP to end these texts.',
  );
  const delivery = await desk.textMessage(
    'Delivery window',
    'Harbor Regional: your delivery, [first_name], comes today between 2 and 5 PM. Reply STOP to end.',
  );
  const open = await desk.textMessage(
    'Open house',
    'Harbor Regional: [first_name], our open house is on Saturday. All neighbors are welcome. Reply STOP to end.',
  );
  return {
    balances: await desk.voice('broadcast', {
      ...voice,
      name: 'Balance reminders',
      callsPerMinute: 100,
    }),
    visits: await desk.voice('broadcast', {
      ...{ ...voice, callsPerMinute: 60, purpose: 'informational' },
      name: 'Harbor Regional Medical Center: visits of cardiology and outpatient imaging',
    }),
    plans: await desk.voice('broadcast', { ...voice, name: 'Payment plans', callsPerMinute: 40 }),
    members: await desk.voice('linkback', {
      ...talk,
      name: 'Members',
      agentCount: 30,
      callRatio: 2,
    }),
    renewals: await desk.voice('linkback', {
      ...{ ...talk, name: 'Renewals', agentCount: 26, callRatio: 1.5 },
    }),
    islands: await desk.voice('linkback', {
      ...{ ...talk, name: 'Members in the West', agentCount: 26, callRatio: 2 },
    }),
    payments: await desk.texting({
      name: 'Payment texts',
      textPerMinute: 200,
      messageTextId: payment,
    }),
    windows: await desk.texting({
      name: 'Deliveries',
      textPerMinute: 200,
      messageTextId: delivery,
    }),
    openHouse: await desk.texting({ name: 'Open house', textPerMinute: 200, messageTextId: open }),
  };
}
