/** Pages of the numbers behind a figure, for the console and for the file. */
import { type CampaignNumber, numbersPage } from '#contract/campaign-numbers.ts';
import type { Tx } from '#db/database.ts';
import { type EntryOfPage, readEntriesOfPart } from '#db/queries/campaign-numbers.ts';
import { type LeftOutRow, readLeftOutPage } from '#db/queries/campaign-numbers-left-out.ts';
import type { NumbersCursor, NumbersQuestion } from '#db/queries/campaign-numbers-question.ts';
import { readGateSettings } from '#db/queries/gate-settings.ts';
import { entryKey, judgeEntries } from '#db/queries/judged-entries.ts';
import { reasonSentence } from '#domain/reason-sentences.ts';
import { settledVerdict, wireVerdict } from './number-entries.ts';

/** A page of the part that the question names. */
export function pageOf(
  tx: Tx,
  clientId: number,
  question: NumbersQuestion,
  from: NumbersCursor,
  size = numbersPage,
) {
  const read = question.part === 'left_out' ? leftOutPage : entryPage;
  return read(tx, clientId, question, from, size);
}

/** Undefined: the text names no row. */
export function cursorOf(text: string | undefined): NumbersCursor | undefined {
  if (text === undefined) return { callListId: 0, after: 0, row: 0 };
  const [, list, after, row] = /^(\d{1,15})\.(\d{1,9})\.(\d{1,15})$/.exec(text) ?? [];
  if (list === undefined) return undefined;
  return { callListId: Number(list), after: Number(after), row: Number(row) };
}

/** The entries of a part, judged; `next` is where the following page begins. */
async function entryPage(
  tx: Tx,
  clientId: number,
  question: NumbersQuestion,
  from: NumbersCursor,
  size = numbersPage,
) {
  const rows = await readEntriesOfPart(tx, clientId, question, from, size);
  const page = rows.slice(0, size);
  const settings = await readGateSettings(tx, clientId);
  const waiting = page.filter((row) => settledVerdict(row) === undefined);
  const judged = await judgeEntries(tx, clientId, waiting, { settings, now: question.now });
  const last = rows.length > size ? page.at(-1) : undefined;
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

/** The same of rows that were left out of the lists. */
async function leftOutPage(
  tx: Tx,
  clientId: number,
  question: NumbersQuestion,
  from: NumbersCursor,
  size = numbersPage,
) {
  const rows = await readLeftOutPage(tx, clientId, question, from, size);
  const page = rows.slice(0, size);
  const last = rows.length > size ? page.at(-1) : undefined;
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
