/** How a carrier responds when texts are submitted to it. */
import { expect, test } from 'vitest';
import type { Submission } from '../../src/carriers/text-port.ts';
import { changingSubmissions, lost, textReceiptWorld, type Wrap } from './text-receipt-world.ts';
import { campaignState, readCallLog } from './world.ts';

const { db, textingOn } = await textReceiptWorld();

test('a text that the carrier refused for now is submitted again under its attempt id, and others fail at once', async () => {
  const throttled = { kind: 'rejected', note: { code: 'throttled' }, retryable: true } as const;
  const refused = { kind: 'rejected', note: { code: 'refused' }, retryable: false } as const;
  let given = 0;
  const run = await textingOn(
    (carrier) => ({
      ...carrier,
      async submit(texts) {
        const submissions: Submission[] = [];
        for (const text of texts) {
          given += 1;
          if (given <= 3) submissions.push(throttled);
          else if (given === 5) submissions.push(refused);
          else submissions.push(...(await carrier.submit([text])));
        }
        return submissions;
      },
    }),
    { withoutReceipt: 0 },
  );
  // The campaign is over before its receipts.
  await run.runUntil(async () => (await run.done()) && !(await run.results()).includes(null));
  const ids = run.carrier.sent.map(({ textId }) => textId);
  expect(new Set(ids).size).toBe(ids.length);
  expect(ids.length).toBe(3);
  expect((await run.results()).sort()).toEqual(['delivered', 'delivered', 'delivered', 'failed']);
  expect(await run.books()).toMatchObject({
    attempts: 4,
    callRecords: 4,
    mismatches: 0,
    wrongCounts: [],
  });
  await run.end();
});

test('while the carrier is disconnected nothing is submitted, and the campaign says so', async () => {
  let away = false;
  const run = await textingOn((carrier) => ({ ...carrier, connected: () => !away }), {
    entries: 100,
  });
  await run.run(2_000);
  away = true;
  const before = run.carrier.sent.length;
  expect(before).toBeGreaterThan(0);
  await run.run(5_000);
  expect(run.carrier.sent.length).toBe(before);
  expect((await campaignState(db, run)).reason).toEqual({
    code: 'waits_for_carrier',
    channel: 'text',
  });
  away = false;
  await run.run(2_000);
  expect(run.carrier.sent.length).toBeGreaterThan(before);
  expect((await campaignState(db, run)).reason).toBeNull();
  await run.end();
});

/** A build that submits a text again after an unknown response. */
const retryUnknown: Wrap = (carrier, clock) => {
  const wrapped = changingSubmissions((submission, n) => (n % 3 === 0 ? lost : submission))(
    carrier,
    clock,
  );
  return {
    ...wrapped,
    submit: async (texts) =>
      (await wrapped.submit(texts)).map((submission) =>
        submission.kind === 'unknown'
          ? { kind: 'rejected', note: submission.note, retryable: true }
          : submission,
      ),
  };
};

test('the log catches a build that sends a text of an unknown submission again', async () => {
  const right = await textingOn(
    changingSubmissions((submission, n) => (n % 3 === 0 ? lost : submission)),
    { entries: 10 },
  );
  await right.run(20_000);
  const texts = readCallLog(right.folder).map(({ to }) => to);
  expect([texts.length, new Set(texts).size]).toEqual([10, 10]);
  await right.end();
  const wrong = await textingOn(retryUnknown, { entries: 10 });
  await wrong.run(20_000);
  const again = readCallLog(wrong.folder).map(({ to }) => to);
  expect(again.length).toBeGreaterThan(new Set(again).size);
  await wrong.end();
});
