import { asPlatform } from '#db/database.ts';
import {
  disableClient,
  enableClient,
  insertClient,
  listClients,
  updateClient,
} from '#db/queries/client.ts';
import { setContactCap } from '#db/queries/contact-cap.ts';
import { type PersonRules, setPersonRules } from '#db/queries/person-rules.ts';
import type { ClientHours } from '#domain/calling-hours.ts';
import { describeHours, parseHours, stateProblem } from '#domain/client-hours.ts';
import { type ContactCap, describeCap, noCap, parseDays, parseMost } from '#domain/contact-cap.ts';
import { parseCountries, usualCountries } from '#domain/dialing.ts';
import { mostGapHours, parseGapHours, usualGapHours } from '#domain/least-gap.ts';
import { dollars, minuteCostFromDollars } from '#domain/money.ts';
import { parseStopScope } from '#domain/stop-scope.ts';
import { type Command, type Given, type Option, UsageError } from '../command.ts';
import { table } from '../help.ts';
import { clientOf, count } from '../shared.ts';
import { withDatabase } from '../with-database.ts';

const terms: Record<string, Option> = {
  'minute-cost': { value: '0.02', meaning: 'Dollars a minute, at most five decimals.' },
  hours: { value: '9:00-20:00', meaning: 'Stricter calling hours, at the called party’s place.' },
  'state-hours': {
    value: 'TX=12:00-21:00',
    meaning: 'Stricter hours in one state; «TX=» takes them away.',
    many: true,
  },
  countries: {
    value: 'US,CA,JM',
    meaning: 'Whose numbers of +1 may be called and texted; US,CA unless set.',
  },
  'max-calls': {
    value: '7',
    meaning: 'At most so many calls to one number in --cap-days; «none» takes the limit away.',
  },
  'max-texts': { value: '3', meaning: 'The same for texts, which are counted apart.' },
  'cap-days': {
    value: '7',
    meaning: 'Days of 24 hours that end at the attempt, 1 to 365; 7 unless set.',
  },
  'stop-scope': {
    value: 'account',
    meaning:
      'Whom a stop of one number bars: its «account» and External Id, as it is unless set, or the «number» alone.',
  },
  'least-gap-hours': {
    value: `${usualGapHours}`,
    meaning: `Hours between two tries of a campaign at one number, 0 to ${mostGapHours}; 0 for no gap, ${usualGapHours} unless set.`,
  },
};

const capTerms = ['max-calls', 'max-texts', 'cap-days'];
const ruleTerms = ['stop-scope', 'least-gap-hours'];
const columns = [
  ...['CODE', 'NAME', '$/MINUTE', 'CALLING HOURS', 'CAP', 'MANAGERS', 'STATE'],
  ...['LEAST GAP', 'STOP OF', 'COUNTRIES'],
];
const usualRules: PersonRules = { stopScope: 'account', leastGapHours: usualGapHours };

export const clientCommands: Command[] = [
  {
    name: 'client add',
    words: '<code> <name>',
    count: [2, 2],
    summary: 'Make a client account.',
    options: terms,
    run: (given, context) => {
      const [code = '', name = ''] = given.words;
      const client = {
        code: codeOf(code),
        name: nameOf(name),
        minuteCost: minuteCostOf(given) ?? 0,
        callingHours: hoursOf(given, null),
        countries: countriesOf(given) ?? usualCountries,
      };
      const cap = capOf(given, noCap);
      const rules = rulesOf(given, usualRules);
      return withDatabase(context, async (db) => {
        const clientId = await asPlatform(db, (tx) => insertClient(tx, client));
        await setContactCap(db, clientId, cap);
        if (ruleTerms.some(given.has)) await setPersonRules(db, clientId, rules);
        context.say(`Client «${code}» was made. Give it a manager: carillon manager add ${code} …`);
        return 0;
      });
    },
  },
  {
    name: 'client list',
    words: '',
    count: [0, 0],
    summary: 'Show every client account.',
    options: {},
    run: (_given, context) =>
      withDatabase(context, async (db) => {
        const clients = await asPlatform(db, listClients);
        const rows = clients.map((client) => [
          client.code,
          client.name,
          dollars(client.minuteCost),
          describeHours(client.callingHours),
          describeCap(client.cap) ?? 'none',
          String(client.managers),
          client.disabledAt ? 'disabled' : 'enabled',
          gapWords(client.rules),
          client.rules.stopScope,
          client.countries.join(','),
        ]);
        context.say(clients.length === 0 ? 'There is no client yet.' : table([columns, ...rows]));
        return 0;
      }),
  },
  {
    name: 'client set',
    words: '<code>',
    count: [1, 1],
    summary: 'Change a client’s name, minute cost, calling hours, countries and rules of contact.',
    options: { name: { value: 'name', meaning: 'A new name.' }, ...terms },
    run: (given, context) => {
      const name = given.text('name');
      const minuteCost = minuteCostOf(given);
      const countries = countriesOf(given);
      if (!['name', ...Object.keys(terms)].some(given.has)) {
        throw new UsageError(
          `Say what to change: --name, ${Object.keys(terms)
            .map((term) => `--${term}`)
            .join(', ')}.`,
        );
      }
      return withDatabase(context, async (db) => {
        const client = await clientOf(db, given.words[0] ?? '');
        const changed = {
          name: name === undefined ? client.name : nameOf(name),
          minuteCost: minuteCost ?? client.minuteCost,
          callingHours: hoursOf(given, client.callingHours),
          countries: countries ?? client.countries,
        };
        const cap = capOf(given, client.cap);
        await asPlatform(db, (tx) => updateClient(tx, client.clientId, changed));
        if (capTerms.some(given.has)) await setContactCap(db, client.clientId, cap);
        const rules = rulesOf(given, client.rules);
        if (ruleTerms.some(given.has)) await setPersonRules(db, client.clientId, rules);
        context.say(
          `Client «${client.code}»: ${changed.name}, ${dollars(changed.minuteCost)} dollars a minute, calls ${describeHours(changed.callingHours)}${capWords(cap)}${ruleWords(rules)}${countryWords(changed.countries)}.`,
        );
        return 0;
      });
    },
  },
  {
    name: 'client disable',
    words: '<code>',
    count: [1, 1],
    summary: 'Shut a client out: sessions end, campaigns stop.',
    options: {},
    run: (given, context) =>
      withDatabase(context, async (db) => {
        const { clientId, code } = await clientOf(db, given.words[0] ?? '');
        const stopped = await asPlatform(db, (tx) => disableClient(tx, clientId));
        context.say(`Client «${code}» is disabled; ${count(stopped, 'campaign')} stopped.`);
        return 0;
      }),
  },
  {
    name: 'client enable',
    words: '<code>',
    count: [1, 1],
    summary: 'Let a disabled client in again; its campaigns stay stopped.',
    options: {},
    run: (given, context) =>
      withDatabase(context, async (db) => {
        const { clientId, code } = await clientOf(db, given.words[0] ?? '');
        await asPlatform(db, (tx) => enableClient(tx, clientId));
        context.say(`Client «${code}» is enabled.`);
        return 0;
      }),
  },
];

function codeOf(text: string): string {
  if (/^[\w.-]{1,100}$/.test(text)) return text;
  throw new UsageError(`«${text}» is no client code: letters, digits, dot, hyphen and underscore.`);
}

function nameOf(text: string): string {
  const name = text.trim();
  if (name !== '' && name.length <= 255) return name;
  throw new UsageError('A client’s name has 1 to 255 characters.');
}

function minuteCostOf(given: Given): number | undefined {
  const text = given.text('minute-cost');
  if (text === undefined) return undefined;
  const cost = minuteCostFromDollars(text);
  if (cost !== undefined) return cost;
  throw new UsageError(
    `«${text}» is no minute cost: dollars with at most five decimals, up to 1000.`,
  );
}

/** The usual ones need no word. */
function countryWords(countries: readonly string[]): string {
  const own = countries.join() !== usualCountries.join();
  return own ? `, numbers of ${countries.join(', ')}` : '';
}

function countriesOf(given: Given): string[] | undefined {
  const text = given.text('countries');
  const countries = text === undefined ? undefined : parseCountries(text);
  if (typeof countries === 'string') throw new UsageError(countries);
  return countries;
}

/** The hours after this command; null when nothing is stricter than the law. */
function hoursOf(given: Given, before: ClientHours | null): ClientHours | null {
  const { states = {}, ...span } = before ?? {};
  const everywhere = given.text('hours');
  const common = everywhere === undefined ? span : hoursFrom(everywhere);
  const own = { ...states };
  for (const text of given.texts('state-hours')) {
    const [state = '', hours = ''] = text.split('=');
    // What an older Carillon accepted can still be taken away.
    const problem = hours === '' && Object.hasOwn(own, state) ? undefined : stateProblem(state);
    if (problem !== undefined)
      throw new UsageError(`«${text}» is not as in TX=12:00-21:00: ${problem}`);
    if (hours === '') delete own[state];
    else own[state] = hoursFrom(hours);
  }
  const result = { ...common, ...(Object.keys(own).length > 0 ? { states: own } : {}) };
  return Object.keys(result).length > 0 ? result : null;
}

/** The cap after this command. */
function capOf(given: Given, before: ContactCap): ContactCap {
  const cap = {
    calls: mostOf(given.text('max-calls'), before.calls),
    texts: mostOf(given.text('max-texts'), before.texts),
    days: daysOf(given.text('cap-days'), before.days),
  };
  if (given.has('cap-days') && describeCap(cap) === undefined) {
    throw new UsageError('--cap-days needs a limit: give --max-calls, --max-texts or both.');
  }
  return cap;
}

function mostOf(text: string | undefined, before: number | null): number | null {
  if (text === undefined) return before;
  const most = parseMost(text);
  if (typeof most === 'string') throw new UsageError(most);
  return most;
}

function daysOf(text: string | undefined, before: number): number {
  const days = text === undefined ? before : parseDays(text);
  if (typeof days === 'string') throw new UsageError(days);
  return days;
}

/** The rules after this command. */
function rulesOf(given: Given, before: PersonRules): PersonRules {
  const [scope, hours] = [given.text('stop-scope'), given.text('least-gap-hours')];
  const stop = scope === undefined ? { scope: before.stopScope } : parseStopScope(scope);
  const leastGapHours = hours === undefined ? before.leastGapHours : parseGapHours(hours);
  if (typeof stop === 'string') throw new UsageError(stop);
  if (typeof leastGapHours === 'string') throw new UsageError(leastGapHours);
  return { stopScope: stop.scope, leastGapHours };
}

function gapWords({ leastGapHours }: PersonRules): string {
  return leastGapHours === 0 ? 'none' : count(leastGapHours, 'hour');
}

/** What is not as usual. */
function ruleWords(rules: PersonRules): string {
  const { leastGapHours, stopScope } = rules;
  const gap = leastGapHours === 0 ? ', no least gap' : `, a least gap of ${gapWords(rules)}`;
  const stop = stopScope === 'number' ? ', a stop holds for its number alone' : '';
  return `${leastGapHours === usualGapHours ? '' : gap}${stop}`;
}

function capWords(cap: ContactCap): string {
  const words = describeCap(cap);
  return words === undefined ? '' : `, at most ${words} to one number`;
}

function hoursFrom(text: string) {
  const hours = parseHours(text);
  if (typeof hours === 'string') throw new UsageError(hours);
  return hours;
}
