/** A text campaign on a carrier whose submissions and receipts a test makes. */
import type { Submission, TextCarrier, TextEvent } from '../../src/carriers/text-port.ts';
import { asClient } from '../../src/db/database.ts';
import { requestStart } from '../../src/db/queries/campaign-run.ts';
import { type VirtualClock, virtualClock } from '../../src/domain/clock.ts';
import { freshDatabase } from '../harness/database.ts';
import { recount } from './recount.ts';
import { makeEngine, temporaryFolder } from './test-engine.ts';
import {
  makeTexting,
  textingNumberOf,
  textStories,
  type WatchedCarrier,
  watchedCarrier,
} from './text-world.ts';
import { afternoon, campaignState, makeList } from './world.ts';

export type Wrap = (carrier: WatchedCarrier, clock: VirtualClock) => TextCarrier;

/** The carrier's submissions, changed on their way back. */
export const changingSubmissions =
  (change: (submission: Submission, n: number) => Submission): Wrap =>
  (carrier) => {
    let n = 0;
    return {
      ...carrier,
      async submit(texts) {
        const submissions = await carrier.submit(texts);
        return submissions.map((submission) => change(submission, n++));
      },
    };
  };

export const lost = { kind: 'unknown', note: { code: 'response_lost' } } as const;

export async function textReceiptWorld() {
  const db = await freshDatabase();

  /** A text campaign of `entries` numbers on a carrier with an own mind. */
  async function textingOn(wrap: Wrap, { entries = 4, withoutReceipt = 1 } = {}) {
    const campaign = await makeTexting(db);
    const { clientId, campaignId } = campaign;
    await makeList(db, campaign, { entries });
    await requestStart(db, clientId, campaignId);
    const clock = virtualClock(afternoon);
    const folder = temporaryFolder();
    const carrier = watchedCarrier(clock, folder, { withoutReceipt });
    const textCarriers = new Map([['simulated', wrap(carrier, clock)]]);
    const deps = { textCarriers, leaseSeconds: 5 };
    const engine = makeEngine(db, { clock, folder, deps });
    const results = async () => (await textStories(db, clientId)).map(({ result }) => result);
    const textingNumber = await textingNumberOf(db, campaign);
    /** The receipt of the n-th text, as the carrier names it. */
    const receipt = (
      n: number,
      given: Partial<TextEvent & { kind: 'receipt' }> = {},
    ): TextEvent => ({
      ...{ kind: 'receipt', carrierRef: carrier.sent[n]?.textId ?? '', textingNumber },
      ...{ phone: carrier.sent[n]?.to ?? '', at: clock.now(), outcome: 'delivered', ...given },
    });
    const end = async () => {
      await engine.engine.stop();
      await asClient(db, clientId, (tx) =>
        tx.run('UPDATE campaign SET run_status = 1 WHERE client_id = $1', [clientId]),
      );
    };
    const books = () => recount(db, clientId);
    /** Completed waits for no receipt. */
    const done = async () =>
      (await campaignState(db, campaign)).completed &&
      (await results()).every((result) => result !== null);
    return { ...campaign, carrier, results, receipt, books, done, end, ...engine };
  }

  return { db, textingOn };
}
