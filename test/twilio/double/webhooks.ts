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
  /** Everything that was told, with our answer. */
  deliveries: Delivery[];
  tell(url: string, fields: Record<string, string>): Promise<Delivery>;
}

/** @param reach the address behind a public one: what stands before us ends TLS there */
export function webhooks(reach: (url: string) => string, isDeaf: () => boolean): Webhooks {
  const deliveries: Delivery[] = [];
  return {
    deliveries,
    async tell(url, fields) {
      if (isDeaf()) return { url, fields, status: 0, type: '', body: '' };
      const [address = ''] = url.split('#');
      const answer = await fetch(reach(address), {
        method: 'POST',
        headers: {
          'content-type': 'application/x-www-form-urlencoded; charset=UTF-8',
          'x-twilio-signature': twilio.getExpectedTwilioSignature(authToken, address, fields),
          'user-agent': 'TwilioProxy/1.1',
        },
        body: new URLSearchParams(fields).toString(),
      });
      const type = answer.headers.get('content-type') ?? '';
      const delivery = { url, fields, status: answer.status, type, body: await answer.text() };
      deliveries.push(delivery);
      return delivery;
    },
  };
}
