/** The national do-not-call list: which campaigns it holds, for how long, and which it does not. */
import { Readable } from 'node:stream';
import { expect, test } from 'vitest';
import { asClient, asClientSnapshot } from '../../src/db/database.ts';
import { campaignFunnel } from '../../src/db/queries/campaign-funnel.ts';
import { storePolicyRule } from '../../src/db/queries/policy-save.ts';
import { recheckPolicy } from '../../src/db/queries/recheck.ts';
import { simMs } from '../../src/domain/milliseconds.ts';
import { importRegistry } from '../../src/imports/registry-upload.ts';
import { contactCapWorld } from './contact-cap-world.ts';
import { makeEngine } from './test-engine.ts';
import { quietReaders } from './text-world.ts';
import { afternoon } from './world.ts';

const { db, wanting, attemptsOf, waitingOf } = await contactCapWorld();
const day = 86_400_000;
const salesListAge: Parameters<typeof storePolicyRule>[3] = {
  ...{ purpose: 'sales', campaignId: null, country: 'US', state: null, channel: 'any' },
  ...{ terms: { kind: 'list_age', days: 31 }, preset: null, source: null, sourceDate: null },
};
const dayOf = (at: number) => new Date(at).toISOString().slice(0, 10);

test('sales wait for a file that is new enough and for its numbers; what no rule names is called as ever', async () => {
  const { clientId, campaigns, start, firstPhone } = await wanting(12, ['texts', 'texts']);
  const [sales, news] = campaigns.map(({ campaignId }) => campaignId);
  const run1 = (sql: string, values: unknown[]) =>
    asClient(db, clientId, (tx) => tx.run(sql, [clientId, ...values]));
  await run1(
    `UPDATE campaign SET purpose = 'informational' WHERE client_id = $1 AND campaign_id = $2`,
    [news],
  );
  await asClient(db, clientId, (tx) =>
    storePolicyRule(tx, clientId, 0, salesListAge, { managerId: null, now: new Date(afternoon) }),
  );
  await recheckPolicy(db, clientId);
  const bring = (phones: readonly string[], asOf: string, replaces = false) =>
    importRegistry(db, clientId, {
      ...{ input: Readable.from([Buffer.from(`${phones.join('\n')}\n`)]), column: 'first' },
      ...{ asOf, replaces },
    });
  const reasonOf = async (campaignId: number | undefined) => {
    const row = await asClient(db, clientId, (tx) =>
      tx.row<{ reason: object | null }>(
        'SELECT reason FROM campaign WHERE client_id = $1 AND campaign_id = $2',
        [clientId, campaignId],
      ),
    );
    return row?.reason;
  };
  const triedBy = (campaignId: number | undefined) =>
    asClient(db, clientId, (tx) =>
      tx.rows<{ phone: string }>(
        'SELECT phone FROM attempt WHERE client_id = $1 AND campaign_id = $2',
        [clientId, campaignId],
      ),
    );
  const { engine, run, clock } = makeEngine(db, { textProfile: quietReaders });
  await start();
  await run(60_000, 2_000);
  expect(await triedBy(news)).toHaveLength(12);
  expect(await triedBy(sales)).toHaveLength(0);
  expect(await reasonOf(sales)).toEqual({ code: 'registry_outdated', days: null, most: 31 });

  const funnel = () =>
    asClientSnapshot(db, clientId, (tx) =>
      campaignFunnel(tx, clientId, sales ?? 0, new Date(clock.now())),
    );
  expect((await funnel())?.held).toEqual({ code: 'registry_outdated', days: null, most: 31 });

  await bring([String(firstPhone)], dayOf(clock.now() - 45 * day));
  await run(60_000, 2_000);
  expect(await triedBy(sales)).toHaveLength(0);
  expect(await reasonOf(sales)).toEqual({ code: 'registry_outdated', days: 45, most: 31 });

  const listed = [firstPhone + 1, firstPhone + 2].map(String);
  const counts = await bring(listed, dayOf(clock.now()), true);
  expect(counts).toMatchObject({ numbers: 2, added: 2, gone: 1 });
  await run(60_000, 2_000);
  expect(await funnel()).not.toHaveProperty('held');
  const tried = (await triedBy(sales)).map(({ phone }) => phone);
  expect(tried).toHaveLength(10);
  expect(tried.filter((phone) => listed.includes(phone))).toEqual([]);
  const waits = (await waitingOf(clientId)).filter(({ reason }) => reason === 'contact_policy');
  expect(waits.map(({ phone }) => phone).toSorted()).toEqual(listed);
  // It is not on the client's own list, so lifting an opt-out takes nothing from it.
  expect(await run1('DELETE FROM do_not_call WHERE client_id = $1', [])).toBe(0);
  expect((await attemptsOf(clientId)).length).toBe(22);

  await bring(['13025550148'], dayOf(clock.now()), false);
  await run(30_000, 2_000);
  expect(await triedBy(sales)).toHaveLength(10);
  await engine.stop();
});

test('a list that is too old is said while all numbers wait for their calling hours, and when it is set to send nothing', async () => {
  const { clientId, campaigns, start } = await wanting(3, ['texts']);
  const { campaignId = 0 } = campaigns[0] ?? {};
  await asClient(db, clientId, async (tx) => {
    await tx.run(
      `UPDATE list_entry SET due_at = $2, reason = 'calling_hours'
       WHERE client_id = $1 AND call_list_id IN
         (SELECT call_list_id FROM call_list WHERE client_id = $1)`,
      [clientId, new Date(afternoon + day)],
    );
    await storePolicyRule(tx, clientId, 0, salesListAge, {
      ...{ managerId: null, now: new Date(afternoon) },
    });
  });
  const bring = (asOf: number) =>
    importRegistry(db, clientId, {
      ...{ input: Readable.from([Buffer.from('13025550147\n')]), column: 'first' },
      ...{ asOf: dayOf(asOf), replaces: false },
    });
  const reason = () =>
    asClient(db, clientId, async (tx) => {
      const row = await tx.row<{ reason: object | null }>(
        'SELECT reason FROM campaign WHERE client_id = $1 AND campaign_id = $2',
        [clientId, campaignId],
      );
      return row?.reason;
    });
  const { engine, run, clock } = makeEngine(db);
  await bring(clock.now() - 32 * day);
  await start();
  await run(10_000, 1_000);
  expect(await reason()).toEqual({ code: 'registry_outdated', days: 32, most: 31 });

  await bring(clock.now());
  await run(10_000, 1_000);
  expect(await reason()).toMatchObject({ code: 'calling_hours' });

  await asClient(db, clientId, (tx) =>
    tx.run('UPDATE campaign SET text_per_minute = 0 WHERE client_id = $1 AND campaign_id = $2', [
      clientId,
      campaignId,
    ]),
  );
  // Its numbers are due by then, and no claim asks about them.
  clock.advance(simMs(33 * day));
  await run(10_000, 1_000);
  expect(await reason()).toMatchObject({ code: 'registry_outdated', days: 33 });
  await bring(clock.now());
  await run(10_000, 1_000);
  expect(await reason()).toEqual({ code: 'no_texts_per_minute' });
  await engine.stop();
});
