import { afterAll, expect, test } from 'vitest';
import { twilioKind } from '../../src/carriers/twilio/kind.ts';
import { twilioSettings } from '../../src/carriers/twilio/settings.ts';
import { carrierDetailSentence } from '../../src/domain/carrier-words/detail-sentences.ts';
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

test('an account whose numbers forward their texts to us is fine, and the check sends nothing', async () => {
  const double = await account();
  double.addNumber('+13025560001', inbound);
  double.addNumber('+13025560002', `${inbound}#rc=3&rp=all`);
  expect(await findings(double)).toEqual([
    {
      state: 'hint',
      text: `Callbacks from Twilio go to ${inbound} and to status addresses beside it, and Carillon responds there. Use https so that nobody on the way can read the texts.`,
    },
    { state: 'fine', text: 'The Twilio account "Double" is active.' },
    {
      state: 'hint',
      text: "Calls start at up to 1 per second; keep this within the account's limit, or Twilio queues them. --caller-id is not set, so a campaign without a caller ID cannot call.",
    },
    { state: 'fine', text: 'All numbers of the account (2) forward their texts to Carillon.' },
  ]);
  expect(sends(double)).toBe(0);
});

test('a number whose texts go elsewhere is named, because STOP would be missed there', async () => {
  const double = await account();
  double.addNumber('+13025560001', inbound);
  double.addNumber('+13025560002', 'https://demo.twilio.com/welcome/sms/reply');
  double.addNumber('+13025560003', '');
  const [, , , last] = await findings(double);
  expect(last?.state).toBe('wrong');
  expect(last?.text).toContain('Texts to +13025560002, +13025560003 do not reach Carillon');
  expect(last?.text).toContain(inbound);
});

test('with a messaging service the address to set is shown, because it cannot be checked', async () => {
  const double = await account();
  const service = `MG${'b2'.repeat(16)}`;
  const [, , , last] = await findings(double, { messagingServiceSid: service });
  expect(last).toMatchObject({ state: 'hint', text: expect.stringContaining(service) });
});

test('the default caller ID must be a number of the account, or verified', async () => {
  const double = await account();
  double.addNumber('+13025560001', inbound);
  const calls = async (callerId: string) =>
    (await findings(double, { callerId, callsPerSecond: '5' }))[2];
  expect(await calls('13025560001')).toEqual({
    state: 'fine',
    text: "Calls start at up to 5 per second; keep this within the account's limit, or Twilio queues them. The default caller ID is +13025560001.",
  });
  expect(await calls('12125550100')).toEqual({
    state: 'wrong',
    text: 'The default caller ID +12125550100 is neither a number of this account nor verified, so Twilio rejects calls that show it.',
  });
  double.account.verified.push('+12125550100');
  expect((await calls('12125550100'))?.state).toBe('fine');
});

test('a wrong token, a suspended account, a missing address and an unreachable Twilio are reported', async () => {
  const double = await account();
  double.addNumber('+13025560001', inbound);
  const refused = await findings(double, { authToken: 'not-the-right-one' });
  expect(refused.at(-1)).toEqual({
    ...{ state: 'wrong', text: carrierDetailSentence({ code: 'account_rejected' }) },
  });
  double.account.status = 'suspended';
  const suspended = { code: 'account_not_active', said: 'suspended' };
  expect((await findings(double)).at(-1)).toEqual({
    ...{ state: 'wrong', text: carrierDetailSentence(suspended) },
  });
  double.account.status = 'active';
  const [address] = await findings(double, {}, { callbackUrl: () => '' });
  expect(address?.state).toBe('wrong');
  expect(address?.text).toContain('CARILLON_PUBLIC_URL is not set');
  await double.close();
  const [, unreachable] = await findings(double);
  expect(unreachable?.state).toBe('wrong');
  expect(unreachable?.text).toMatch(/\bconnect ECONNREFUSED\b/);
});

test('an address that leads elsewhere, or nowhere, is reported', async () => {
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
  expect(prefixed?.text).toContain('something other than Carillon responds there (HTTP 404)');
  expect((await at(double.url))?.text).toContain('(HTTP 401)');
  const gone = await account();
  await gone.close();
  const nowhere = await at(gone.url);
  expect(nowhere?.state).toBe('hint');
  expect(nowhere?.text).toContain('cannot be reached from this machine (connect ECONNREFUSED');
});

test('invalid settings are rejected with a reason', () => {
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
