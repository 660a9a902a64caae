/** The file of the numbers behind a figure: RFC 4180, UTF-8 with a byte order mark, no formulas. */
import type { Readable } from 'node:stream';
import { campaignType } from '#contract/campaign.ts';
import type { CampaignNumber } from '#contract/campaign-numbers.ts';
import { asClientSnapshot, type Database } from '#db/database.ts';
import { findCampaignType } from '#db/queries/campaign-numbers.ts';
import type { NumbersQuestion } from '#db/queries/campaign-numbers-question.ts';
import { csvCell } from '#domain/csv.ts';
import { easternTime } from '#domain/eastern-time.ts';
import { verdictWords } from '#domain/verdict-words.ts';
import { begunStream } from './begun-stream.ts';
import { cursorOf, pageOf } from './campaign-number-pages.ts';

/** Judging the groups of a large list takes a second or two: once for this many numbers. */
const pageRows = 5_000;

/** Page by page, so that a list of a million numbers takes no memory. */
export function numbersCsv(
  db: Database,
  clientId: number,
  question: NumbersQuestion,
): Promise<Readable> {
  return begunStream(pages(db, clientId, question));
}

const header = [
  ...['Number', 'First Name', 'Last Name', 'Contact List', 'Line', 'Column'],
  ...['Verdict', 'Because', 'Until', 'Called or texted'],
];

async function* pages(db: Database, clientId: number, question: NumbersQuestion) {
  let before = `\ufeff${header.join(',')}\r\n`;
  let from = cursorOf(undefined);
  while (from) {
    const start = from;
    const { texts, numbers, next } = await asClientSnapshot(db, clientId, async (tx) => ({
      texts: (await findCampaignType(tx, clientId, question.campaignId)) === campaignType.texting,
      ...(await pageOf(tx, clientId, question, start, pageRows)),
    }));
    yield before + numbers.map((number) => lineOf(number, texts)).join('');
    before = '';
    from = next === null ? undefined : cursorOf(next);
  }
}

function lineOf(number: CampaignNumber, texts: boolean): string {
  const { phone, firstName, lastName, callListName, line, column, verdict, attemptedAt } = number;
  const { word, because } = verdictWords(number, texts);
  const cells = [phone, firstName, lastName, callListName, String(line), column, word, because];
  const times = [verdict?.until ?? null, attemptedAt].map((at) =>
    at ? easternTime(Date.parse(at)) : '',
  );
  return `${[...cells, ...times].map(csvCell).join(',')}\r\n`;
}
