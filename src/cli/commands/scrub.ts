import type { ScrubTrouble } from '#contract/scrub.ts';
import { asPlatform, type Database } from '#db/database.ts';
import type { Vault } from '#db/encryption.ts';
import {
  findScrubService,
  insertScrubService,
  listScrubServices,
  openedSecret,
  removeScrubService,
  type ScrubService,
} from '#db/queries/scrub-service.ts';
import { scrubTroubleSentence } from '#domain/scrub-words.ts';
import { type Asked, askService } from '#scrub/ask.ts';
import { type Command, type Context, Refusal } from '../command.ts';
import { marks } from '../doctor/finding.ts';
import { table } from '../help.ts';
import { jsonOption, sayJson } from '../json.ts';
import { noteCommand } from '../note-command.ts';
import { scrubKey, scrubOptions, scrubSettings } from '../scrub-terms.ts';
import { phoneOf, showPhone } from '../shared.ts';
import { openVault } from '../start/data-key.ts';
import { withDatabase } from '../with-database.ts';

/** Commands that connect services that are asked about numbers before they are called. */
export const scrubCommands: Command[] = [
  {
    name: 'scrub add',
    words: '<name>',
    count: [1, 1],
    summary:
      'Connect a service that says which numbers were reassigned, are of litigators, or are of which line.',
    options: scrubOptions,
    async run(given, context) {
      const settings = scrubSettings(given);
      const key = await scrubKey(given, context);
      return withDatabase(context, async (db) => {
        const vault = await openVault(context.config, db);
        await asPlatform(db, (tx) => insertScrubService(tx, vault, settings, key));
        context.say(`Scrub service "${settings.name}" was added: ${settingWords(settings)}.`);
        context.note(
          `Test it with "carillon scrub test ${settings.name}". It is asked about numbers of clients with a rule of the kind scrub: "carillon policy add --kind=scrub".`,
        );
        return 0;
      });
    },
  },
  {
    name: 'scrub list',
    words: '',
    count: [0, 0],
    summary: 'Show the connected scrub services, and whether they answer.',
    shows: true,
    options: { json: jsonOption },
    run: (given, context) =>
      withDatabase(context, async (db) => {
        const services = (await asPlatform(db, listScrubServices)).map(shown);
        if (given.has('json')) {
          sayJson(context, services);
          return 0;
        }
        const rows = services.map((one) => [
          ...[one.name, one.url, one.questions.join(', '), `${one.goodDays} days`],
          one.trouble ?? (one.answeredAt ? 'answers' : 'not asked yet'),
        ]);
        const heads = ['NAME', 'ADDRESS', 'ANSWERS', 'KEPT', 'STATE'];
        context.say(rows.length === 0 ? 'No scrub service is connected.' : table([heads, ...rows]));
        return 0;
      }),
  },
  {
    name: 'scrub test',
    words: '<name> [number]',
    count: [1, 2],
    summary: 'Ask a scrub service about one number, without keeping the answer.',
    shows: true,
    options: { json: jsonOption },
    run: (given, context) =>
      withDatabase(context, async (db) => {
        const service = await serviceOf(db, given.words[0] ?? '');
        // A number that belongs to nobody.
        const phone = phoneOf(given.words[1] ?? '212-555-0100');
        const asked = await tryService(await openVault(context.config, db), service, phone);
        const { scrubServiceId, name } = service;
        await noteCommand(db, context, {
          thing: { kind: 'scrubService', id: String(scrubServiceId), name },
          facts: { works: asked.kind === 'answered' },
        });
        return report(context, service, phone, asked, given.has('json'));
      }),
  },
  {
    name: 'scrub remove',
    words: '<name>',
    count: [1, 1],
    summary: 'Disconnect a scrub service, and delete its key. Its answers hold until newer ones.',
    options: {},
    run: (given, context) =>
      withDatabase(context, async (db) => {
        const { scrubServiceId, name } = await serviceOf(db, given.words[0] ?? '');
        await asPlatform(db, (tx) => removeScrubService(tx, scrubServiceId));
        context.say(`Scrub service "${name}" was removed.`);
        return 0;
      }),
  },
];

const settingWords = ({
  url,
  questions,
  goodDays,
  batch,
  perSecond,
}: Pick<ScrubService, 'url' | 'questions' | 'goodDays' | 'batch' | 'perSecond'>) =>
  `url=${url}, questions=${questions.join(',')}, good-days=${goodDays}, batch=${batch}, per-second=${perSecond}, key=****`;

/** All but its key. */
function shown(service: ScrubService) {
  const { name, url, questions, goodDays, batch, perSecond, trouble } = service;
  return {
    ...{ name, url, questions, goodDays, batch, perSecond, private: service.private },
    answeredAt: service.answeredAt?.toISOString() ?? null,
    failingSince: service.failingSince?.toISOString() ?? null,
    trouble: trouble && scrubTroubleSentence(trouble),
    troubleCode: trouble?.code ?? null,
  };
}

async function serviceOf(db: Database, name: string): Promise<ScrubService> {
  const service = await asPlatform(db, (tx) => findScrubService(tx, name));
  if (service) return service;
  throw new Refusal(
    `There is no scrub service "${name}". Run "carillon scrub list" to see all of them.`,
  );
}

async function tryService(vault: Vault, service: ScrubService, phone: string): Promise<Asked> {
  let secret: string;
  try {
    secret = openedSecret(vault, service);
  } catch {
    return { kind: 'failed', trouble: { code: 'unsealed' }, wait: 0 };
  }
  const to = { url: service.url, secret, private: service.private };
  const numbers = [{ phone, consentDate: null }];
  return askService(to, service.questions, numbers, { within: 20_000, pauses: [] });
}

function report(
  context: Context,
  { questions }: ScrubService,
  phone: string,
  asked: Asked,
  json: boolean,
): number {
  const given = asked.kind === 'answered' ? asked.answers : [];
  const answers = Object.fromEntries(given.map(({ question, answer }) => [question, answer]));
  const trouble: ScrubTrouble | null = asked.kind === 'failed' ? asked.trouble : null;
  if (json) {
    const sentence = trouble && scrubTroubleSentence(trouble);
    sayJson(context, { phone, answers, trouble: sentence, troubleCode: trouble?.code ?? null });
  } else if (trouble) context.say(`${marks.wrong}  ${scrubTroubleSentence(trouble)}`);
  else {
    for (const question of questions) {
      const answer = answers[question];
      const said = answer ?? 'left out; it is asked again later';
      context.say(`${answer ? marks.fine : marks.hint}  ${showPhone(phone)}, ${question}: ${said}`);
    }
  }
  return trouble ? 1 : 0;
}
