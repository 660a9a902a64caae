/** Opt-outs and an opt-in of one person that several engines or processes write at the same moment. */
import { setTimeout as sleep } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { messageIntent } from '../../src/contract/inbound-text.ts';
import { asClient, type Tx } from '../../src/db/database.ts';
import { importDoNotCall } from '../../src/db/queries/do-not-call-import.ts';
import { storeInboundTexts } from '../../src/db/queries/inbound-text.ts';
import { optOut } from '../../src/db/queries/opt-out.ts';
import { listDueReplies, takeReplies } from '../../src/db/queries/text-reply.ts';
import { untilBlocked } from '../harness/blocked.ts';
import { freshDatabase } from '../harness/database.ts';
import { storeInboundText } from '../harness/inbound-text.ts';
import { makeTexting, textingNumberOf } from './text-world.ts';
import { afternoon } from './world.ts';

const db = await freshDatabase();
const ann = '12122330001';
const intents = {
  STOP: messageIntent.optOut,
  START: messageIntent.optIn,
  HELP: messageIntent.help,
} as const;

async function person() {
  const campaign = await makeTexting(db);
  const { clientId } = campaign;
  const textingNumber = await textingNumberOf(db, campaign);
  let refs = 0;
  const write = (word: 'STOP' | 'START' | 'HELP', second: number) => {
    refs += 1;
    const text = {
      ...{ carrierRef: `simulated:${clientId}-${refs}`, phone: ann, textingNumber, message: word },
      received: new Date(afternoon + second * 1_000),
      intent: intents[word],
    };
    return async (tx: Tx) => {
      await storeInboundText(tx, clientId, text);
    };
  };
  const commit = <Result>(work: (tx: Tx) => Promise<Result>) => asClient(db, clientId, work);
  /** The first one has done its work and commits only when the second one waits for it, or is through. */
  const cross = async (
    first: (tx: Tx) => Promise<unknown>,
    second: (tx: Tx) => Promise<unknown>,
  ) => {
    const { promise: released, resolve: release } = Promise.withResolvers<void>();
    const { promise: written, resolve: wrote } = Promise.withResolvers<void>();
    const holding = commit(async (tx) => {
      await first(tx);
      wrote();
      await released;
    });
    await written;
    const crossing = commit(second);
    await Promise.race([crossing, sleep(300)]);
    release();
    await Promise.all([holding, crossing]);
  };
  const sources = async () => {
    const rows = await commit((tx) =>
      tx.rows<{ source: string }>('SELECT source FROM do_not_call WHERE client_id = $1', [
        clientId,
      ]),
    );
    return (rows as { source: string }[]).map((row) => row.source);
  };
  const confirmations = async () => {
    const rows = await commit((tx) =>
      tx.rows('SELECT FROM text_reply WHERE client_id = $1', [clientId]),
    );
    return (rows as unknown[]).length;
  };
  return { clientId, write, commit, cross, sources, confirmations };
}

test('an opt-in lifts nothing while another engine is storing a later opt-out', async () => {
  const { write, commit, cross, sources } = await person();
  await commit(write('STOP', 0));
  const [stopsAgain, optsIn] = [write('STOP', 20), write('START', 10)];
  await cross(stopsAgain, optsIn);
  expect(await sources()).toEqual(['text']);
});

test('an opt-out that is stored while an opt-in is being written stands after both', async () => {
  const { write, commit, cross, sources } = await person();
  await commit(write('STOP', 0));
  await cross(write('START', 10), write('STOP', 20));
  expect(await sources()).toEqual(['text']);
});

test('two opt-outs that two engines store at once are confirmed once', async () => {
  const { clientId, write, commit, cross, confirmations } = await person();
  await commit((tx) => optOut(tx, clientId, ann, 'manager'));
  await cross(write('STOP', 0), write('STOP', 1));
  expect(await confirmations()).toBe(1);
});

test('a number that a manager or the operator lists while its opt-out is being stored is not lifted by an opt-in', async () => {
  for (const source of ['manager', 'operator'] as const) {
    const { clientId, write, commit, cross, sources } = await person();
    await cross(write('STOP', 0), (tx) =>
      source === 'manager'
        ? optOut(tx, clientId, ann, source)
        : importDoNotCall(tx, clientId, [ann, ann]),
    );
    await commit(write('START', 10));
    expect(await sources()).toEqual([source]);
  }
});

test.each(['STOP', 'key'] as const)(
  'an auto-reply that an engine takes while a stop (%s) is being stored is not taken, or is taken back',
  async (how) => {
    for (const stopsFirst of [true, false]) {
      const { clientId, write, commit, cross } = await person();
      await commit(write('HELP', 0));
      const [waiting] = await commit((tx) => listDueReplies(tx, clientId, new Date(afternoon)));
      const id = waiting?.textReplyId ?? 0;
      let taken = 0;
      const take = async (tx: Tx) => {
        taken = (await takeReplies(tx, clientId, [id], new Date(afternoon))).length;
      };
      const stop = how === 'STOP' ? write('STOP', 1) : (tx: Tx) => optOut(tx, clientId, ann, how);
      await (stopsFirst ? cross(stop, take) : cross(take, stop));
      const marked = await commit((tx) => tx.rows('SELECT text_reply_id AS id FROM reply_cancel'));
      expect([taken, marked]).toEqual(stopsFirst ? [0, []] : [1, [{ id }]]);
    }
  },
);

test('a confirmation that an engine takes while an opt-in is being stored is withdrawn, or was sent before it', async () => {
  for (const startsFirst of [true, false]) {
    const { clientId, write, commit, cross } = await person();
    await commit(write('STOP', 0));
    const [waiting] = await commit((tx) => listDueReplies(tx, clientId, new Date(afternoon)));
    const ids = [waiting?.textReplyId ?? 0];
    let taken = 0;
    const take = async (tx: Tx) => {
      taken = (await takeReplies(tx, clientId, ids, new Date(afternoon))).length;
    };
    await (startsFirst ? cross(write('START', 1), take) : cross(take, write('START', 1)));
    const rows = await commit((tx) =>
      tx.rows('SELECT outcome FROM text_reply WHERE client_id = $1', [clientId]),
    );
    expect([taken, rows]).toEqual(
      startsFirst ? [0, [{ outcome: 'dropped' }]] : [1, [{ outcome: null }]],
    );
  }
});

test('texts of one person that two engines store at once have their ids in the order of their commits', async () => {
  const { clientId, commit } = await person();
  const textOf = (phone: string, ref: string, second: number) => ({
    ...{ carrierRef: `simulated:${clientId}-${ref}`, phone, textingNumber: '13025550100' },
    ...{ message: 'Wrong number', intent: messageIntent.unclear },
    received: new Date(afternoon + second * 1_000),
  });
  const store = (...texts: ReturnType<typeof textOf>[]) =>
    commit((tx) => storeInboundTexts(tx, clientId, texts));
  const ids = async () => {
    const rows = await commit((tx) =>
      tx.rows<{ id: number }>(
        'SELECT inbound_text_id AS id FROM contact_rest WHERE client_id = $1 AND phone = $2 ORDER BY 1',
        [clientId, ann],
      ),
    );
    return rows.map(({ id }) => id);
  };
  const bobs = textOf('12122330002', 'bob', 2);
  const { promise: released, resolve: release } = Promise.withResolvers<void>();
  const { promise: written, resolve: wrote } = Promise.withResolvers<void>();
  const holding = commit(async (tx) => {
    await storeInboundTexts(tx, clientId, [bobs]);
    wrote();
    await released;
  });
  await written;
  // It waits for the other engine, which is storing Bob's text, too.
  const slow = store(textOf(ann, 'slow', 1), bobs);
  await untilBlocked(db);
  const quick = store(textOf(ann, 'quick', 3));
  await Promise.race([quick, sleep(300)]);
  const seen = await ids();
  release();
  await Promise.all([holding, slow, quick]);
  // Who saw the newest one saw all that are older by their ids.
  const all = await ids();
  expect([all.length, all.slice(0, seen.length)]).toEqual([2, seen]);
});
