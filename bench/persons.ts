/**
 * What the rules for persons cost a claim: the same claims of 50 with them and without, in turns on one
 * database. Without: no gap, stops of numbers alone, no campaign that calls each account once, and no
 * index over attempts by number. With: all of it as it is by default, in a list of one phone column
 * and in one of three.
 *
 *   node bench/persons.ts [rounds=6] [claims=60]
 */

import { randomUUID } from 'node:crypto';
import { asClient, asOwner, asPlatform } from '../src/db/database.ts';
import { claimCalls } from '../src/db/queries/claim.ts';
import { acquireLeases } from '../src/db/queries/lease.ts';
import { refreshListStatistics } from '../src/db/queries/list-rest.ts';
import { setPersonRules } from '../src/db/queries/person-rules.ts';
import { simMs } from '../src/domain/milliseconds.ts';
import { makeAccounts } from '../test/engine/account-world.ts';
import { afternoon, makeCampaign } from '../test/engine/world.ts';
import { machineLine, type Site, withSite } from './engine-site.ts';

const rounds = Number(process.argv[2] ?? 6);
const claims = Number(process.argv[3] ?? 60);
const size = 50;

interface Variant {
  name: string;
  rules: boolean;
  columns: number;
}
const variants: Variant[] = [
  { name: 'without', rules: false, columns: 1 },
  { name: 'with, one phone column', rules: true, columns: 1 },
  { name: 'with, three phone columns', rules: true, columns: 3 },
];

await withSite('persons', async (site) => {
  const took = new Map(variants.map(({ name }) => [name, [] as number[]]));
  for (let round = 0; round < rounds; round += 1) {
    for (const variant of variants) took.get(variant.name)?.push(await one(site, variant, round));
  }
  const median = (name: string) =>
    took.get(name)?.toSorted((a, b) => a - b)[Math.floor(rounds / 2)] ?? Number.NaN;
  const [plain, ...others] = variants.map(({ name }) => ({ name, ms: median(name) }));
  if (!plain) throw new Error('nothing was measured');
  console.log(machineLine());
  console.log(`claims of ${size}, medians of ${rounds} rounds of ${claims}`);
  console.log(`${plain.name}: ${plain.ms.toFixed(3)} ms an attempt`);
  for (const { name, ms } of others) {
    console.log(`${name}: ${ms.toFixed(3)} ms an attempt, ratio ${(ms / plain.ms).toFixed(2)}`);
  }
});

/** @returns milliseconds a claimed attempt */
async function one({ db }: Site, { rules, columns }: Variant, round: number): Promise<number> {
  await asOwner(db, async (tx) => {
    await tx.run('DROP INDEX IF EXISTS attempt_phone');
    if (rules)
      await tx.run('CREATE INDEX attempt_phone ON attempt (client_id, phone, attempted_at)');
  });
  const campaign = await makeCampaign(db);
  const { clientId, campaignId } = campaign;
  if (!rules) await setPersonRules(db, clientId, { stopScope: 'number', leastGapHours: 0 });
  await asClient(db, clientId, (tx) =>
    tx.run('UPDATE campaign SET run_status = 3, one_call_per_account = $2 WHERE client_id = $1', [
      ...[clientId, rules],
    ]),
  );
  const wanted = (claims + 2) * size;
  const first = 12_120_000_000 + (round % 50) * 1_000_000;
  const list = await makeAccounts(
    db,
    campaign,
    Array.from({ length: wanted }, (_, account) => ({
      phones: Array.from({ length: columns }, (_, column) => first + column * 200_000 + account),
      externalId: `A-${account}`,
    })),
  );
  await asClient(db, clientId, (tx) => refreshListStatistics(tx, list));
  const leases = await asPlatform(db, (tx) => acquireLeases(tx, randomUUID(), 600));
  const lease = leases.find((own) => own.campaignId === campaignId);
  if (!lease) throw new Error('no lease');
  let taken = 0;
  const began = performance.now();
  for (let claim = 0; claim < claims; claim += 1) {
    const outcome = await asClient(db, clientId, (tx) =>
      claimCalls(tx, {
        ...{ lease, now: new Date(afternoon), wanted: size, skip: [] },
        judge: ({ account }) =>
          account.inCall
            ? { kind: 'wait', until: simMs(afternoon + 30_000), reason: 'account_in_call' }
            : { kind: 'call', until: simMs(Number.POSITIVE_INFINITY) },
        callerId: { type: 0, number: '' },
      }),
    );
    if (outcome.kind === 'claimed') taken += outcome.calls.length;
  }
  return (performance.now() - began) / taken;
}
