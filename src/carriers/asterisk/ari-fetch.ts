import { refusePublicPlaintext } from '../private-network.ts';
import { type AriAddress, authorization } from './ari-link.ts';

/**
 * A GET over HTTP, for what the WebSocket does not give.
 *
 * @param path below /ari/
 * @param within milliseconds
 */
export async function ariFetch(
  address: Omit<AriAddress, 'app'>,
  path: string,
  within: number,
): Promise<Response> {
  const { url, plaintext = 'private' } = address;
  await refusePublicPlaintext(url, plaintext);
  return fetch(new URL(`/ari/${path}`, url), {
    headers: { authorization: authorization(address) },
    // It would get the password, too.
    redirect: 'error',
    signal: AbortSignal.timeout(within),
  });
}
