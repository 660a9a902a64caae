import type { StoredNote } from '#contract/note.ts';
import { asClient } from '#db/database.ts';
import { countCarrierNotes, listCarrierNotes } from '#db/queries/carrier-notes.ts';
import { noteSentence } from '#domain/reason-sentences.ts';
import { easternDate, easternWallTime } from '#domain/wall-time.ts';
import { type Command, type Given, UsageError } from '../command.ts';
import { table } from '../help.ts';
import { jsonOption, sayJson } from '../json.ts';
import { clientOf, phoneOf, showPhone } from '../shared.ts';
import { withDatabase } from '../with-database.ts';

const day = 24;
const mostHours = 8_784;
const mostOfNumber = 50;

/** Why calls and texts failed, in the carrier's words: the operator's half of the report. */
export const clientCallsCommand: Command = {
  name: 'client calls',
  words: '<code>',
  count: [1, 1],
  shows: true,
  summary:
    "Show how a client's latest calls and texts ended, and what the carrier said about them.",
  options: {
    hours: {
      value: '24',
      meaning: `Hours to cover before the client's last call, 1 to ${mostHours}. Default: ${day}.`,
    },
    number: {
      value: '212-555-0123',
      meaning: `Show each call and text of this number instead, up to the last ${mostOfNumber}.`,
    },
    json: jsonOption,
  },
  run: (given, context) => {
    const hours = hoursOf(given);
    const number = given.text('number');
    const phone = number === undefined ? undefined : phoneOf(number);
    return withDatabase(context, async (db) => {
      const { code, clientId } = await clientOf(db, given.words[0] ?? '');
      const asJson = given.has('json');
      if (phone === undefined) {
        const ends = await asClient(db, clientId, (tx) => countCarrierNotes(tx, clientId, hours));
        if (asJson) sayJson(context, ends.map(withSentence));
        else context.say(summary(code, ends));
      } else {
        const ends = await asClient(db, clientId, (tx) =>
          listCarrierNotes(tx, clientId, phone, mostOfNumber),
        );
        if (asJson) sayJson(context, ends.map(withSentence));
        else context.say(each(phone, ends));
      }
      return 0;
    });
  },
};

function summary(code: string, ends: Awaited<ReturnType<typeof countCarrierNotes>>): string {
  if (ends.length === 0) return `No call or text of "${code}" has ended.`;
  const rows = ends.map(({ count, result, note, last }) => [
    count.toLocaleString('en-US'),
    result,
    said(note) ?? '-',
    shown(last),
  ]);
  return table([['COUNT', 'RESULT', 'THE CARRIER SAID', 'LAST (EASTERN)'], ...rows]);
}

function each(phone: string, ends: Awaited<ReturnType<typeof listCarrierNotes>>): string {
  if (ends.length === 0) return `No call or text to ${showPhone(phone)} has ended.`;
  const rows = ends.map(({ startedAt, campaignName, result, note }) => [
    shown(startedAt),
    campaignName,
    result,
    said(note) ?? '-',
  ]);
  return table([['STARTED (EASTERN)', 'CAMPAIGN', 'RESULT', 'THE CARRIER SAID'], ...rows]);
}

const said = (note: StoredNote | null) => note && noteSentence(note);
const withSentence = <End extends { note: StoredNote | null }>(end: End) => ({
  ...end,
  said: said(end.note),
});
const shown = (at: Date) => `${easternDate(at)} ${easternWallTime(at.toISOString())}`;

function hoursOf(given: Given): number {
  const text = given.text('hours');
  if (text === undefined) return day;
  const hours = /^\d+$/.test(text) ? Number(text) : 0;
  if (hours >= 1 && hours <= mostHours) return hours;
  throw new UsageError(`"${text}" is not a number of hours from 1 to ${mostHours}.`);
}
