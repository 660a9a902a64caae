import {
  type CampaignNumber,
  listCampaignNumbers,
  numbersPage,
} from '#contract/campaign-numbers.ts';
import { problem } from '#contract/errors.ts';
import { asClientSnapshot, type Tx } from '#db/database.ts';
import { readFunnelCampaign } from '#db/queries/campaign-funnel.ts';
import {
  type EntryOfPage,
  type LeftOutRow,
  type NumbersCursor,
  type NumbersQuestion,
  readEntriesOfPart,
  readLeftOutPage,
  totalOf,
} from '#db/queries/campaign-numbers.ts';
import { momentOf, readGateSettings } from '#db/queries/gate-settings.ts';
import { entryKey, judgeEntries } from '#db/queries/judged-entries.ts';
import { reasonSentence } from '#domain/reason-sentences.ts';
import { type Bindings, route } from '../binding.ts';
import type { ApiDeps } from '../deps.ts';
import { found } from '../found.ts';
import { settledVerdict, wireVerdict } from '../number-entries.ts';

export function registerCampaignNumberRoutes(app: Bindings, { db, now }: ApiDeps): void {
  route(app, listCampaignNumbers, async ({ session: { clientId }, params: { id }, query }) => {
    const { after, at, clientId: _, ...figure } = query;
    const instant = at === undefined ? now() : new Date(at);
    const question = { ...figure, campaignId: id, now: instant };
    const from = cursorOf(after);
    if (!from) throw problem('malformed', 'This is not a place in the numbers of a campaign.');
    return asClientSnapshot(db, clientId, async (tx) => {
      found(await readFunnelCampaign(tx, clientId, id), 'campaign');
      const page =
        question.part === 'left_out'
          ? await leftOutPage(tx, clientId, question, from)
          : await entryPage(tx, clientId, question, from);
      const total = after === undefined ? await totalOf(tx, clientId, question) : null;
      return { campaignId: id, at: instant.toISOString(), total, ...page };
    });
  });
}

function cursorOf(text: string | undefined): NumbersCursor | undefined {
  if (text === undefined) return { callListId: 0, after: 0, row: 0 };
  const [, list, after, row] = /^(\d{1,15})\.(\d{1,9})\.(\d{1,15})$/.exec(text) ?? [];
  if (list === undefined) return undefined;
  return { callListId: Number(list), after: Number(after), row: Number(row) };
}

async function entryPage(tx: Tx, clientId: number, question: NumbersQuestion, from: NumbersCursor) {
  const rows = await readEntriesOfPart(tx, clientId, question, from);
  const page = rows.slice(0, numbersPage);
  const settings = await readGateSettings(tx, clientId);
  const moment = momentOf(settings, question.now);
  const waiting = page.filter((row) => settledVerdict(row) === undefined);
  const judged = await judgeEntries(tx, clientId, waiting, { settings, moment });
  const last = rows.length > numbersPage ? page.at(-1) : undefined;
  const verdictOf = (row: EntryOfPage) => {
    const verdict = judged.get(entryKey(row))?.verdict;
    return settledVerdict(row) ?? (verdict ? wireVerdict(verdict) : null);
  };
  return {
    numbers: page.map((row): CampaignNumber => {
      const { callListId, callListName, entryId, phone, firstName, lastName, line, column } = row;
      return {
        ...{ callListId, callListName, entryId, phone, firstName, lastName, line, column },
        verdict: verdictOf(row),
        attemptedAt: row.attemptedAt?.toISOString() ?? null,
        leftOut: null,
      };
    }),
    next: last ? `${last.callListId}.${last.entryId}.0` : null,
  };
}

async function leftOutPage(
  tx: Tx,
  clientId: number,
  question: NumbersQuestion,
  from: NumbersCursor,
) {
  const rows = await readLeftOutPage(tx, clientId, question, from);
  const page = rows.slice(0, numbersPage);
  const last = rows.length > numbersPage ? page.at(-1) : undefined;
  return {
    numbers: page.map(numberLeftOut),
    next: last ? `${last.callListId}.${last.line}.${last.rowId}` : null,
  };
}

function numberLeftOut({ value, reason, rowId: _, ...row }: LeftOutRow): CampaignNumber {
  return {
    ...row,
    entryId: 0,
    phone: value,
    ...{ firstName: '', lastName: '', verdict: null, attemptedAt: null },
    leftOut: { reason: reasonSentence(reason), reasonCode: reason },
  };
}
