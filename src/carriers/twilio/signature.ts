/** Twilio's signature of a request: HMAC of its address and form fields with the auth token. */
import { createHmac, timingSafeEqual } from 'node:crypto';

type Fields = readonly (readonly [name: string, value: string])[];

/** As Twilio makes it: base64 of HMAC-SHA1 over the address and all fields sorted by name. */
export function signatureOf(authToken: string, url: string, fields: Fields): string {
  const values = new Map<string, Set<string>>();
  for (const [name, value] of fields) {
    values.set(name, (values.get(name) ?? new Set()).add(value));
  }
  const names = [...values.keys()].sort();
  const parts = names.flatMap((name) =>
    [...(values.get(name) ?? [])].sort().map((value) => name + value),
  );
  return createHmac('sha1', authToken)
    .update(url + parts.join(''), 'utf8')
    .digest('base64');
}

/**
 * Whether Twilio signed this, compared in constant time.
 *
 * @param url the public address with its query; Twilio may add or omit the default port
 */
export function isSigned(
  authToken: string,
  signature: string,
  url: string,
  fields: Fields,
): boolean {
  const given = Buffer.from(signature, 'utf8');
  let right = false;
  for (const written of spellings(url)) {
    const wanted = Buffer.from(signatureOf(authToken, written, fields), 'utf8');
    if (given.length === wanted.length && timingSafeEqual(given, wanted)) right = true;
  }
  return right;
}

function spellings(url: string): string[] {
  const parts = /^(https?):\/\/([^/?#]+?)(:\d+)?([/?].*)?$/.exec(url);
  if (!parts) return [url];
  const [, scheme = '', host = '', port = '', rest = ''] = parts;
  const usual = scheme === 'https' ? ':443' : ':80';
  const others = port === '' ? [usual] : [''];
  return [url, ...others.map((one) => `${scheme}://${host}${one}${rest}`)];
}
