import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { Provider } from 'oidc-provider';
import { afterAll } from 'vitest';

export interface TestUser {
  email: string;
  email_verified: boolean;
}

export interface TestProvider {
  /** "http://127.0.0.1:41234" */
  issuer: string;
  clientId: string;
  clientSecret: string;
  /** By the name that is typed at the provider, which is also the subject. */
  users: Map<string, TestUser>;
}

/** A real OpenID Connect provider for a test file, with forms of its own for password and consent. */
export async function testProvider(redirectUri: string, port = 0): Promise<TestProvider> {
  const server = createServer();
  await new Promise<void>((ready) => server.listen(port, '127.0.0.1', () => ready()));
  afterAll(() => {
    server.close();
    server.closeAllConnections();
  });
  const issuer = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const users = new Map<string, TestUser>();
  const [clientId, clientSecret] = ['carillon', 'a secret of this test: +%'];
  const provider = new Provider(issuer, {
    clients: [{ client_id: clientId, client_secret: clientSecret, redirect_uris: [redirectUri] }],
    claims: { openid: ['sub'], email: ['email', 'email_verified'] },
    pkce: { required: () => true },
    ttl: { AccessToken: 60, Grant: 600, IdToken: 60, Interaction: 600, Session: 600 },
    cookies: { keys: ['of this test'] },
    findAccount: (_, accountId) => ({
      accountId,
      claims: async () => ({ sub: accountId, ...users.get(accountId) }),
    }),
  });
  server.on('request', provider.callback());
  return { issuer, clientId, clientSecret, users };
}
