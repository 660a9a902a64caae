import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { CampaignFunnel } from '../../src/contract/campaign-funnel.ts';
import { asClient, asClientSnapshot, type Tx } from '../../src/db/database.ts';
import { campaignFunnel } from '../../src/db/queries/campaign-funnel.ts';
import { type EntryOfPage, readEntriesOfPart } from '../../src/db/queries/campaign-numbers.ts';
import type { NumbersQuestion } from '../../src/db/queries/campaign-numbers-question.ts';
import { totalOf } from '../../src/db/queries/campaign-numbers-total.ts';
import { readGateSettings } from '../../src/db/queries/gate-settings.ts';
import { entryKey, judgeEntries } from '../../src/db/queries/judged-entries.ts';
import { freshDatabase } from '../harness/database.ts';
import { randomCampaign } from './random-funnel.ts';
import { storeCampaign } from './stored-funnel.ts';

const db = await freshDatabase();

type Figure = Omit<NumbersQuestion, 'campaignId' | 'now'>;

/** Every figure of a funnel, with what it says. */
function figuresOf(funnel: CampaignFunnel): (Figure & { count: number })[] {
  const { loaded, called, inProgress, callableNow, waiting, barred } = funnel;
  return [
    { part: 'all', count: loaded },
    { part: 'called', count: called },
    { part: 'in_progress', count: inProgress },
    { part: 'callable', count: callableNow },
    ...waiting.map(({ reason, zone, opens, count }) => ({
      ...{ part: 'waiting' as const, reason, count },
      ...{ zone: zone ?? '', ...(opens && { opens }) },
    })),
    ...barred.map(({ reason, count }) => ({ part: 'barred' as const, reason, count })),
  ];
}

/** A page at a time: the cursor has to find its way across lists. */
async function everyEntry(tx: Tx, clientId: number, question: NumbersQuestion) {
  const found: EntryOfPage[] = [];
  let from = { callListId: 0, after: 0, row: 0 };
  for (;;) {
    const rows = await readEntriesOfPart(tx, clientId, question, from);
    // A page of seven, so that small lists take several.
    const page = rows.slice(0, 7);
    found.push(...page);
    const last = page.at(-1);
    if (!last || rows.length <= 7) return found;
    from = { callListId: last.callListId, after: last.entryId, row: 0 };
  }
}

/** What the gate says of the numbers of a part, whose campaign may have to start first. */
function verdictOf({ part, reason, zone }: Figure) {
  const passes = part === 'callable' || ['campaign_stopped', 'carrier_busy'].includes(reason ?? '');
  if (passes) return { kind: 'call', reason: null };
  if (part === 'barred') return { kind: 'bar', reason };
  return { kind: 'wait', reason, ...(zone && { zone }) };
}

test('every figure opens as many numbers as it says, with the verdict that it says', async () => {
  const met = new Set<string>();
  await fc.assert(
    fc.asyncProperty(randomCampaign, async (given) => {
      const { clientId, campaignId } = await storeCampaign(db, given);
      // The gate sees an earlier try of the number before the funnel does (decision 058).
      await asClient(db, clientId, (tx) =>
        tx.run('UPDATE client SET least_gap_hours = 0 WHERE client_id = $1', [clientId]),
      );
      const now = new Date(given.now);
      await asClientSnapshot(db, clientId, async (tx) => {
        const funnel = await campaignFunnel(tx, clientId, campaignId, now);
        if (!funnel) throw new Error('no funnel');
        const settings = await readGateSettings(tx, clientId);
        for (const { count, ...figure } of figuresOf(funnel)) {
          const question = { ...figure, campaignId, now };
          const entries = await everyEntry(tx, clientId, question);
          expect({ figure, listed: entries.length }).toEqual({ figure, listed: count });
          expect(new Set(entries.map(entryKey)).size).toBe(count);
          expect(await totalOf(tx, clientId, question)).toBe(count);
          const waiting = entries.filter(({ state, inUse }) => state === 0 && inUse);
          const judged = await judgeEntries(tx, clientId, waiting, { settings, now });
          if (figure.part === 'all') continue;
          for (const { verdict } of judged.values()) {
            expect(verdict).toMatchObject(verdictOf(figure));
            met.add(`${figure.part} ${verdict.kind} ${verdict.reason}`);
          }
        }
      });
    }),
    { numRuns: 60 },
  );
  expect(met.size).toBeGreaterThan(6);
});

const order = { order: ['asc', 'desc'] as const, sort: ['phone', 'name'] as const };

test('every figure has the same numbers in every order, and a search finds those that it names', async () => {
  await fc.assert(
    fc.asyncProperty(randomCampaign, fc.constantFrom(...names), async (given, word) => {
      const { clientId, campaignId } = await storeCampaign(db, given);
      await nameEntries(clientId);
      const now = new Date(given.now);
      await asClientSnapshot(db, clientId, async (tx) => {
        const funnel = await campaignFunnel(tx, clientId, campaignId, now);
        if (!funnel) throw new Error('no funnel');
        const figures = [...figuresOf(funnel), { part: 'remaining' as const }];
        for (const { part, reason, zone, opens } of figures as Figure[]) {
          const question = { part, reason, zone, opens, campaignId, now };
          const all = await everyEntry(tx, clientId, question);
          const keys = all.map(entryKey).sort();
          for (const sort of order.sort) {
            for (const direction of order.order) {
              const sorted = await everyEntry(tx, clientId, {
                ...question,
                sort,
                order: direction,
              });
              expect(sorted.map(entryKey).sort()).toEqual(keys);
              expectOrder(sorted.map(sort === 'phone' ? phoneOf : nameOf), direction);
            }
          }
          const searching = { ...question, search: word };
          const found = await everyEntry(tx, clientId, searching);
          expect(found).toEqual(all.filter((entry) => nameOf(entry).includes(word)));
          expect(await totalOf(tx, clientId, searching)).toBe(found.length);
          const digits = { ...question, search: '(555) 01' };
          expect(await everyEntry(tx, clientId, digits)).toEqual(
            all.filter((entry) => entry.phone.includes('55501')),
          );
        }
      });
    }),
    { numRuns: 15 },
  );
});

const names = ['Ann', 'Lee', 'Route 2', 'Route 10'];

/** A fourth of the entries has no name. */
function nameEntries(clientId: number) {
  return asClient(db, clientId, (tx) =>
    tx.run(
      `UPDATE list_entry SET
         first_name = CASE entry_id % 4 WHEN 0 THEN NULL ELSE ($2::text[])[1 + entry_id % 4] END,
         last_name = CASE entry_id % 3 WHEN 0 THEN '' ELSE 'Lee' END
       WHERE client_id = $1`,
      [clientId, names],
    ),
  );
}

const phoneOf = ({ phone }: EntryOfPage) => phone;
const nameOf = ({ firstName, lastName }: EntryOfPage) => `${firstName} ${lastName}`.trim();

/** As people sort: 2 before 10; nothing is last in both directions. */
function expectOrder(values: readonly string[], direction: 'asc' | 'desc') {
  const some = values.filter((value) => value !== '');
  expect(values.slice(some.length).every((value) => value === '')).toBe(true);
  expect(values.slice(0, some.length)).toEqual(some);
  const { compare } = new Intl.Collator('en', { numeric: true });
  const sorted = [...some].sort((a, b) => (direction === 'asc' ? compare(a, b) : compare(b, a)));
  expect(some).toEqual(sorted);
}
