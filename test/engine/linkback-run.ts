/** Linkback campaigns that run until they are Completed, and what was seen of a call. */
import { expect } from 'vitest';
import type { Database } from '../../src/db/database.ts';
import { requestStart } from '../../src/db/queries/campaign-run.ts';
import {
  type LinkbackEngineWish,
  type LinkbackWish,
  linkbackRecords,
  makeLinkback,
  makeLinkbackEngine,
  type Watched,
} from './linkback-world.ts';
import { recount } from './recount.ts';
import { campaignState, makeList } from './world.ts';

/** A campaign that runs until it is Completed; returns what was seen of it. */
export async function wholeRun(
  db: Database,
  entries: number,
  wish: LinkbackWish = {},
  engineWish: LinkbackEngineWish = {},
  step = 100,
) {
  const campaign = await makeLinkback(db, wish);
  await makeList(db, campaign, { entries });
  const made = makeLinkbackEngine(db, engineWish);
  await requestStart(db, campaign.clientId, campaign.campaignId);
  await made.runUntil(async () => (await campaignState(db, campaign)).completed, step);
  await made.engine.stop();
  expect(made.watched.agentsInCall()).toBe(0);
  const books = await recount(db, campaign.clientId);
  expect(books).toMatchObject({ attempts: entries, callRecords: entries, openAttempts: 0 });
  expect(books).toMatchObject({ mismatches: 0, wrongCounts: [] });
  return { ...made, campaign, records: await linkbackRecords(db, campaign) };
}

/** The only moment of its kind in a call. */
export function single(watched: Watched, id: string, kind: Watched['moments'][number]['kind']) {
  const found = watched.of(id).filter((moment) => moment.kind === kind);
  expect(found.length, `${kind} of ${id}`).toBe(1);
  const [one] = found;
  if (!one) throw new Error(`no ${kind}`);
  return one;
}

export const prompts = (watched: Watched, id: string) =>
  watched.of(id).flatMap(({ kind, what }) => (kind === 'play' ? [what as { name?: string }] : []));
