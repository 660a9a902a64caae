/**
 * The shares of Twilio's and Asterisk's own paces, for bench/text-shares.ts: three campaigns of two
 * clients that each want more than all of it and ask every 20 ms, as an engine does. Twilio's double
 * responds over HTTP; of Asterisk only the turns of a node are asked, in simulated time.
 */

import { setTimeout as sleep } from 'node:timers/promises';
import { createSetups } from '../src/carriers/asterisk/setups.ts';
import { createFairRoom } from '../src/carriers/fair-room.ts';
import type { Sender } from '../src/carriers/fair-turns.ts';
import type { CarrierSurroundings } from '../src/carriers/kind.ts';
import { twilioKind } from '../src/carriers/twilio/kind.ts';
import { twilioSettings } from '../src/carriers/twilio/settings.ts';
import { simMs } from '../src/domain/milliseconds.ts';
import { seededRandom } from '../src/domain/random.ts';
import { accountSid, authToken } from '../test/twilio/double/account.ts';
import { twilioDouble } from '../test/twilio/double/server.ts';
import { type Shares, sharesOf } from './shares.ts';

const campaigns: Sender[] = [
  { clientId: 1, campaignId: 1 },
  { clientId: 1, campaignId: 2 },
  { clientId: 2, campaignId: 3 },
];
const sender = '13025560001';
const every = 20;

export async function voiceShares(seconds: number): Promise<Shares[]> {
  return [asteriskTurns(2, 60), ...(await twilioShares(5, seconds))];
}

function asteriskTurns(perSecond: number, seconds: number): Shares {
  let now = 0;
  const setups = createSetups(perSecond, () => now);
  const rooms = createFairRoom(() => now);
  const events: (Sender & { at: number })[] = [];
  for (; now < seconds * 1_000; now += every) {
    for (const one of campaigns) {
      for (let may = rooms.ask(one, 5, setups.free()); may > 0; may -= 1) {
        rooms.submitted(one);
        events.push({ ...one, at: now + (setups.take() ?? 0) });
      }
    }
  }
  const shares = sharesOf(events, campaigns, { from: 0, until: seconds * 1_000, perSecond });
  return named(`Asterisk, ${perSecond} calls a second, simulated time`, shares);
}

async function twilioShares(perSecond: number, seconds: number): Promise<Shares[]> {
  const double = await twilioDouble((url) => url);
  double.addNumber(`+${sender}`, 'https://carillon.example/inbound');
  const around: CarrierSurroundings = {
    ...{
      name: 'twilio',
      engineName: 'bench',
      dataFolder: '/nowhere',
      clock: { now: () => simMs(Date.now()) },
    },
    ...{ log: { info() {}, warn() {}, error() {} }, randomOf: seededRandom, soundUrl: () => '' },
    callbackUrl: (path) => `https://carillon.example/carrier/twilio/${path}`,
    callbacks: { take: async () => [], find: async () => [], done: async () => {} },
  };
  // Nobody ends these calls: they are not to come to the end of what may be open at once.
  const rate = {
    ...{ perSecond: String(perSecond), callsPerSecond: String(perSecond) },
    callsAtOnce: String(perSecond * seconds * 2),
  };
  const account = { accountSid, authToken, apiUrl: double.url, callerId: sender };
  const carrier = twilioKind.open(twilioSettings.parse({ ...account, ...rate }), around);
  const { text, voice } = carrier;
  if (!text?.room || !voice?.room) throw new Error('It gives no turns.');
  while (!text.connected()) await sleep(every);
  let made = 0;
  const texts = await greedy(text.room, seconds, async (of) => {
    made += 1;
    const until = simMs(Number.POSITIVE_INFINITY);
    const to = String(12_122_000_000 + made);
    const request = { textId: `1-1-${made}`, from: sender, to, body: 'Hello', until, sender: of };
    return (await text.submit([request]))[0]?.kind === 'accepted';
  });
  const calls = await greedy(voice.room, seconds, async (of) => {
    made += 1;
    const to = String(12_122_000_000 + made);
    const call = {
      attemptId: `1-2-${made}`,
      to,
      callerId: { kind: 'default' },
      sender: of,
    } as const;
    return (await voice.place([call]))[0]?.kind === 'accepted';
  });
  await carrier.close();
  await double.close();
  const sharesBy = ({ events, from }: Greed) =>
    sharesOf(events, campaigns, { from, until: from + seconds * 1_000, perSecond });
  return [
    named(`Twilio, ${perSecond} texts a second`, sharesBy(texts)),
    named(`Twilio, ${perSecond} calls a second`, sharesBy(calls)),
  ];
}

const named = (what: string, shares: Shares): Shares => ({
  ...shares,
  line: `${what}, 2 clients, 3 campaigns: ${shares.line}`,
});

interface Greed {
  events: (Sender & { at: number })[];
  from: number;
}

type Room = (sender: Sender, wanted: number) => number | undefined;

async function greedy(
  room: Room,
  seconds: number,
  submit: (of: Sender) => Promise<boolean>,
): Promise<Greed> {
  const events: (Sender & { at: number })[] = [];
  const from = Date.now();
  const under: Promise<void>[] = [];
  for (; Date.now() < from + seconds * 1_000; await sleep(every)) {
    for (const one of campaigns) {
      for (let may = room(one, 5) ?? 0; may > 0; may -= 1) {
        const ended = submit(one).then((taken) => {
          if (taken) events.push({ ...one, at: Date.now() });
        });
        under.push(ended);
      }
    }
  }
  await Promise.all(under);
  return { events, from };
}
