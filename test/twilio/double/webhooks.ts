/** Requests of the double to us, signed by Twilio's own code. */
import twilio from 'twilio';
import { authToken } from './account.ts';

export interface Delivery {
  url: string;
  fields: Record<string, string>;
  status: number;
  type: string;
  body: string;
}

export interface Webhooks {
  /** All requests, with our responses. */
  deliveries: Delivery[];
  post(url: string, fields: Record<string, string>): Promise<Delivery>;
  /** Called when a request was responded to. */
  after: ((delivery: Delivery) => void) | undefined;
}

/** @param reach maps a public address to the one behind our proxy, which ends TLS */
export function webhooks(
  reach: (url: string) => string,
  loses: (fields: Record<string, string>) => boolean,
): Webhooks {
  const deliveries: Delivery[] = [];
  const hooks: Webhooks = {
    deliveries,
    after: undefined,
    async post(url, fields) {
      if (loses(fields)) return { url, fields, status: 0, type: '', body: '' };
      const [address = ''] = url.split('#');
      const response = await fetch(reach(address), {
        method: 'POST',
        headers: {
          'content-type': 'application/x-www-form-urlencoded; charset=UTF-8',
          'x-twilio-signature': twilio.getExpectedTwilioSignature(authToken, address, fields),
          'user-agent': 'TwilioProxy/1.1',
        },
        body: new URLSearchParams(fields).toString(),
      });
      const type = response.headers.get('content-type') ?? '';
      const delivery = { url, fields, status: response.status, type, body: await response.text() };
      deliveries.push(delivery);
      hooks.after?.(delivery);
      return delivery;
    },
  };
  return hooks;
}
