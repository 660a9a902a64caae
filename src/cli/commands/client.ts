import { asPlatform, type Database } from '#db/database.ts';
import { setAbandonmentRule } from '#db/queries/abandonment.ts';
import { setBrakeLimits } from '#db/queries/brake.ts';
import {
  disableClient,
  enableClient,
  insertClient,
  listClients,
  type OperatorClient,
  updateClient,
} from '#db/queries/client.ts';
import { setCallingHours } from '#db/queries/client-hours.ts';
import { setContactCap } from '#db/queries/contact-cap.ts';
import { setDailyLimits } from '#db/queries/daily-limit.ts';
import { setLaunchApproval } from '#db/queries/launch-approval.ts';
import { setSpokenName } from '#db/queries/lint-settings.ts';
import { type PersonRules, setPersonRules } from '#db/queries/person-rules.ts';
import { setPurpose } from '#db/queries/policy-purpose.ts';
import { setRequired } from '#db/queries/second-factor.ts';
import { whileSettingsLocked } from '#db/settings-lock.ts';
import { describeHours } from '#domain/client-hours.ts';
import { type ContactCap, describeCap, noCap } from '#domain/contact-cap.ts';
import { type DailyLimits, describeDailyLimits, noDailyLimits } from '#domain/daily-limit.ts';
import { usualCountries } from '#domain/dialing.ts';
import { usualGapHours } from '#domain/least-gap.ts';
import { dollars } from '#domain/money.ts';
import { purposeNames } from '#domain/policy/policy-words.ts';
import { commandPrefix } from '#version.ts';
import {
  capOf,
  capTerms,
  clientTerms,
  countriesOf,
  dailyLimitsOf,
  dailyTerms,
  hoursOf,
  hourTerms,
  minuteCostOf,
  purposeOf,
  rulesOf,
  ruleTerms,
  spokenNameOf,
  usualRules,
} from '../client-terms.ts';
import { type Command, type Given, UsageError } from '../command.ts';
import { offerRemoval, removeDemo } from '../demo/remove-demo.ts';
import { abandonmentOf, brakeOf, governorTerms, governorWords } from '../governor-terms.ts';
import { table } from '../help.ts';
import { jsonOption, sayJson } from '../json.ts';
import { settleChange } from '../settle-change.ts';
import { clientOf, count } from '../shared.ts';
import { withDatabase } from '../with-database.ts';

const columns = [
  ...['CODE', 'NAME', '$/MINUTE', 'CALLING HOURS', 'CAP', 'MANAGERS', 'STATE'],
  ...['MINIMUM GAP', 'OPT-OUT BARS', 'COUNTRIES', 'A DAY'],
];
export const clientCommands: Command[] = [
  {
    name: 'client add',
    words: '<code> <name>',
    count: [2, 2],
    summary: 'Create a client account.',
    options: clientTerms,
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
      const daily = dailyLimitsOf(given, noDailyLimits);
      const rules = rulesOf(given, usualRules);
      const purpose = purposeOf(given);
      const spokenName = spokenNameOf(given);
      return withDatabase(context, async (db) => {
        const clientId = await asPlatform(db, async (tx) => {
          const id = await insertClient(tx, client);
          if (purpose) await setPurpose(tx, id, purpose);
          if (spokenName) await setSpokenName(tx, id, spokenName);
          return id;
        });
        await setContactCap(db, clientId, cap);
        if (dailyTerms.some(given.has)) await setDailyLimits(db, clientId, daily);
        if (ruleTerms.some(given.has)) await setPersonRules(db, clientId, rules);
        context.say(
          `Client "${code}" was created. Add a manager: ${commandPrefix} manager add ${code} …`,
        );
        await offerRemoval(db, context);
        return 0;
      });
    },
  },
  {
    name: 'client list',
    words: '',
    count: [0, 0],
    summary: 'Show every client account.',
    shows: true,
    options: { json: jsonOption },
    run: (given, context) =>
      withDatabase(context, async (db) => {
        const clients = await asPlatform(db, listClients);
        if (given.has('json')) {
          sayJson(context, clients.map(shown));
          return 0;
        }
        const rows = clients.map((client) => [
          client.code,
          client.demo ? `${client.name} (made up)` : client.name,
          dollars(client.minuteCost),
          describeHours(client.callingHours),
          describeCap(client.cap) ?? 'none',
          String(client.managers),
          client.disabledAt ? 'disabled' : 'enabled',
          gapWords(client.rules),
          client.rules.stopScope,
          client.countries.join(','),
          describeDailyLimits(client.dailyLimits)?.replace(/ a day$/, '') ?? 'no limit',
        ]);
        context.say(clients.length === 0 ? 'There are no clients yet.' : table([columns, ...rows]));
        return 0;
      }),
  },
  {
    name: 'client set',
    words: '<code>',
    count: [1, 1],
    summary:
      "Change a client's name, minute cost, calling hours, countries, limits, contact rules, purpose, spoken name and sign-in.",
    options: {
      name: { value: 'name', meaning: 'A new name.' },
      'second-factor': {
        value: 'required|optional',
        meaning: 'Whether every manager must set up a second factor before anything else.',
      },
      'launch-approval': {
        value: 'required|off',
        meaning: 'Whether somebody else must start what a manager prepared.',
      },
      ...clientTerms,
      ...governorTerms,
    },
    run: (given, context) => {
      const name = given.text('name');
      const minuteCost = minuteCostOf(given);
      const countries = countriesOf(given);
      const required = secondFactorOf(given);
      const approval = launchApprovalOf(given);
      const purpose = purposeOf(given);
      const spokenName = spokenNameOf(given);
      if (!settable.some(given.has)) {
        const terms = settable.map((term) => `--${term}`).join(', ');
        throw new UsageError(`Specify what to change: ${terms}.`);
      }
      const change = async (db: Database) => {
        const client = await clientOf(db, given.words[0] ?? '');
        const changed = {
          name: name === undefined ? client.name : nameOf(name),
          minuteCost: minuteCost ?? client.minuteCost,
          callingHours: hoursOf(given, client.callingHours),
          countries: countries ?? client.countries,
        };
        const cap = capOf(given, client.cap);
        const abandonment = abandonmentOf(given, client.abandonment);
        const brake = brakeOf(given, client.brake);
        await asPlatform(db, async (tx) => {
          await updateClient(tx, client.clientId, changed);
          if (required !== undefined) await setRequired(tx, client.clientId, required);
          if (approval !== undefined) await setLaunchApproval(tx, client.clientId, approval);
          if (purpose) await setPurpose(tx, client.clientId, purpose);
          if (spokenName !== undefined) await setSpokenName(tx, client.clientId, spokenName);
          if (abandonment !== client.abandonment) {
            await setAbandonmentRule(tx, client.clientId, abandonment);
          }
          if (brake !== client.brake) await setBrakeLimits(tx, client.clientId, brake);
        });
        if (hourTerms.some(given.has)) {
          await setCallingHours(db, client.clientId, changed.callingHours);
        }
        if (capTerms.some(given.has)) await setContactCap(db, client.clientId, cap);
        const daily = dailyLimitsOf(given, client.dailyLimits);
        if (dailyTerms.some(given.has)) await setDailyLimits(db, client.clientId, daily);
        const rules = rulesOf(given, client.rules);
        if (ruleTerms.some(given.has)) await setPersonRules(db, client.clientId, rules);
        // Calls and texts that engines took by what was set before.
        if ([...hourTerms, ...capTerms, ...dailyTerms, ...ruleTerms].some(given.has)) {
          await settleChange(db, client, 'The settings are saved and hold');
        }
        const factor = (required ?? client.secondFactorRequired) ? ', second factor required' : '';
        const launch = (approval ?? client.launchApproval) ? ', launch approval required' : '';
        const named = spokenName ? `, named "${spokenName}" in its messages` : '';
        const use = purpose ? `, new campaigns for ${purposeNames[purpose].toLowerCase()}` : '';
        context.say(
          `Client "${client.code}": ${changed.name}, ${dollars(changed.minuteCost)} dollars per minute, calls ${describeHours(changed.callingHours)}${capWords(cap)}${dailyWords(daily)}${ruleWords(rules)}${countryWords(changed.countries)}${factor}${launch}${named}${use}${governorWords(abandonment, brake)}.`,
        );
        return 0;
      };
      return withDatabase(context, async (db) => {
        const client = await clientOf(db, given.words[0] ?? '');
        // What the change is computed from is read behind the lock.
        return whileSettingsLocked(db, client, { notify: context.note }, () => change(db));
      });
    },
  },
  {
    name: 'client remove-demo',
    words: '',
    count: [0, 0],
    summary: 'Stop the made-up client of the first start and delete it with all its data.',
    options: {},
    run: (_given, context) =>
      withDatabase(context, async (db) => {
        await removeDemo(db, context);
        return 0;
      }),
  },
  {
    name: 'client disable',
    words: '<code>',
    count: [1, 1],
    summary: 'Disable a client: its sessions end and its campaigns stop.',
    options: {},
    run: (given, context) =>
      withDatabase(context, async (db) => {
        const { clientId, code } = await clientOf(db, given.words[0] ?? '');
        const stopped = await asPlatform(db, (tx) => disableClient(tx, clientId));
        context.say(`Client "${code}" is disabled; ${count(stopped, 'campaign')} stopped.`);
        return 0;
      }),
  },
  {
    name: 'client enable',
    words: '<code>',
    count: [1, 1],
    summary: 'Enable a disabled client again; its campaigns stay stopped.',
    options: {},
    run: (given, context) =>
      withDatabase(context, async (db) => {
        const { clientId, code } = await clientOf(db, given.words[0] ?? '');
        await asPlatform(db, (tx) => enableClient(tx, clientId));
        context.say(`Client "${code}" is enabled.`);
        return 0;
      }),
  },
];

const settable = [
  ...['name', 'second-factor', 'launch-approval'],
  ...Object.keys({ ...clientTerms, ...governorTerms }),
];

/** What `--json` shows of each. */
function shown(client: OperatorClient) {
  const { clientId, code, name, callingHours, cap, countries, rules, managers } = client;
  const { calls, texts, cost } = client.dailyLimits;
  return {
    ...{ clientId, code, name, minuteCostDollars: Number(dollars(client.minuteCost)) },
    ...{ callingHours, cap, countries, ...rules, managers },
    maxCallsADay: calls,
    maxTextsADay: texts,
    maxCostADayDollars: cost === null ? null : Number(dollars(cost)),
    secondFactorRequired: client.secondFactorRequired,
    launchApproval: client.launchApproval,
    purpose: client.purpose,
    spokenName: client.spokenName,
    abandonment: client.abandonment,
    brake: client.brake,
    demo: client.demo,
    disabledAt: client.disabledAt?.toISOString() ?? null,
  };
}

/** Undefined when it is not given. */
function launchApprovalOf(given: Given): boolean | undefined {
  const text = given.text('launch-approval');
  if (text === undefined || text === 'required' || text === 'off') {
    return text === undefined ? undefined : text === 'required';
  }
  throw new UsageError(`"${text}" is neither required nor off.`);
}

/** Undefined when it is not given. */
function secondFactorOf(given: Given): boolean | undefined {
  const text = given.text('second-factor');
  if (text === undefined || text === 'required' || text === 'optional') {
    return text === undefined ? undefined : text === 'required';
  }
  throw new UsageError(`"${text}" is neither required nor optional.`);
}

function codeOf(text: string): string {
  if (/^[\w.-]{1,100}$/.test(text)) return text;
  throw new UsageError(
    `"${text}" is not a valid client code. Use letters, digits, dots, hyphens and underscores.`,
  );
}

function nameOf(text: string): string {
  const name = text.trim();
  if (name !== '' && name.length <= 255) return name;
  throw new UsageError('A client name must have 1 to 255 characters.');
}

/** Empty for the default countries. */
function countryWords(countries: readonly string[]): string {
  const own = countries.join() !== usualCountries.join();
  return own ? `, numbers of ${countries.join(', ')}` : '';
}

function gapWords({ leastGapHours }: PersonRules): string {
  return leastGapHours === 0 ? 'none' : count(leastGapHours, 'hour');
}

/** What differs from the defaults. */
function ruleWords(rules: PersonRules): string {
  const { leastGapHours, stopScope } = rules;
  const gap = leastGapHours === 0 ? ', no minimum gap' : `, a minimum gap of ${gapWords(rules)}`;
  const stop = stopScope === 'number' ? ', an opt-out bars only its number' : '';
  return `${leastGapHours === usualGapHours ? '' : gap}${stop}`;
}

function dailyWords(limits: DailyLimits): string {
  const words = describeDailyLimits(limits);
  return words === undefined ? '' : `, at most ${words}`;
}

function capWords(cap: ContactCap): string {
  const words = describeCap(cap);
  return words === undefined ? '' : `, at most ${words} to one number`;
}
