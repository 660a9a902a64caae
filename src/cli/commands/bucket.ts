import { readFileSync } from 'node:fs';
import { asPlatform } from '#db/database.ts';
import { listCallerIdBuckets } from '#db/queries/caller-id-bucket.ts';
import { addToBucket, removeBucket, removeFromBucket } from '#db/queries/caller-id-bucket-save.ts';
import { type Command, type Given, type Option, Refusal, UsageError } from '../command.ts';
import { table } from '../help.ts';
import { jsonOption, sayJson } from '../json.ts';
import { clientOf, count, ownPhoneOf, phoneOf, platformNow } from '../shared.ts';
import { withDatabase } from '../with-database.ts';

const many = 1000;
const file: Record<string, Option> = {
  file: { value: 'path', meaning: 'A text file with one number per line.' },
};

export const bucketCommands: Command[] = [
  {
    name: 'bucket add',
    words: '<client code> <bucket> [number]…',
    count: [2, many],
    summary: 'Create a caller ID bucket, or add numbers to one.',
    options: file,
    run: (given, context) => {
      const [code = '', name = ''] = given.words;
      const phones = numbersOf(given);
      if (phones.length === 0) throw new UsageError('Give at least one number, or --file.');
      return withDatabase(context, async (db) => {
        const { clientId, countries } = await clientOf(db, code);
        for (const phone of phones) ownPhoneOf(phone, countries);
        const { made, added } = await asPlatform(db, async (tx) =>
          addToBucket(tx, clientId, nameOf(name), phones, await platformNow(tx)),
        );
        const what = made ? `Created the bucket "${name}"` : `Added to the bucket "${name}"`;
        context.say(`${what}: ${count(added, 'new number')} of ${phones.length} given.`);
        return 0;
      });
    },
  },
  {
    name: 'bucket list',
    words: '<client code>',
    count: [1, 1],
    summary: 'Show the caller ID buckets of a client.',
    shows: true,
    options: { json: jsonOption },
    run: (given, context) =>
      withDatabase(context, async (db) => {
        const { clientId } = await clientOf(db, given.words[0] ?? '');
        const buckets = await asPlatform(db, (tx) => listCallerIdBuckets(tx, clientId));
        if (given.has('json')) {
          sayJson(
            context,
            buckets.map(({ name, size, campaigns, dateAssigned }) => ({
              ...{ name, size, campaigns, dateAssigned },
            })),
          );
          return 0;
        }
        const rows = buckets.map(({ name, size, campaigns }) => [name, String(size), campaigns]);
        context.say(
          rows.length === 0
            ? 'This client has no buckets.'
            : table([['BUCKET', 'NUMBERS', 'CAMPAIGNS'], ...rows]),
        );
        return 0;
      }),
  },
  {
    name: 'bucket remove',
    words: '<client code> <bucket> [number]…',
    count: [2, many],
    summary: 'Remove numbers from a bucket; without numbers, the whole bucket.',
    options: file,
    run: (given, context) => {
      const [code = '', name = '', ...rest] = given.words;
      const some = rest.length > 0 || given.has('file');
      const phones = some ? numbersOf(given) : [];
      return withDatabase(context, async (db) => {
        const { clientId } = await clientOf(db, code);
        if (!some) {
          await asPlatform(db, (tx) => removeBucket(tx, clientId, name));
          context.say(`Bucket "${name}" was removed.`);
          return 0;
        }
        const gone = await asPlatform(db, async (tx) =>
          removeFromBucket(tx, clientId, name, phones, await platformNow(tx)),
        );
        context.say(`Removed ${count(gone, 'number')} from "${name}".`);
        return 0;
      });
    },
  },
];

function nameOf(text: string): string {
  const name = text.trim();
  if (name !== '' && name.length <= 100) return name;
  throw new UsageError('A bucket name must have 1 to 100 characters.');
}

/** The numbers of the command line and of the file, each once. */
function numbersOf(given: Given): string[] {
  const path = given.text('file');
  const lines = path === undefined ? [] : linesOf(path);
  return [...new Set([...given.words.slice(2), ...lines].map(phoneOf))];
}

function linesOf(path: string): string[] {
  try {
    const text = readFileSync(path, 'utf8').replace(/^\uFEFF/, '');
    return text.split(/\r?\n/).filter((line) => line.trim() !== '');
  } catch (cause) {
    throw new Refusal(`The file ${path} cannot be read: ${(cause as Error).message}`, { cause });
  }
}
