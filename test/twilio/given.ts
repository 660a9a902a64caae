/** What the double was given in the past, put into its lists as Twilio would have it. */
import { type DoubleMessage, sidOf } from './double/account.ts';
import type { DoubleCall } from './double/call.ts';
import type { TwilioDouble } from './double/server.ts';

type Given<T> = Partial<T> & Dated;
interface Dated {
  created: Date;
}

/** Newest first, as Twilio lists them. */
export function givenCall({ calls }: TwilioDouble, wish: Given<DoubleCall>): void {
  calls.all.push({
    ...{ sid: sidOf('CA'), to: '+12125550100', from: '+12125550199', status: 'completed' },
    ...{ answeredBy: null, fields: new URLSearchParams(), heard: [] },
    ...{ pressed: [], changed: [], endedAt: 0, sipCode: '', ...wish },
  });
  calls.all.sort((a, b) => b.created.getTime() - a.created.getTime());
}

export function givenText({ account }: TwilioDouble, wish: Given<DoubleMessage>): void {
  account.messages.push({
    ...{ sid: sidOf('SM'), to: '+12125550100', from: '+13025560001', body: 'Hello' },
    ...{ status: 'delivered', errorCode: null, direction: 'outbound-api' },
    ...{ messagingServiceSid: null, statusCallback: undefined, ...wish },
  });
  account.messages.sort((a, b) => b.created.getTime() - a.created.getTime());
}
