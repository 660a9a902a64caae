/** `carillon carrier test`: what is right and wrong with an account at Twilio. Sends nothing. */
import type { CarrierFinding, CarrierSurroundings } from '../kind.ts';
import type { TwilioApi } from './api.ts';
import { inboundPath } from './callback.ts';
import { accountProblem } from './link.ts';
import { toTwilio } from './numbers.ts';
import type { TwilioSettings } from './settings.ts';

/** Milliseconds for our own address to answer. */
const addressWithin = 5_000;
/** Numbers that are named one by one. */
const mostNamed = 5;

export async function findingsOf(
  api: TwilioApi,
  settings: TwilioSettings,
  { callbackUrl }: CarrierSurroundings,
): Promise<CarrierFinding[]> {
  const [address, account] = await Promise.all([
    addressFinding(callbackUrl(inboundPath)),
    api.get('.json'),
  ]);
  const findings = [address];
  const problem = accountProblem(account);
  if (problem !== '' || account.kind !== 'answered') {
    return [...findings, { state: 'wrong', text: problem }];
  }
  const called = String(account.body.friendly_name ?? settings.accountSid);
  findings.push({ state: 'fine', text: `Twilio knows the account "${called}"; it is active.` });
  const inbound = callbackUrl(inboundPath);
  if (inbound === '') return findings;
  findings.push(await callFinding(api, settings));
  if (settings.messagingServiceSid !== undefined) {
    const text = `In the messaging service ${settings.messagingServiceSid}, under Integration, incoming messages must be sent to ${inbound} (HTTP POST): this cannot be seen from here.`;
    return [...findings, { state: 'hint', text }];
  }
  return [...findings, ...(await numberFindings(api, inbound))];
}

/** Whether our address leads to us; that Twilio reaches it cannot be seen from here. */
async function addressFinding(inbound: string): Promise<CarrierFinding> {
  if (inbound === '') {
    const text =
      'CARILLON_PUBLIC_URL is not set: Twilio cannot tell what becomes of calls and texts, nor who wrote STOP, and nothing is sent or called.';
    return { state: 'wrong', text };
  }
  const against = await lookAt(inbound);
  if (against) return against;
  const text = `Twilio calls back at ${inbound} and at status addresses beside it; Carillon answers there.`;
  if (inbound.startsWith('https://')) return { state: 'fine', text };
  return { state: 'hint', text: `${text} With https nobody on the way can read the texts.` };
}

/** Posts without a signature, which is refused by nobody but us in these words. */
async function lookAt(inbound: string): Promise<CarrierFinding | undefined> {
  try {
    const signal = AbortSignal.timeout(addressWithin);
    const headers = { 'content-type': 'application/x-www-form-urlencoded' };
    const asked = { method: 'POST', redirect: 'manual', signal, headers, body: '' } as const;
    const answer = await fetch(inbound, asked);
    const said = await answer.text();
    if (answer.status === 403 && said.includes('"not_signed"')) return undefined;
    const text = `Twilio calls back at ${inbound}, and something else than Carillon answers there (status ${answer.status}): CARILLON_PUBLIC_URL must be the address of this Carillon from outside, and what stands before it must pass POST to /carrier/ on as it is.`;
    return { state: 'wrong', text };
  } catch (error) {
    const { message, cause } = error as Error;
    const why = cause instanceof Error ? cause.message : message;
    const text = `Twilio calls back at ${inbound}, which cannot be reached from this machine (${why}). If Carillon is running, open that address from outside: Twilio must reach it.`;
    return { state: 'hint', text };
  }
}

/** What calls show; Twilio places none without a number that it knows to be ours. */
async function callFinding(
  api: TwilioApi,
  { callerId, callsPerSecond }: TwilioSettings,
): Promise<CarrierFinding> {
  const pace = `Calls begin ${callsPerSecond} a second at most: no more than the account may, or Twilio lets them wait.`;
  if (callerId === undefined) {
    const text = `${pace} A campaign that names no number to show cannot call: --caller-id is not set.`;
    return { state: 'hint', text };
  }
  const PhoneNumber = toTwilio(callerId);
  const owned = await Promise.all([
    isListed(api, 'incoming_phone_numbers', '/IncomingPhoneNumbers.json', PhoneNumber),
    isListed(api, 'outgoing_caller_ids', '/OutgoingCallerIds.json', PhoneNumber),
  ]);
  if (owned.some(Boolean)) return { state: 'fine', text: `${pace} They show ${PhoneNumber}.` };
  const text = `${PhoneNumber}, which calls show when a campaign names no number, is neither a number of this account nor verified: Twilio refuses such calls.`;
  return { state: 'wrong', text };
}

async function isListed(
  api: TwilioApi,
  list: string,
  path: string,
  PhoneNumber: string,
): Promise<boolean> {
  const answer = await api.get(path, { PhoneNumber });
  const found = answer.kind === 'answered' && answer.status === 200 ? answer.body[list] : undefined;
  return Array.isArray(found) && found.some((one) => one.phone_number === PhoneNumber);
}

async function numberFindings(api: TwilioApi, inbound: string): Promise<CarrierFinding[]> {
  const answer = await api.get('/IncomingPhoneNumbers.json', { PageSize: '1000' });
  if (answer.kind !== 'answered' || answer.status !== 200) {
    const text = "The account's numbers could not be read: see to it that each tells us its texts.";
    return [{ state: 'hint', text }];
  }
  const { incoming_phone_numbers: numbers } = answer.body;
  const all: Record<string, unknown>[] = Array.isArray(numbers) ? numbers : [];
  if (all.length === 0) {
    return [{ state: 'wrong', text: 'The account has no number to text from.' }];
  }
  const deaf = all.filter(
    ({ sms_url, sms_method }) =>
      String(sms_url ?? '').split('#')[0] !== inbound || sms_method !== 'POST',
  );
  if (deaf.length === 0) {
    const text = `All ${all.length} numbers of the account tell us the texts that they get.`;
    return [{ state: 'fine', text }];
  }
  const named = deaf.slice(0, mostNamed).map(({ phone_number }) => String(phone_number));
  const more = deaf.length > named.length ? ` and ${deaf.length - named.length} more` : '';
  const text = `Texts to ${named.join(', ')}${more} are not told to us, and STOP would not be heard: set "A message comes in" to ${inbound} (HTTP POST) for those that a client texts from.`;
  return [{ state: 'wrong', text }];
}
