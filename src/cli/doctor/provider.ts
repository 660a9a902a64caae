import type { Config } from '#config.ts';
import { oidcProvider } from '#oidc/provider.ts';
import { type Finding, fine, wrong } from './finding.ts';

/** Reads what the OpenID Connect provider says of itself, if one is set. */
export async function provider({ oidc }: Pick<Config, 'oidc'>): Promise<Finding[]> {
  if (!oidc) return [];
  try {
    await oidcProvider(oidc).check();
    return [fine('Provider', `${oidc.issuer} responds as an OpenID Connect provider`)];
  } catch (error) {
    const text = `${oidc.issuer} cannot be used: ${(error as Error).message}. Managers log in with their passwords.`;
    return [wrong('Provider', text)];
  }
}
