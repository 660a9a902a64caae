/** The rules of the Asterisk carrier that need no Asterisk. */
import { describe, expect, test } from 'vitest';
import { shownCaller } from './caller-id.ts';
import { compareWithNode } from './reconcile.ts';
import { asteriskSettings, endpointOf, nodesOf } from './settings.ts';
import { createSetups } from './setups.ts';

const given = { nodes: 'http://10.0.0.5:8088', password: 'secret' };
const settings = asteriskSettings.parse(given);

describe('caller ID', () => {
  const shown = { kind: 'shown', number: '12125550199', name: 'Bank' } as const;

  test('a number is shown in the format of the trunk', () => {
    expect(shownCaller(shown, settings).callerId).toBe('"Bank" <+12125550199>');
    const ten = { ...settings, numberFormat: '10' } as const;
    expect(shownCaller({ ...shown, name: '' }, ten).callerId).toBe('<2125550199>');
  });

  test('a name can neither end its quotes nor begin a header', () => {
    const name = 'Bank" <sip:x>\r\nX-Evil: 1';
    const { callerId } = shownCaller({ ...shown, name }, settings);
    expect(callerId).toBe('"Bank sip x X-Evil 1" <+12125550199>');
  });

  test('a withheld one carries the number of the account, marked private', () => {
    const account = { ...settings, callerId: '13025550100' };
    const { callerId, variables } = shownCaller({ kind: 'hidden' }, account);
    expect(callerId).toBe('<+13025550100>');
    expect(variables).toEqual({ 'CALLERID(pres)': 'prohib', 'CONNECTEDLINE(pres,i)': 'prohib' });
    expect(shownCaller({ kind: 'default' }, account)).toEqual({ callerId, variables: {} });
  });
});

describe('settings', () => {
  test('one address or several, without their final slashes', () => {
    expect(nodesOf('http://a:8088/, http://b:8088')).toEqual(['http://a:8088', 'http://b:8088']);
    expect(endpointOf('12125550100', settings)).toBe('PJSIP/+12125550100@trunk');
  });

  test.each([
    { nodes: '' },
    { nodes: '10.0.0.5:8088' },
    { nodes: 'http://a:8088/ari' },
    { nodes: 'http://a:8088,ftp://b' },
    { endpoint: 'PJSIP/trunk' },
    { callerId: '2125550100' },
    { setupsPerSecond: '0' },
    { callsAtOnce: '1.5' },
    { ringSeconds: 'long' },
    { ringSeconds: '14' },
    { detection: 'maybe' },
  ])('%o is refused', (wrong) => {
    expect(asteriskSettings.safeParse({ ...given, ...wrong }).success).toBe(false);
  });
});

test('calls are spaced evenly, and one that would wait long is turned away', () => {
  let now = 0;
  const setups = createSetups(10, () => now);
  const turns = Array.from({ length: 7 }, () => setups.take());
  expect(turns).toEqual([0, 100, 200, 300, 400, undefined, undefined]);
  now = 250;
  expect(setups.take()).toBe(250);
  now = 10_000;
  expect(setups.take()).toBe(0);
});

test('a call that never waits makes the others wait longer', () => {
  const setups = createSetups(10, () => 0);
  expect(setups.take()).toBe(0);
  setups.skip();
  expect(setups.take()).toBe(200);
});

test('only orphaned channels and bridges of this engine are ended', async () => {
  const apps: Record<string, string> = { mine: 'engine-1', foreign: 'engine-2', plain: '' };
  const asked: string[] = [];
  const link = {
    async request(method: string, path: string) {
      asked.push(`${method} ${path}`);
      if (path === 'channels') return { status: 200, body: channels };
      if (path === 'bridges') return { status: 200, body: bridges };
      const [, id = ''] = path.split('/');
      const body = path.endsWith('variable') ? { value: apps[id] } : undefined;
      return { status: 200, body };
    },
  };
  const dialplans = {
    owned: { app_name: 'Stasis', app_data: 'engine-1,amd,HUMAN,TOOLONG-1-2' },
    mine: { app_name: 'AMD', app_data: '' },
    foreign: { app_name: 'Stasis', app_data: 'engine-10,customer' },
    plain: undefined,
  };
  const channels = Object.entries(dialplans).map(([id, dialplan]) => ({ id, dialplan }));
  const bridges = [
    { id: 'owned-bridge', name: 'engine-1' },
    { id: 'mine-bridge', name: 'engine-1' },
    { id: 'x', name: 'engine-2' },
  ];
  const compared = await compareWithNode(link, 'engine-1', new Set(['owned']));
  expect(compared.orphans).toBe(1);
  expect(Object.fromEntries(compared.present)).toEqual({
    ...{ owned: ['amd', 'HUMAN', 'TOOLONG-1-2'], mine: undefined },
    ...{ foreign: undefined, plain: undefined },
  });
  const ended = asked.filter((one) => one.startsWith('DELETE'));
  expect(ended).toEqual(['DELETE channels/mine', 'DELETE bridges/mine-bridge']);
});
