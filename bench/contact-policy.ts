/**
 * The contact policy of a client: what it costs, and that it holds.
 *
 * First 8 campaigns of both channels that share accounts of two numbers run to their end in turns
 * with rules (which hold nobody, so that the work is the same) and without. Then they share 500 accounts
 * under strict rules (limits of contacts, a rest after a conversation, consent, a scrub), on engines as
 * processes of their own that are killed again and again; the carrier's log is the judge.
 *
 *     node bench/contact-policy.ts [accounts=3000] [rounds=3] [engines=4] [seconds of kills=60]
 */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { callLogName } from '../src/carriers/simulated/call-log.ts';
import { simulatedCarrier } from '../src/carriers/simulated/carrier.ts';
import { usualProfile } from '../src/carriers/simulated/profile.ts';
import { simulatedTextCarrier } from '../src/carriers/simulated/text-carrier.ts';
import { usualTextProfile } from '../src/carriers/simulated/text-profile.ts';
import { asClient, asPlatform, type Database } from '../src/db/database.ts';
import { storePolicyRule } from '../src/db/queries/policy-save.ts';
import { seededRandom } from '../src/domain/random.ts';
import { makeTexting, quietReaders } from '../test/engine/text-world.ts';
import { makeTestClient } from '../test/engine/world.ts';
import { readLines } from '../test/simulation/judge.ts';
import {
  beyondPolicy,
  beyondWords,
  setPolicy,
  type TownRule,
} from '../test/simulation/policy-judge.ts';
import { endOf, startEngineProcess } from './engine-process.ts';
import {
  machineLine,
  type Site,
  siteClock,
  startSiteEngine,
  untilCompleted,
  withSite,
} from './engine-site.ts';
import { judge } from './goal.ts';
import { makeCampaigns, startCampaigns } from './site-campaigns.ts';

const accounts = Number(process.argv[2] ?? 3_000);
const rounds = Number(process.argv[3] ?? 3);
const engines = Number(process.argv[4] ?? 4);
const killSeconds = Number(process.argv[5] ?? 60);

const eachOfTwo = 4;
const firstPhone = 12_123_000_000;

const loose: TownRule[] = [
  { kind: 'limit', most: 50, hours: 168, of: 'person', channel: 'any' },
  { kind: 'limit', most: 50, hours: 24, of: 'number', channel: 'call' },
];
const strict: TownRule[] = [
  { kind: 'limit', most: 3, hours: 168, of: 'external_id', channel: 'any' },
  { kind: 'limit', most: 2, hours: 24, of: 'person', channel: 'any' },
  { kind: 'limit', most: 1, hours: 48, of: 'number', channel: 'text' },
  { kind: 'rest', most: 0, hours: 72, of: 'person', channel: 'any' },
];

const without: number[] = [];
const under: number[] = [];
for (let round = 0; round < rounds; round += 1) {
  without.push(await attemptsPerSecond([]));
  under.push(await attemptsPerSecond(loose));
  console.log(
    `round ${round + 1}: ${without.at(-1)?.toFixed(0)} attempts/s without rules, ${under.at(-1)?.toFixed(0)} under two`,
  );
}
const beyond = await withSite('policy', provedUnderKills);
console.log(machineLine());
judge(
  {
    what: `contacts beyond the policy, ${engines} engines with kills`,
    ...{ ratios: [beyond], goal: 0, is: 'at most' },
  },
  {
    what: 'attempts under a contact policy against without',
    ...{ ratios: under.map((one, at) => one / (without[at] ?? 0)), goal: 0.9, is: 'at least' },
  },
);

/** Four voice and four text campaigns of one client; every two numbers are an account with an External Id. */
async function makeSharing(db: Database, count: number, perMinute: number) {
  const clientId = await makeTestClient(db);
  const wish = { clientId, count: eachOfTwo, entries: 2 * count, callsPerMinute: perMinute };
  const voice = await makeCampaigns(db, wish);
  const texts = await makeCampaigns(db, {
    ...wish,
    make: (id) => makeTexting(db, { clientId: id, textPerMinute: perMinute }),
  });
  await asClient(db, clientId, async (tx) => {
    await tx.run('UPDATE client SET least_gap_hours = 0 WHERE client_id = $1', [clientId]);
    await tx.run('UPDATE call_list SET phone_columns = 2 WHERE client_id = $1', [clientId]);
    await tx.run(
      `UPDATE list_entry SET account_line = 2 + (entry_id - 1) / 2,
         phone = ($2::bigint + entry_id)::text, external_id = 'P-' || (entry_id - 1) / 2
       WHERE client_id = $1
         AND call_list_id IN (SELECT call_list_id FROM call_list WHERE client_id = $1)`,
      [clientId, firstPhone],
    );
  });
  return { clientId, campaigns: [...voice, ...texts] };
}

function attemptsPerSecond(rules: readonly TownRule[]): Promise<number> {
  return withSite('policy', async (site) => {
    const { db } = site;
    const { clientId, campaigns } = await makeSharing(db, accounts, 100_000);
    await setPolicy(db, clientId, rules);
    const clock = siteClock(60);
    // Nobody opts out or replies, so that every number is attempted by every campaign.
    const simulated = {
      clock,
      dataFolder: site.folder,
      randomOf: (name: string) => seededRandom(`1/${name}`),
    };
    const voice = simulatedCarrier({
      ...simulated,
      profile: { ...usualProfile, pressesNine: 0, machinePressesNine: 0 },
    });
    const text = simulatedTextCarrier({
      ...simulated,
      profile: { ...usualTextProfile, ...quietReaders },
    });
    const engine = startSiteEngine(site, clock, { voice, text, logLevel: 'silent' });
    try {
      const began = performance.now();
      await startCampaigns(db, campaigns);
      await untilCompleted(site, campaigns);
      const seconds = (performance.now() - began) / 1_000;
      return (2 * accounts * campaigns.length) / seconds;
    } finally {
      await engine.stop();
    }
  });
}

/** Two of three accounts have consented in writing; of every ninth number a service says what no rule lets through. */
async function setWords(db: Database, clientId: number): Promise<void> {
  await asClient(db, clientId, async (tx) => {
    await tx.run(
      `UPDATE list_entry SET consent = jsonb_build_object('kind',
         CASE account_line % 3 WHEN 0 THEN 'given' ELSE 'written' END)
       WHERE client_id = $1
         AND call_list_id IN (SELECT call_list_id FROM call_list WHERE client_id = $1)`,
      [clientId],
    );
    await tx.run(
      `INSERT INTO scrub_answer (client_id, phone, question, answer, good_until)
       SELECT DISTINCT $1::int, phone, 'litigator', 'yes', now() + interval '30 days'
       FROM list_entry WHERE client_id = $1 AND entry_id % 9 = 0`,
      [clientId],
    );
    for (const terms of [
      { kind: 'consent', consent: 'express' } as const,
      { kind: 'scrub', refused: 'litigator', untilChecked: false } as const,
    ]) {
      const nowhere = { purpose: null, campaignId: null, country: null, state: null };
      const rule = { ...nowhere, channel: 'any' as const, terms, preset: null };
      const by = { managerId: null, now: new Date(0) };
      await storePolicyRule(tx, clientId, 0, { ...rule, source: null, sourceDate: null }, by);
    }
  });
}

/** @returns how many contacts in the carrier's log a rule does not allow */
async function provedUnderKills(site: Site): Promise<number> {
  const { db, folder } = site;
  const { clientId, campaigns } = await makeSharing(db, 500, 2_000);
  await setPolicy(db, clientId, strict);
  await setWords(db, clientId);
  const running = Array.from({ length: engines }, () => startEngineProcess(site, 30));
  let kills = 0;
  try {
    await startCampaigns(db, campaigns);
    const end = performance.now() + killSeconds * 1_000;
    for (let at = 0; performance.now() < end; at += 1) {
      await sleep(3_000);
      const killed = running[at % engines];
      killed?.kill('SIGKILL');
      kills += 1;
      running[at % engines] = startEngineProcess(site, 30);
    }
  } finally {
    for (const child of running) child.kill('SIGTERM');
    await Promise.all(running.map(endOf));
  }
  const lines = readLines(readFileSync(join(folder, callLogName), 'utf8'));
  const ask = <Row>(client: number, sql: string, values: unknown[]) =>
    asClient(db, client, (tx) => tx.rows<Row>(sql, values));
  const found = [
    ...(await beyondPolicy(ask, { clientId, policy: strict }, lines)),
    ...(await beyondWords(ask, clientId, lines)),
  ];
  for (const one of found.slice(0, 5)) console.log(one);
  const ended = await asPlatform(db, (tx) => tx.rows('SELECT FROM engine'));
  console.log(
    `${lines.length} submitted, ${kills} engines killed, ${ended.length} engines seen, ${found.length} beyond the policy`,
  );
  return found.length;
}
