/** A started text campaign on a carrier with troubles. */
import { simulatedTextCarrier } from '../../src/carriers/simulated/text-carrier.ts';
import type { TextProfile } from '../../src/carriers/simulated/text-profile.ts';
import { asClient, type Database } from '../../src/db/database.ts';
import { requestStart } from '../../src/db/queries/campaign-run.ts';
import { virtualClock } from '../../src/domain/clock.ts';
import { seededRandom } from '../../src/domain/random.ts';
import { troubledTexts } from '../harness/trouble/trouble-text.ts';
import { noTextTrouble, type TextTroubleProfile } from '../harness/trouble/trouble-text-profile.ts';
import { recount } from './recount.ts';
import { makeEngine, temporaryFolder } from './test-engine.ts';
import { isSettled, makeTexting, quietReaders } from './text-world.ts';
import { afternoon, campaignState, makeList, readCallLog } from './world.ts';

export const firstPhone = 13_034_000_000;

export interface TroubledWish {
  entries: number;
  trouble: Partial<TextTroubleProfile>;
  readers?: Partial<TextProfile>;
}

export async function troubledTexting(db: Database, { entries, trouble, readers }: TroubledWish) {
  const clock = virtualClock(afternoon);
  const folder = temporaryFolder();
  const randomOf = (name: string) => seededRandom(`3/${name}`);
  const profile = { ...noTextTrouble, ...trouble };
  const within = simulatedTextCarrier({
    ...{ clock, dataFolder: folder, randomOf },
    profile: { ...quietReaders, ...readers },
  });
  const sendingBy = clock.now() + 40_000;
  /** What happens while a response is held back. */
  const meanwhile = { run: async () => {} };
  const sleep = () => meanwhile.run();
  const carrier = troubledTexts(within, { clock, randomOf, profile, sleep });
  const campaign = await makeTexting(db, { textPerMinute: 1_200 });
  const { clientId, campaignId } = campaign;
  await makeList(db, campaign, { entries, firstPhone });
  await requestStart(db, clientId, campaignId);
  const textCarriers = new Map([['simulated', carrier]]);
  const engine = makeEngine(db, { clock, folder, deps: { textCarriers } });
  const ask = <Row>(sql: string) => asClient(db, clientId, (tx) => tx.rows<Row>(sql));
  /** Texts of the campaign in the carrier's log, which is the judge. */
  const sent = () => readCallLog(folder).filter((line) => !line.attemptId.startsWith('reply-'));
  const results = async () => {
    const rows = await ask<{ result: string; n: number }>(
      'SELECT result, count(*)::int AS n FROM call_record GROUP BY result',
    );
    return Object.fromEntries(rows.map(({ result, n }) => [result, n]));
  };
  const toEnd = async () => {
    const done = () => isSettled(db, campaign, clock.now());
    await engine.runUntil(async () => clock.now() >= sendingBy || (await done()), 500);
    // Waiting for the last receipts: fewer polls are enough.
    if (!(await done())) await engine.runUntil(done, 5_000);
    return { sent: sent(), books: await recount(db, clientId), results: await results() };
  };
  const reason = async () => (await campaignState(db, campaign)).reason;
  /** Another process of ours on the same carrier. */
  const another = () => makeEngine(db, { clock, folder, deps: { textCarriers } }).engine;
  const world = { campaign, carrier, profile, meanwhile, another };
  return { ...engine, ...world, ask, sent, results, toEnd, reason };
}

export const allEnded = (texts: number) => ({
  attempts: texts,
  openAttempts: 0,
  callRecords: texts,
  mismatches: 0,
  wrongCounts: [],
});
