/** A client whose campaigns ask the double of a scrub service, and the job that asks. */
import { pino } from 'pino';
import { afterAll, beforeEach } from 'vitest';
import { type ScrubDouble, startScrubDouble } from '../../scripts/dev/scrub-double.ts';
import type { PolicyRule, ScrubTerms } from '../../src/contract/policy.ts';
import { asClient, asClientSnapshot, asPlatform } from '../../src/db/database.ts';
import { createVault } from '../../src/db/encryption.ts';
import { numberKeyOf } from '../../src/db/number-key.ts';
import { readCampaignScrub } from '../../src/db/queries/campaign-scrub.ts';
import { saveOwnRule } from '../../src/db/queries/policy-change.ts';
import {
  insertScrubService,
  listScrubServices,
  type ScrubSettings,
} from '../../src/db/queries/scrub-service.ts';
import { scrub } from '../../src/jobs/scrub.ts';
import { contactCapWorld } from '../engine/contact-cap-world.ts';
import { afternoon } from '../engine/world.ts';

export const brief = { patience: { within: 250, pauses: [] }, runFor: 5_000 };
export const vault = createVault(Buffer.alloc(32, 7));

export async function scrubWorld() {
  const world = await contactCapWorld();
  const { db } = world;
  db.connection.numberKey = numberKeyOf(vault.lookupKey('numbers'));
  const double: ScrubDouble = await startScrubDouble();
  afterAll(() => double.close());
  const log = pino({ level: 'silent' });

  /** No test is asked for numbers of the one before. */
  beforeEach(async () => {
    Object.assign(double, { fault: 'none', answers: undefined });
    double.requests.length = 0;
    await asPlatform(db, async (tx) => {
      await tx.run('DELETE FROM policy_rule');
      await tx.run('DELETE FROM scrub_list');
      await tx.run('UPDATE scrub_service SET removed_at = now() WHERE removed_at IS NULL');
    });
  });

  const connect = (settings: Partial<ScrubSettings> = {}) =>
    asPlatform(db, (tx) =>
      insertScrubService(
        tx,
        vault,
        {
          ...{ name: 'double', url: double.url, questions: ['reassigned', 'litigator', 'line'] },
          ...{ goodDays: 30, batch: 100, perSecond: 50, private: true, ...settings },
        },
        double.key,
      ),
    );

  const rule = (
    clientId: number,
    refused: ScrubTerms['refused'],
    { untilChecked = false, ...scope }: Partial<PolicyRule> & { untilChecked?: boolean } = {},
  ) =>
    saveOwnRule(
      {
        ...{ db, clientId, by: { managerId: null, now: new Date(afternoon) } },
        commit: (work) => asClient(db, clientId, work),
        settle: async () => true,
      },
      0,
      {
        ...{ purpose: null, campaignId: null, country: null, state: null, channel: 'any' },
        ...{ source: null, sourceDate: null, terms: { kind: 'scrub', refused, untilChecked } },
        ...scope,
      },
    );

  const ask = (signal = new AbortController().signal, limits = brief) =>
    scrub({ db, vault, log, signal }, {}, limits);
  const service = async () => (await asPlatform(db, listScrubServices))[0];
  const standing = async (clientId: number, campaignId: number | undefined) => {
    const read = await asClientSnapshot(db, clientId, (tx) =>
      readCampaignScrub(tx, clientId, campaignId ?? 0),
    );
    return read?.scrub;
  };
  const asked = () =>
    double.requests.flatMap(({ numbers }) => numbers.map((one) => one.number.slice(1)));
  return { ...world, double, connect, rule, ask, service, standing, asked };
}
