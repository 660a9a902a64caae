/** The contact policy on the command line. */
import { expect, test } from 'vitest';
import { asClient } from '../../src/db/database.ts';
import { makeCampaign } from '../engine/world.ts';
import { makeClient } from '../harness/clients.ts';
import { freshDatabase } from '../harness/database.ts';
import { commandsOn } from './command-run.ts';

const db = await freshDatabase();
const carillon = commandsOn(db.url);
const { clientId, code } = await makeClient(db, { code: 'acme' });
const client = `--client=${code}`;

const add = (...options: string[]) => carillon('policy', 'add', client, ...options);
const list = async () =>
  JSON.parse((await carillon('policy', 'list', client, '--json')).out) as {
    rules: { ruleId: number; words: string; source: string | null; changedBy: string }[];
  };
const holds = (out: string) => {
  const [, id, words] = /^Rule (\d+) of the client "acme" holds: (.*)\.$/.exec(out) ?? [];
  return { id, words };
};

test('every kind of rule is added by readable options, and says what it became', async () => {
  const { campaignId } = await makeCampaign(db, { clientId });
  for (const [options, words] of [
    [
      [
        '--kind=limit',
        '--most=7',
        '--of=person',
        '--within=7 days',
        '--channel=call',
        '--state=TX',
      ],
      'Texas: At most 7 calls to a person within 7 days',
    ],
    [
      ['--kind=limit', '--most=2', '--counts=conversations', '--within=1 calendar day'],
      'At most 2 conversations by call or text with a person within 1 calendar day',
    ],
    [
      [
        '--kind=closure',
        '--state=NY',
        '--from=2026-12-01',
        '--until=2026-12-05',
        '--source=Order 202',
      ],
      'New York: No calls or texts from Dec 1 through Dec 5, 2026',
    ],
    [
      ['--kind=hours', '--hours=9:00-17:30', '--days=mon-fri', '--channel=text'],
      'Texts on Mondays to Fridays 9:00 AM to 5:30 PM',
    ],
    [
      ['--kind=hours', '--hours=none', '--days=sun,holiday', '--country=US'],
      'United States: No calls or texts on Sundays and federal holidays',
    ],
    [
      ['--kind=gap', '--least=4 hours', '--of=number'],
      'At least 4 hours between two calls or texts to a number',
    ],
    [
      ['--kind=rest', '--for=7 days', '--of=external_id', `--campaign=${campaignId}`],
      'No calls or texts for 7 days after a conversation by call or text about the External Id',
    ],
    [['--kind=consent', '--consent=written', '--channel=text'], 'No texts without written consent'],
    [
      ['--kind=scrub', '--refuse=voip', '--until-checked', '--channel=call'],
      'No calls to VoIP lines, and none before a number is checked',
    ],
    [['--kind=scrub', '--refuse=litigator'], 'No calls or texts to known litigators'],
    [
      ['--kind=registry', '--age=31', '--channel=call'],
      'No calls to numbers of the national do-not-call list, and none while it is older than 31 days',
    ],
  ] as const) {
    const { out, err, code: exit } = await add(...options, '--purpose=collections');
    expect({ exit, words: holds(out).words }, err).toEqual({ exit: 0, words });
  }
  const { rules } = await list();
  expect(rules).toHaveLength(11);
  expect(rules[2]).toMatchObject({ source: 'Order 202', changedBy: 'the operator' });
  const shown = await carillon('policy', 'list', client);
  expect(shown.out).toMatch(/Texas: At most 7 calls to a person within 7 days +Collections/);
});

test('what makes no sense is refused with one sentence, and nothing is saved', async () => {
  const before = await list();
  for (const [options, sentence] of [
    [[], 'Give the kind of the rule: --kind=hours|closure|limit|gap|rest|consent|registry|scrub.'],
    [
      ['--kind=limits'],
      '--kind must be one of hours, closure, limit, gap, rest, consent, registry, scrub.',
    ],
    [['--kind=registry'], 'Give --age, such as --age="31".'],
    [['--kind=registry', '--age=400'], 'The age in days can be at most 366.'],
    [['--kind=scrub'], 'Give --refuse, such as --refuse="reassigned".'],
    [['--kind=scrub', '--refuse=fax'], '--refuse must be one of reassigned, litigator, mobile'],
    [['--kind=consent', '--consent=oral'], '--consent must be one of any, express, written.'],
    [['--kind=limit', '--within=7 days'], 'Give --most, such as --most="7".'],
    [['--kind=limit', '--most=7'], 'Give --within, such as --within="7 days".'],
    [['--kind=limit', '--most=7', '--within=a week'], '"a week" is not a length of time'],
    [['--kind=limit', '--most=0', '--within=7 days'], 'The limit must be a number above 0.'],
    [['--kind=limit', '--most=7', '--within=400 days'], 'The length of time can be at most 366.'],
    [['--kind=limit', '--most=x', '--within=7 days'], '--most must be a whole number in digits.'],
    [['--kind=gap', '--least=4 days'], '--least is in hours, such as "4 hours".'],
    [['--kind=gap', '--least=4 hours', '--most=3'], '--most is not for a rule of the kind gap'],
    [['--kind=hours', '--hours=9-17'], '"9-17" is not a time range such as 9:00-20:00, or none.'],
    [['--kind=hours', '--hours=9:00-25:00'], 'Use a time such as 09:00.'],
    [['--kind=hours', '--hours=20:00-9:00'], 'The hours end before they begin.'],
    [['--kind=hours', '--hours=none', '--days=fri-mon'], '"fri-mon" is not a day or a range'],
    [
      ['--kind=hours', '--hours=none', '--days=holiday', '--state=ON'],
      'Holidays are federal holidays of the United States. Enter those of Canada as closures by date.',
    ],
    [['--kind=closure', '--from=2026-12-01'], 'Give --until, such as --until="2026-12-05".'],
    [
      ['--kind=closure', '--from=2026-12-05', '--until=2026-12-01', '--source=Order'],
      'The last day is before the first one.',
    ],
    [['--kind=rest', '--for=7 days', '--of=people'], '--of must be one of number, account'],
    [
      ['--kind=rest', '--for=7 days', '--channel=mail'],
      '--channel must be one of call, text, any.',
    ],
    [
      ['--kind=rest', '--for=7 days', '--purpose=sale'],
      '"sale" is not a purpose. The purposes are',
    ],
    [['--kind=rest', '--for=7 days', '--campaign=Ann'], '--campaign must be a whole number'],
    [['--kind=rest', '--for=7 days', '--contry=US'], '--contry'],
    [
      ['--kind=rest', '--for=7 days', `--source=${'x'.repeat(501)}`],
      'The source can have at most 500 characters.',
    ],
  ] as const) {
    const refused = await add(...options);
    expect(refused).toMatchObject({ code: 2, out: '' });
    expect(refused.err).toContain(sentence);
  }
  for (const [options, sentence] of [
    [['--state=Texas'], '"Texas" is not a state code. Similar codes: TX'],
    [['--state=ON', '--country=US'], 'This state is not in that country.'],
    [['--campaign=999999'], 'This campaign does not exist any more.'],
  ] as const) {
    const refused = await add('--kind=rest', '--for=7 days', ...options);
    expect(refused).toMatchObject({ code: 1, out: '' });
    expect(refused.err).toContain(sentence);
  }
  const { err } = await carillon('policy', 'add', '--kind=rest', '--for=7 days');
  expect(err).toContain('Give the client: --client=CODE.');
  expect((await carillon('policy', 'list', '--client=nobody')).err).toContain('There is no client');
  expect(await list()).toEqual(before);
});

test('rules are removed by their numbers, and presets are switched', async () => {
  const own = await list();
  const first = own.rules[0]?.ruleId;
  const removed = await carillon('policy', 'remove', String(first), client);
  expect(removed).toMatchObject({ code: 0, out: expect.stringContaining(`Rule ${first} of`) });
  expect((await carillon('policy', 'remove', String(first), client)).err).toContain('has no rule');
  expect((await carillon('policy', 'remove', 'first', client)).code).toBe(2);
  const on = await carillon('policy', 'on', 'texas', 'regulation_f', client);
  expect(on).toMatchObject({ code: 0, out: expect.stringContaining('Preset texas is on for') });
  const presets = (await carillon('policy', 'presets', client)).out;
  expect(presets).toMatch(/texas +on +Texas: 9:00 AM to 9:00 PM/);
  expect(presets).toMatch(/florida +- +Florida/);
  expect((await carillon('policy', 'presets')).out).not.toMatch(/texas +on/);
  const ofPreset = (await list()).rules.at(-1)?.ruleId;
  const refused = await carillon('policy', 'remove', String(ofPreset), client);
  expect(refused.err).toContain('"carillon policy off regulation_f --client=acme"');
  const off = await carillon('policy', 'off', 'texas', 'regulation_f', client);
  expect(off.code).toBe(0);
  expect((await list()).rules).toEqual(own.rules.slice(1));
  const unknown = await carillon('policy', 'on', 'texass', client);
  expect(unknown).toMatchObject({ code: 2, err: expect.stringContaining('no preset "texass"') });
});

test('the usual purpose of a client is set with its other terms', async () => {
  const { out } = await carillon('client', 'set', code, '--purpose=non_profit');
  expect(out).toContain('new campaigns for non-profit');
  const row = await asClient(db, clientId, (tx) =>
    tx.row('SELECT purpose FROM client WHERE client_id = $1', [clientId]),
  );
  expect(row).toEqual({ purpose: 'non_profit' });
  expect((await carillon('client', 'add', 'zeta', 'Zeta', '--purpose=sales')).code).toBe(0);
  const clients = JSON.parse((await carillon('client', 'list', '--json')).out);
  expect(clients).toMatchObject([{ purpose: 'non_profit' }, { purpose: 'sales' }]);
  expect((await carillon('client', 'set', code, '--purpose=none')).err).toContain('not a purpose');
});
