/** Sign-in at the operator's OpenID Connect provider: authorization code flow with PKCE (decision 071). */
import * as client from 'openid-client';

export interface OidcSettings {
  issuer: string;
  clientId: string;
  clientSecret: string;
  /** On the button: "Log in with Acme". */
  name: string;
}

/** What the browser that began a sign-in brings back. */
export interface Attempt {
  state: string;
  nonce: string;
  verifier: string;
}

/** Whom the provider signed in. */
export interface Identity {
  issuer: string;
  subject: string;
  /** Undefined: the provider has not verified one. */
  email: string | undefined;
  /** When they proved to the provider who they are, epoch ms; undefined: it does not say. */
  authenticated: number | undefined;
}

/** `unreachable`: try again later; `refused`: the provider, or a check of its response, said no. */
export class ProviderError extends Error {
  readonly kind: 'unreachable' | 'refused';

  constructor(kind: 'unreachable' | 'refused', cause: unknown) {
    super(wordsOf(cause), { cause });
    this.name = 'ProviderError';
    this.kind = kind;
  }
}

interface BeginOptions {
  /** The provider is to ask for the password, or whatever it has, also who is logged in there. */
  again?: boolean;
}

export interface Provider {
  readonly name: string;
  /** Throws `ProviderError`. */
  begin(
    redirectUri: string,
    options?: BeginOptions,
  ): Promise<{ address: string; attempt: Attempt }>;
  /** `returned` is the address to which the provider sent the browser back. Throws `ProviderError`. */
  finish(returned: URL, attempt: Attempt): Promise<Identity>;
  /** Reads what the provider says of itself. Throws `ProviderError`. */
  check(): Promise<void>;
}

/** Seconds that the provider has for a response. */
const patience = 10;
/** Milliseconds; after them the provider is asked again what it is. */
const knownFor = 3_600_000;

/** Asks nothing until the first sign-in: a dead provider does not hold up a start. */
export function oidcProvider(settings: OidcSettings): Provider {
  const { issuer, clientId, clientSecret, name } = settings;
  let known: { since: number; facts: Promise<client.Configuration> } | undefined;

  const discover = async () => {
    const plain = issuer.startsWith('http:');
    return client.discovery(new URL(issuer), clientId, undefined, secretAuth(clientSecret), {
      timeout: patience,
      execute: [
        // TLS to the provider would do; the signature also holds behind a proxy that ends it.
        client.enableNonRepudiationChecks,
        ...(plain ? [client.allowInsecureRequests] : []),
      ],
    });
  };
  const configuration = async (): Promise<client.Configuration> => {
    if (!known || performance.now() - known.since > knownFor) {
      known = { since: performance.now(), facts: discover() };
    }
    try {
      return await known.facts;
    } catch (error) {
      known = undefined;
      throw new ProviderError('unreachable', error);
    }
  };

  return {
    name,
    async check() {
      await configuration();
    },
    async begin(redirectUri, { again = false } = {}) {
      const facts = await configuration();
      const attempt = {
        state: client.randomState(),
        nonce: client.randomNonce(),
        verifier: client.randomPKCECodeVerifier(),
      };
      const address = client.buildAuthorizationUrl(facts, {
        redirect_uri: redirectUri,
        scope: 'openid email',
        state: attempt.state,
        nonce: attempt.nonce,
        code_challenge: await client.calculatePKCECodeChallenge(attempt.verifier),
        code_challenge_method: 'S256',
        ...(again && { prompt: 'login', max_age: '0' }),
      });
      return { address: address.href, attempt };
    },
    async finish(returned, { state, nonce, verifier }) {
      const facts = await configuration();
      try {
        const tokens = await client.authorizationCodeGrant(facts, returned, {
          expectedState: state,
          expectedNonce: nonce,
          pkceCodeVerifier: verifier,
          idTokenExpected: true,
        });
        const claims = tokens.claims();
        if (!claims) throw new Error('The provider sent no ID token.');
        const email =
          verifiedEmail(claims) ??
          (facts.serverMetadata().userinfo_endpoint
            ? verifiedEmail(await client.fetchUserInfo(facts, tokens.access_token, claims.sub))
            : undefined);
        const authenticated = claims.auth_time === undefined ? undefined : claims.auth_time * 1_000;
        return { issuer: claims.iss, subject: claims.sub, email, authenticated };
      } catch (error) {
        throw new ProviderError(isNetwork(error) ? 'unreachable' : 'refused', error);
      }
    },
  };
}

/** As the provider prefers: in a header, or else in the body. */
function secretAuth(secret: string): client.ClientAuth {
  const basic = client.ClientSecretBasic(secret);
  const post = client.ClientSecretPost(secret);
  return (server, ...rest) => {
    const methods = server.token_endpoint_auth_methods_supported ?? ['client_secret_basic'];
    const auth = methods.includes('client_secret_basic') ? basic : post;
    auth(server, ...rest);
  };
}

function verifiedEmail({ email, email_verified: verified }: Record<string, unknown>) {
  return typeof email === 'string' && verified === true ? email : undefined;
}

/** `fetch` fails so, and its time limit. */
function isNetwork(error: unknown): boolean {
  const { name, code } = error as { name?: string; code?: string };
  return name === 'TypeError' || name === 'TimeoutError' || code === 'OAUTH_TIMEOUT';
}

/** For the operator: a code and the deepest cause, without tokens. */
function wordsOf(error: unknown): string {
  const { code, error: said, message, cause } = error as Record<string, unknown>;
  const deeper = cause instanceof Error ? `: ${cause.message}` : '';
  return `${String(said ?? code ?? message)}${deeper}`;
}
