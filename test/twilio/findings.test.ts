import { afterAll, expect, test } from 'vitest';
import { twilioKind } from '../../src/carriers/twilio/kind.ts';
import { twilioSettings } from '../../src/carriers/twilio/settings.ts';
import { afternoon } from '../engine/world.ts';
import { testApi } from '../harness/api.ts';
import { freshDatabase } from '../harness/database.ts';
import { type TwilioDouble, twilioDouble } from './double/server.ts';
import { settingTexts, surroundings } from './open-carrier.ts';

const api = await testApi(await freshDatabase(), {
  carrierKinds: { twilio: twilioKind },
  now: () => new Date(afternoon),
});
const callbackUrl = (path: string) => `${api.url}/carrier/main/${path}`;
const inbound = callbackUrl('inbound');

async function account(): Promise<TwilioDouble> {
  const double = await twilioDouble((url) => url);
  afterAll(() => double.close());
  return double;
}

function findings(double: TwilioDouble, more = {}, given = {}) {
  const settings = twilioSettings.parse(settingTexts(double, more));
  return twilioKind.test(settings, surroundings('main', { callbackUrl, ...given }));
}

const sends = ({ requests }: TwilioDouble) =>
  requests.filter(({ what }) => what.startsWith('POST')).length;

test('an account whose numbers tell us their texts is fine, and nothing is sent to find out', async () => {
  const double = await account();
  double.addNumber('+13025560001', inbound);
  double.addNumber('+13025560002', `${inbound}#rc=3&rp=all`);
  expect(await findings(double)).toEqual([
    {
      state: 'hint',
      text: `Twilio calls back at ${inbound} and at status addresses beside it; Carillon answers there. With https nobody on the way can read the texts.`,
    },
    { state: 'fine', text: 'Twilio knows the account "Double"; it is active.' },
    {
      state: 'hint',
      text: 'Calls begin 1 a second at most: no more than the account may, or Twilio lets them wait. A campaign that names no number to show cannot call: --caller-id is not set.',
    },
    { state: 'fine', text: 'All 2 numbers of the account tell us the texts that they get.' },
  ]);
  expect(sends(double)).toBe(0);
});

test('a number whose texts go elsewhere is named: STOP would not be heard there', async () => {
  const double = await account();
  double.addNumber('+13025560001', inbound);
  double.addNumber('+13025560002', 'https://demo.twilio.com/welcome/sms/reply');
  double.addNumber('+13025560003', '');
  const [, , , last] = await findings(double);
  expect(last?.state).toBe('wrong');
  expect(last?.text).toContain('Texts to +13025560002, +13025560003 are not told to us');
  expect(last?.text).toContain(inbound);
});

test('with a messaging service its address is said, which cannot be read there', async () => {
  const double = await account();
  const service = `MG${'b2'.repeat(16)}`;
  const [, , , last] = await findings(double, { messagingServiceSid: service });
  expect(last).toMatchObject({ state: 'hint', text: expect.stringContaining(service) });
});

test('the number that calls show must be one of the account, or verified', async () => {
  const double = await account();
  double.addNumber('+13025560001', inbound);
  const calls = async (callerId: string) =>
    (await findings(double, { callerId, callsPerSecond: '5' }))[2];
  expect(await calls('13025560001')).toEqual({
    state: 'fine',
    text: 'Calls begin 5 a second at most: no more than the account may, or Twilio lets them wait. They show +13025560001.',
  });
  expect(await calls('12125550100')).toEqual({
    state: 'wrong',
    text: '+12125550100, which calls show when a campaign names no number, is neither a number of this account nor verified: Twilio refuses such calls.',
  });
  double.account.verified.push('+12125550100');
  expect((await calls('12125550100'))?.state).toBe('fine');
});

test('a wrong token, an account that is suspended, an address that is missing and a Twilio that is away are said', async () => {
  const double = await account();
  double.addNumber('+13025560001', inbound);
  const refused = await findings(double, { authToken: 'not-the-right-one' });
  expect(refused.at(-1)).toEqual({
    ...{ state: 'wrong', text: 'Twilio does not accept the account SID and the auth token.' },
  });
  double.account.status = 'suspended';
  expect((await findings(double)).at(-1)).toEqual({
    ...{ state: 'wrong', text: 'The account at Twilio is suspended.' },
  });
  double.account.status = 'active';
  const [address] = await findings(double, {}, { callbackUrl: () => '' });
  expect(address?.state).toBe('wrong');
  expect(address?.text).toContain('CARILLON_PUBLIC_URL is not set');
  await double.close();
  const [, away] = await findings(double);
  expect(away?.state).toBe('wrong');
  expect(away?.text).toContain('Twilio cannot be reached');
});

test('an address that leads elsewhere, or nowhere, is said', async () => {
  const double = await account();
  double.addNumber('+13025560001', inbound);
  const at = async (base: string) => {
    const [address] = await findings(
      double,
      {},
      { callbackUrl: (path: string) => `${base}/${path}` },
    );
    return address;
  };
  // As behind a proxy that leaves its prefix in the path.
  const prefixed = await at(`${api.url}/prefix/carrier/main`);
  expect(prefixed?.state).toBe('wrong');
  expect(prefixed?.text).toContain('something else than Carillon answers there (status 404)');
  expect((await at(double.url))?.text).toContain('(status 401)');
  const gone = await account();
  await gone.close();
  const nowhere = await at(gone.url);
  expect(nowhere?.state).toBe('hint');
  expect(nowhere?.text).toContain('cannot be reached from this machine (connect ECONNREFUSED');
});

test('settings that cannot be right are refused in words', () => {
  const problems = (given: Record<string, string>) => {
    const good = { accountSid: `AC${'a1'.repeat(16)}`, authToken: 'a-token-of-ours' };
    const result = twilioSettings.safeParse({ ...good, ...given });
    return result.success ? [] : result.error.issues.map(({ message }) => message);
  };
  expect(problems({})).toEqual([]);
  expect(problems({ accountSid: 'AC1' })[0]).toContain('must be an account SID');
  expect(problems({ perSecond: '0' })).toEqual(['must be a number from 0.1 to 1000']);
  expect(problems({ perSecond: 'many' })).toEqual(['must be a number from 0.1 to 1000']);
  expect(problems({ callerId: '2125550100' })).toEqual(['must be 11 digits']);
  expect(problems({ callsPerSecond: '0' })).toEqual(['must be a number from 0.1 to 100']);
  expect(problems({ detection: 'maybe' })).toEqual(['must be on or off']);
  expect(problems({ atOnce: '2.5' })).toEqual(['must be a whole number from 1 to 100']);
  expect(problems({ apiUrl: 'http://api.twilio.com' })).toEqual(['must begin with https://']);
  expect(problems({ apiUrl: 'https://api.ie1.twilio.com/' })).toEqual([]);
});
