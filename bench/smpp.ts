/**
 * Texts a second over SMPP, each with its receipt, end to end: a text campaign of ours by the real engine, its
 * SMPP carrier and embedded database, against Kannel, both at window 10 over one bind to the same SMSC in a
 * process of its own, in turns. With receipts at once (5 ms) and after 3 s, and once with five cuts of the
 * connection, over which nothing may be sent twice. Then our carrier alone against a bare loop over the codec.
 * Without Kannel (`apt-get install kannel`) only the last part runs, and the exit code is 2.
 *
 *   node bench/smpp.ts [texts=10000] [rounds=3]
 */

import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { machineLine } from './engine-site.ts';
import { judge } from './goal.ts';
import { median } from './median.ts';
import { bareLoop, carrierLoop } from './smpp-bare.ts';
import { campaignRun } from './smpp-campaign.ts';
import { type GatewayRun, type GatewayTexts, isKannelInstalled, kannelRun } from './smpp-kannel.ts';
import type { Taken } from './smpp-smsc.ts';

const texts = Number(process.argv[2] ?? 10_000);
const rounds = Number(process.argv[3] ?? 3);
const cuts = 5;
const program = fileURLToPath(new URL('./smpp-smsc.ts', import.meta.url));
const sides = { Carillon: campaignRun, Kannel: kannelRun };
type Side = keyof typeof sides;

console.log(machineLine());
const bare: number[] = [];
for (let round = 0; round < rounds; round += 1) {
  const reference = (await toSmsc({}, bareLoop)).result;
  const ours = (await toSmsc({}, carrierLoop)).result;
  console.log(`carrier alone ${ours.toFixed(0)} texts/s, bare loop ${reference.toFixed(0)}`);
  bare.push(ours / reference);
}
const alone = { what: 'carrier over SMPP against the bare loop', ratios: bare } as const;
if (isKannelInstalled()) {
  const atOnce = await against('receipts at once', 5);
  const later = await against('receipts after 3 s', 3_000);
  const overCuts = await sentTwice();
  judge(
    { ...alone, goal: 0.5, is: 'at least' },
    { what: `texts sent twice over ${cuts} cuts`, ratios: [overCuts], goal: 0, is: 'at most' },
    {
      what: 'texts over SMPP against Kannel, receipts after 3 s',
      ratios: later,
      goal: 2,
      is: 'at least',
    },
    {
      what: 'texts over SMPP against Kannel, receipts at once',
      ratios: atOnce,
      goal: 2,
      is: 'at least',
    },
  );
} else {
  judge({ ...alone, goal: 0.5, is: 'at least' });
  console.log(
    'Kannel is not installed (apt-get install kannel), so texts were not sent beside it.',
  );
  process.exitCode = 2;
}

/** @returns our rate to Kannel's, by round */
async function against(what: string, receiptAfter: number): Promise<number[]> {
  const rates: Record<Side, number[]> = { Carillon: [], Kannel: [] };
  for (let round = 0; round < rounds; round += 1) {
    for (const side of ['Carillon', 'Kannel'] as const) {
      rates[side].push(texts / (await sent(what, side, { receiptAfter })).seconds);
    }
  }
  const line = (side: Side) =>
    `${side} ${median(rates[side]).toFixed(0)} (${rates[side].map((one) => one.toFixed(0)).join(', ')})`;
  console.log(`${what}, texts/s: ${line('Carillon')}, ${line('Kannel')}`);
  return rates.Carillon.map((rate, round) => rate / (rates.Kannel[round] ?? Number.NaN));
}

/** @returns texts that we sent twice */
async function sentTwice(): Promise<number> {
  const what = `${cuts} cuts`;
  const { taken } = await sent(what, 'Carillon', { receiptAfter: 5, cut: true });
  await sent(what, 'Kannel', { receiptAfter: 5, cut: true });
  return taken.twice;
}

async function sent(what: string, side: Side, wish: SmscWish) {
  const { result, taken } = await toSmsc<GatewayRun>(wish, sides[side]);
  const { seconds, untold } = result;
  console.log(
    `${what}: ${side} ${texts} texts in ${seconds.toFixed(1)} s; ${texts - (taken.texts - taken.twice)} ` +
      `never sent, ${taken.twice} twice, ${untold} without a result`,
  );
  return { seconds, taken };
}

interface SmscWish {
  receiptAfter?: number;
  cut?: boolean;
}

/** A fresh SMSC, gone afterwards. */
async function toSmsc<T>(
  { receiptAfter = 0, cut = false }: SmscWish,
  work: (run: GatewayTexts) => Promise<T>,
): Promise<{ result: T; taken: Taken }> {
  const values = [receiptAfter, texts, cut ? cuts : 0].map(String);
  const smsc = spawn(process.execPath, [program, ...values], {
    stdio: ['pipe', 'pipe', 'inherit'],
  });
  const lines = createInterface({ input: smsc.stdout });
  const [port] = await once(lines, 'line');
  const result = await work({
    ...{ texts, window: 10, smscPort: Number(port), from: '13025550100' },
    toOf: (n) => String(13_034_000_000 + n),
    bodyOf: (n) => `Your account ${n} is due. Reply STOP to opt out.`,
  });
  smsc.stdin.write('taken\n');
  const [taken] = await once(lines, 'line');
  smsc.stdin.end();
  return { result, taken: JSON.parse(String(taken)) as Taken };
}
