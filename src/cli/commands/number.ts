import { textingNumberKinds } from '#contract/text-campaign.ts';
import { asPlatform } from '#db/database.ts';
import {
  insertTextingNumber,
  listAssignedNumbers,
  type NumberPace,
  removeTextingNumber,
  setNumberPace,
} from '#db/queries/texting-number-save.ts';
import { paceWords } from '#domain/texting-number-kind.ts';
import { type Command, type Given, type Option, UsageError } from '../command.ts';
import { table } from '../help.ts';
import { jsonOption, sayJson } from '../json.ts';
import { clientOf, count, ownPhoneOf, phoneOf, showPhone } from '../shared.ts';
import { withDatabase } from '../with-database.ts';

const many = 1000;

const paceOptions: Record<string, Option> = {
  kind: {
    value: textingNumberKinds.join('|'),
    meaning: 'Type of the number. Default: derived from its digits.',
  },
  'segments-per-second': {
    value: 'N',
    meaning:
      'What the number can send, for all campaigns together: 1 for a long code, 3 for a toll-free number; for 10DLC and short codes, see your registration.',
  },
};
const fastest = 10_000;

function paceOf(given: Given): NumberPace {
  const kind = textingNumberKinds.find((one) => one === given.text('kind'));
  if (given.text('kind') !== undefined && kind === undefined) {
    throw new UsageError(`--kind must be one of ${textingNumberKinds.join(', ')}.`);
  }
  const typed = given.text('segments-per-second');
  if (typed === undefined) return { kind };
  const segmentsPerSecond = Number(typed);
  if (!/^\d+(\.\d+)?$/.test(typed) || segmentsPerSecond < 0.01 || segmentsPerSecond > fastest) {
    throw new UsageError('--segments-per-second must be a number from 0.01 to 10000.');
  }
  return { kind, segmentsPerSecond };
}

export const numberCommands: Command[] = [
  {
    name: 'number add',
    words: '<client code> <number>…',
    count: [2, many],
    summary: 'Assign texting numbers to a client.',
    options: paceOptions,
    run: (given, context) => {
      const [code = '', ...numbers] = given.words;
      numbers.map(phoneOf);
      const pace = paceOf(given);
      return withDatabase(context, async (db) => {
        const { clientId, countries } = await clientOf(db, code);
        const phones = numbers.map((number) => ownPhoneOf(number, countries));
        await asPlatform(db, async (tx) => {
          for (const phone of phones) await insertTextingNumber(tx, clientId, phone, pace);
        });
        context.say(`Assigned ${count(phones.length, 'texting number')} to "${code}".`);
        return 0;
      });
    },
  },
  {
    name: 'number set',
    words: '<client code> <number>…',
    count: [2, many],
    summary: 'Set the type of texting numbers and what they can send.',
    options: paceOptions,
    run: (given, context) => {
      const [code = '', ...numbers] = given.words;
      const phones = numbers.map(phoneOf);
      const pace = paceOf(given);
      if (pace.kind === undefined && pace.segmentsPerSecond === undefined) {
        throw new UsageError('Give --kind or --segments-per-second.');
      }
      return withDatabase(context, async (db) => {
        const { clientId } = await clientOf(db, code);
        await asPlatform(db, async (tx) => {
          for (const phone of phones) await setNumberPace(tx, clientId, phone, pace);
        });
        context.say(`Changed ${count(phones.length, 'texting number')} of "${code}".`);
        return 0;
      });
    },
  },
  {
    name: 'number list',
    words: '[client code]',
    count: [0, 1],
    summary: 'Show the texting numbers of a client, or of all.',
    shows: true,
    options: { json: jsonOption },
    run: (given, context) =>
      withDatabase(context, async (db) => {
        const code = given.words[0];
        const client = code === undefined ? undefined : await clientOf(db, code);
        const numbers = await asPlatform(db, (tx) => listAssignedNumbers(tx, client?.clientId));
        if (given.has('json')) {
          sayJson(
            context,
            numbers.map(({ code: owner, ...number }) => ({ client: owner, ...number })),
          );
          return 0;
        }
        const rows = numbers.map(({ code: owner, phone, kind, segmentsPerSecond }) => [
          ...[owner, showPhone(phone), kind, paceWords(segmentsPerSecond)],
        ]);
        context.say(
          rows.length === 0
            ? 'No texting numbers are assigned.'
            : table([['CLIENT', 'NUMBER', 'KIND', 'SENDS'], ...rows]),
        );
        return 0;
      }),
  },
  {
    name: 'number remove',
    words: '<client code> <number>…',
    count: [2, many],
    summary: 'Take texting numbers away from a client.',
    options: {},
    run: (given, context) => {
      const [code = '', ...numbers] = given.words;
      const phones = numbers.map(phoneOf);
      return withDatabase(context, async (db) => {
        const { clientId } = await clientOf(db, code);
        await asPlatform(db, async (tx) => {
          for (const phone of phones) await removeTextingNumber(tx, clientId, phone);
        });
        context.say(`Took ${count(phones.length, 'texting number')} away from "${code}".`);
        return 0;
      });
    },
  },
];
