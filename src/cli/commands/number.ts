import { asPlatform } from '#db/database.ts';
import {
  insertTextingNumber,
  listHandedOutNumbers,
  removeTextingNumber,
} from '#db/queries/texting-number-save.ts';
import type { Command } from '../command.ts';
import { table } from '../help.ts';
import { clientOf, count, ownPhoneOf, phoneOf, showPhone } from '../shared.ts';
import { withDatabase } from '../with-database.ts';

const many = 1000;

export const numberCommands: Command[] = [
  {
    name: 'number add',
    words: '<client code> <number>…',
    count: [2, many],
    summary: 'Hand out texting numbers to a client.',
    options: {},
    run: (given, context) => {
      const [code = '', ...numbers] = given.words;
      numbers.map(phoneOf);
      return withDatabase(context, async (db) => {
        const { clientId, countries } = await clientOf(db, code);
        const phones = numbers.map((number) => ownPhoneOf(number, countries));
        await asPlatform(db, async (tx) => {
          for (const phone of phones) await insertTextingNumber(tx, clientId, phone);
        });
        context.say(`«${code}» has ${count(phones.length, 'more texting number')}.`);
        return 0;
      });
    },
  },
  {
    name: 'number list',
    words: '[client code]',
    count: [0, 1],
    summary: 'Show the texting numbers of a client, or of all.',
    options: {},
    run: (given, context) =>
      withDatabase(context, async (db) => {
        const code = given.words[0];
        const client = code === undefined ? undefined : await clientOf(db, code);
        const numbers = await asPlatform(db, (tx) => listHandedOutNumbers(tx, client?.clientId));
        const rows = numbers.map((one) => [one.code, showPhone(one.phone)]);
        context.say(
          rows.length === 0
            ? 'No texting number is handed out.'
            : table([['CLIENT', 'NUMBER'], ...rows]),
        );
        return 0;
      }),
  },
  {
    name: 'number remove',
    words: '<client code> <number>…',
    count: [2, many],
    summary: 'Take texting numbers back.',
    options: {},
    run: (given, context) => {
      const [code = '', ...numbers] = given.words;
      const phones = numbers.map(phoneOf);
      return withDatabase(context, async (db) => {
        const { clientId } = await clientOf(db, code);
        await asPlatform(db, async (tx) => {
          for (const phone of phones) await removeTextingNumber(tx, clientId, phone);
        });
        context.say(`${count(phones.length, 'texting number')} taken back from «${code}».`);
        return 0;
      });
    },
  },
];
