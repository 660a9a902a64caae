import type { Tx } from '#db/database.ts';
import { listUnnamedProxies } from '#db/queries/unnamed-proxy.ts';
import { type Finding, hint } from './finding.ts';

/** A proxy that is not named hides who is behind it; another sender of the header is believed in nothing. */
export async function unnamedProxyFindings(tx: Tx): Promise<Finding[]> {
  const addresses = await listUnnamedProxies(tx);
  return addresses.map((address) =>
    hint(
      'Proxy',
      `X-Forwarded-For comes from ${address}, which CARILLON_TRUSTED_PROXY does not name. If it is your reverse proxy, name it: otherwise everybody behind it counts as one address, and 20 failed sign-ins hold all of them up.`,
    ),
  );
}
