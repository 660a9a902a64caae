/** A number that was left out of a list still belongs to its account. */

import { setTimeout as sleep } from 'node:timers/promises';
import { describe, expect, test } from 'vitest';
import { asClient } from '../../src/db/database.ts';
import { importDoNotCall } from '../../src/db/queries/do-not-call-import.ts';
import { addByManager } from '../../src/db/queries/opt-out.ts';
import { setPersonRules } from '../../src/db/queries/person-rules.ts';
import { reasonSentence } from '../../src/domain/reason-sentences.ts';
import { recount } from '../engine/recount.ts';
import { stopOffice } from './stop-office.ts';
import { mappingOf } from './uploads.ts';

const { db, office } = await stopOffice();
const asks = '12125550121';

describe("A stop of a number that is a duplicate in the account's row", () => {
  test('bars the other number of the row', async () => {
    const { clientId, upload, waiting, stop } = await office();
    const list = await upload('2125550121,,', '2125550121,2125550122,', '2125550123,,');
    await stop(asks);
    expect(await waiting(list)).toEqual(['12125550123']);
    expect(await recount(db, clientId)).toMatchObject({ wrongCounts: [] });
  });

  test('keeps the other number out of a file that comes later', async () => {
    const { upload, waiting, rejected, stop } = await office();
    await stop(asks);
    const list = await upload('2125550121,,', '2125550121,2125550122,', '2125550123,,');
    expect(await waiting(list)).toEqual(['12125550123']);
    expect(await rejected(list)).toContain(reasonSentence({ code: 'number_account_stop' }));
  });

  test('holds for the External Id that only this row says', async () => {
    const { upload, waiting, stop } = await office();
    const before = await upload('2125550124,,A', '2125550125,,B');
    const list = await upload('2125550121,,', '2125550121,,A', '2125550126,,C');
    await stop(asks);
    expect(await waiting(before)).toEqual(['12125550125']);
    expect(await waiting(list)).toEqual(['12125550126']);
    expect(await waiting(await upload('2125550127,,A', '2125550128,,D'))).toEqual(['12125550128']);
  });

  test('holds for it also where a file has one phone column', async () => {
    const { upload, uploadWith, waiting, stop } = await office();
    const before = await upload('2125550124,,A', '2125550125,,B');
    const mapping = mappingOf(['Phone', 'Cell', 'Id'], ['Phone'], { 'External Id': 'Id' });
    await uploadWith({ mapping }, '2125550121,,', '2125550121,,A');
    await stop(asks);
    expect(await waiting(before)).toEqual(['12125550125']);
  });

  test('teaches the External Id that only a later file says', async () => {
    const { upload, waiting, stop } = await office();
    const before = await upload('2125550124,,A', '2125550125,,B');
    await stop(asks);
    await upload('2125550121,,', '2125550121,,A', '2125550126,,C');
    expect(await waiting(before)).toEqual(['12125550125']);
  });
});

test('A stop of a number that was left out because it was called bars the other one of the row', async () => {
  const { clientId, campaignId, uploadWith, waiting, stop } = await office();
  await asClient(db, clientId, (tx) =>
    tx.run(
      `INSERT INTO attempt (client_id, call_list_id, entry_id, campaign_id, phone, engine_id,
         attempted_at)
       VALUES ($1, 1, 1, $2, $3, gen_random_uuid(), '2100-01-01Z')`,
      [clientId, campaignId, asks],
    ),
  );
  const restriction = { restrictionType: 3, pastXDays: '2026-01-01' };
  const list = await uploadWith({ restriction }, '2125550121,2125550122,', '2125550123,,');
  expect(await waiting(list)).toEqual(['12125550122', '12125550123']);
  await stop(asks);
  expect(await waiting(list)).toEqual(['12125550123']);
});

test("A stop that is the number's alone bars no other number of the row", async () => {
  const { clientId, upload, waiting, stop } = await office();
  await setPersonRules(db, clientId, { stopScope: 'number', leastGapHours: 4 });
  const rows = ['2125550121,,', '2125550121,2125550122,A', '2125550123,,A'];
  const list = await upload(...rows);
  await stop(asks);
  for (const one of [list, await upload(...rows)]) {
    expect(await waiting(one)).toEqual(['12125550122', '12125550123']);
  }
});

describe('A number that a file of the operator blocked before the load', () => {
  async function blockedByOperator() {
    const world = await office();
    const { clientId, upload } = world;
    await asClient(db, clientId, (tx) => importDoNotCall(tx, clientId, [asks]));
    const list = await upload('2125550121,2125550122,A', '2125550123,,');
    const other = await upload('2125550124,,A', '2125550125,,B');
    expect(await world.waiting(list)).toEqual(['12125550122', '12125550123']);
    return { ...world, list, other };
  }

  test('stops its account when its person asks', async () => {
    const { waiting, stop, list, other } = await blockedByOperator();
    await stop(asks);
    expect(await waiting(list)).toEqual(['12125550123']);
    expect(await waiting(other)).toEqual(['12125550125']);
  });

  test('stops its account when a manager asks for that, in the same transaction', async () => {
    const { clientId, waiting, list, other } = await blockedByOperator();
    const add = (wholeAccount: boolean) =>
      asClient(db, clientId, (tx) => addByManager(tx, clientId, asks, { wholeAccount }));
    expect(await add(false)).toBe(false);
    expect(await waiting(list)).toEqual(['12125550122', '12125550123']);
    expect(await add(true)).toBe(true);
    expect(await waiting(list)).toEqual(['12125550123']);
    expect(await waiting(other)).toEqual(['12125550125']);
  });
});

describe('A stop that comes while a list is being loaded', () => {
  test.each([
    ['under the same External Id', ['2125550121,,A', '2125550122,,A', '2125550123,,']],
    ['beside a duplicate', ['2125550121,,', '2125550121,2125550122,', '2125550123,,']],
  ])('bars its account in it, %s', async (_, rows) => {
    const { clientId, campaignId, upload, waiting, stop } = await office();
    let loading: ReturnType<typeof upload> | undefined;
    // The load has looked at the do-not-call list when it wants its campaign's row.
    await asClient(db, clientId, async (tx) => {
      const me = await tx.row<{ pid: number }>(
        `SELECT pg_backend_pid() AS pid FROM campaign
         WHERE client_id = $1 AND campaign_id = $2 FOR SHARE`,
        [clientId, campaignId],
      );
      loading = upload(...rows);
      const waits = () =>
        db.pool.query(
          `SELECT FROM pg_locks WHERE NOT granted AND $1 = ANY (pg_blocking_pids(pid))`,
          [me?.pid],
        );
      while ((await waits()).rowCount === 0) await sleep(10);
      await stop(asks);
    });
    const list = await (loading as NonNullable<typeof loading>);
    expect(await waiting(list)).toEqual(['12125550123']);
    expect(await recount(db, clientId)).toMatchObject({ wrongCounts: [] });
  });
});
