/** Managers who set up a second factor and sign in with it, over one API. */
import { expect } from 'vitest';
import { codeOf, stepAt } from '../../src/api/second-factor/totp.ts';
import { testApi } from '../harness/api.ts';
import type { Caller } from '../harness/caller.ts';
import type { TestClient } from '../harness/clients.ts';
import { freshDatabase } from '../harness/database.ts';
import type { softPasskey } from '../harness/passkey.ts';

export const publicUrl = 'https://carillon.example';
export const from = { origin: publicUrl };
export const factor = '/api/security/factor';
export const party = { host: 'carillon.example', origin: publicUrl };

interface WithApp {
  code(away?: number): string;
  recoveryCodes: string[];
}

const secretFrom = (text: string) => {
  const bits = [...text].map((letter) =>
    'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567'.indexOf(letter).toString(2).padStart(5, '0'),
  );
  return Buffer.from((bits.join('').match(/.{8}/g) ?? []).map((byte) => Number.parseInt(byte, 2)));
};

/** Call it at the top of a test file. */
export async function secondFactorWorld() {
  const db = await freshDatabase();
  /** The real time as the API reads it; a test moves it on. */
  const time = { now: Date.parse('2026-11-27T12:00:00Z') };
  const api = await testApi(db, { realNow: () => time.now, publicUrl });

  /** Each sign-in takes a code, so time goes on by a step before the next one. */
  async function setUpApp(me: Caller): Promise<WithApp> {
    const { secret } = (await me.post(`${factor}/authenticator/begin`)).json<{ secret: string }>();
    const code = (away = 0) => codeOf(secretFrom(secret), stepAt(time.now) + away);
    const done = await me.post(`${factor}/authenticator/confirm`, { code: code() });
    expect(done.status, done.text).toBe(200);
    time.now += 30_000;
    return { code, ...done.json<{ recoveryCodes: string[] }>() };
  }

  const logIn = (
    { code, manager: first }: TestClient,
    { username, password } = first,
    headers = {},
  ) => api.stranger.post('/api/security/login', { code, username, password }, headers);

  async function firstStep(client: TestClient, manager = client.manager): Promise<string> {
    const response = await logIn(client, manager, from);
    expect(response.json()).toMatchObject({ status: 401, code: 'second_factor_required' });
    return response.json<{ signInStep: { token: string } }>().signInStep.token;
  }

  const finish = (token: string, given: object, headers: Record<string, string> = from) =>
    api.stranger.post('/api/security/login/factor', { token, ...given }, headers);

  async function addPasskey(me: Caller, key: ReturnType<typeof softPasskey>, name = 'Key') {
    const begun = await me.post(`${factor}/passkeys/begin`, undefined, from);
    const { challenge } = begun.json<{ challenge: string }>();
    return me.post(`${factor}/passkeys/add`, { name, passkey: key.made(challenge) }, from);
  }

  async function challengeOf(token: string): Promise<string> {
    const asked = await api.stranger.post('/api/security/login/passkey', { token }, from);
    return asked.json<{ challenge: string }>().challenge;
  }

  return { db, time, api, setUpApp, logIn, firstStep, finish, addPasskey, challengeOf };
}
