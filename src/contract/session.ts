import { z } from 'zod';
import { done, idOf, idTextOf } from './fields.ts';
import { defineOperation } from './http.ts';
import { rights } from './role.ts';
import { factorInput, factorWay } from './sign-in-step.ts';

export const wrongCredentials = 'The username or password you entered is incorrect';

export const credentials = z.object({
  code: z.string().trim().min(1, 'Code is required!').max(100),
  username: z.string().trim().min(1, 'Username is required!').max(100),
  // Longer than a new one may be: 200 characters of several code units each.
  password: z.string().min(1, 'Password is required!').max(1_000),
});
export type Credentials = z.infer<typeof credentials>;

/** The record that the console keeps in local storage under `user`. */
export const sessionRecord = z.object({
  id: idOf('manager'),
  clientId: idOf('client'),
  name: z.string(),
  userName: z.string(),
  bearerToken: z.string(),
  isAuthenticated: z.literal(true),
  /** Beyond the documents; absent in a record that an earlier version stored. */
  role: rights.role.optional(),
  fullSsn: rights.fullSsn.optional(),
  /** True until the second factor that the client requires is set up; absent when there is none to set up. */
  mustSetUpFactor: z.boolean().optional(),
});
export type SessionRecord = z.infer<typeof sessionRecord>;

export const login = defineOperation({
  name: 'login',
  method: 'POST',
  idempotent: false,
  path: '/api/security/login',
  summary:
    'Log in with code, username and password. With a second factor, 401 second_factor_required says how to finish.',
  auth: 'none',
  body: credentials,
  response: sessionRecord,
});

export const testToken = defineOperation({
  name: 'testToken',
  method: 'GET',
  path: '/api/security/testtoken',
  summary: 'Whether the token is still valid: 200 or 401.',
  response: z.object({
    isAuthenticated: z.literal(true),
    /** The rights at this moment. */
    ...rights,
    /** The client's code, for a form that asks only for the password again. */
    clientCode: z.string().optional(),
    /** Everything of this client is made up: the first start made it, to try things out with. */
    demo: z.boolean().optional(),
    /** The manager must set up a second factor before anything else. */
    mustSetUpFactor: z.boolean(),
    /** How the password can be proved instead: by a second factor. */
    factorWays: z.array(factorWay),
  }),
});

export const logout = defineOperation({
  name: 'logout',
  method: 'POST',
  idempotent: false,
  path: '/api/security/logout',
  summary: 'End the session of this token.',
  response: { empty: true },
});

/** One place where the manager is logged in. */
export const ownSession = z.object({
  id: idOf('session'),
  /** In words, from what the browser says of itself: "Firefox on Windows". */
  browser: z.string(),
  address: z.string(),
  created: z.string(),
  lastUsed: z.string(),
  /** The session of this request. */
  current: z.boolean(),
});
export type OwnSession = z.infer<typeof ownSession>;

export const listOwnSessions = defineOperation({
  name: 'listOwnSessions',
  method: 'GET',
  path: '/api/security/sessions',
  summary: 'Where you are logged in, the session in use first.',
  response: z.array(ownSession),
});

export const endOwnSession = defineOperation({
  name: 'endOwnSession',
  method: 'POST',
  idempotent: true,
  path: '/api/security/sessions/{id}/end',
  summary: 'End one of your sessions.',
  params: z.object({ id: idTextOf('session') }),
  response: done,
});

export const endOtherSessions = defineOperation({
  name: 'endOtherSessions',
  method: 'POST',
  idempotent: true,
  path: '/api/security/sessions/endothers',
  summary: 'End all your sessions but the one in use.',
  response: done,
});

export const provePassword = defineOperation({
  name: 'provePassword',
  method: 'POST',
  idempotent: false,
  path: '/api/security/prove',
  summary:
    'Enter your password or second factor again: for five minutes, operations that require it are allowed, with the new token of the response. The token before it serves for 30 seconds more.',
  body: z.object({ password: z.string().max(1_000).default(''), ...factorInput }),
  response: z.object({ bearerToken: z.string() }),
});

/** What the login screen offers beside the password. */
export const signInWays = defineOperation({
  name: 'signInWays',
  method: 'GET',
  path: '/api/security/ways',
  summary: 'Whether a password can be reset by mail, and another way to log in.',
  auth: 'none',
  response: z.object({
    mail: z.boolean(),
    /** The name of the OpenID Connect provider; null: none is set. */
    provider: z.string().nullable(),
  }),
});
