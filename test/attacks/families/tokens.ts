/** Every operation without a token, and with everything that is none, or none any more. */
import type { OperationShape } from '../../../src/contract/http.ts';
import { asClient, asPlatform } from '../../../src/db/database.ts';
import { soundTokens } from '../../../src/db/sound-token.ts';
import { requestOf } from '../../api/tenancy-request.ts';
import { makeManager } from '../../harness/clients.ts';
import { asked, requestFor } from '../asking.ts';
import type { Family } from '../score.ts';
import { signedIn, strangeToken, type Target, type World } from '../world.ts';

type Headers = Record<string, string>;

/** By what they are: the headers of a request that must not be let in. */
export async function badTokens(world: World, target: Target): Promise<[string, Headers][]> {
  const bearer = (token: string) => ({ authorization: `Bearer ${token}` });
  const good = target.token;
  const last = good.endsWith('A') ? 'B' : 'A';
  const now = Date.now();
  const sound = soundTokens(world.api.deps.vault).sign({ kind: 'ringing' }, now);
  return [
    ['no token', {}],
    ['an empty token', { authorization: 'Bearer ' }],
    ['garbage', bearer('\u00ff\u00fe%00<script>')],
    ['a token of nobody', bearer(strangeToken())],
    ['a token with its end changed', bearer(good.slice(0, -1) + last)],
    ['half a token', bearer(good.slice(0, 21))],
    ['two tokens', { authorization: `Bearer ${good}, Bearer ${good}` }],
    ['a token of another scheme', { authorization: `Basic ${btoa(`x:${good}`)}` }],
    ['a token as a cookie', { cookie: `token=${good}; bearerToken=${good}` }],
    ['a token in a header of its own', { 'x-auth-token': good, 'x-access-token': good }],
    ['a signed sound', bearer(sound)],
    ['a first step of a sign-in', bearer(await stepToken(world, target))],
    ['a one-time link', bearer(await linkToken(world, target))],
    ['an ended session', bearer(await endedToken(world, target, '13 hours'))],
    ['a session a day old', bearer(await endedToken(world, target, '25 hours'))],
    ['a disabled manager', bearer(await disabledToken(world, target))],
    ['a disabled client', bearer(await tokenOfDisabledClient(world))],
  ];
}

async function stepToken({ api, db }: World, { ids, password }: Target): Promise<string> {
  const { username, managerId } = await makeManager(db, ids.client, { password });
  await asClient(db, ids.client, (tx) =>
    tx.run(
      'INSERT INTO authenticator_app (client_id, manager_id, secret, added) VALUES ($1, $2, $3, now())',
      [ids.client, managerId, Buffer.from('b')],
    ),
  );
  const row = await asPlatform(db, (tx) =>
    tx.row<{ code: string }>('SELECT code FROM client WHERE client_id = $1', [ids.client]),
  );
  const first = { code: row?.code, username, password };
  const response = await api.stranger.post('/api/security/login', first);
  return response.json<{ signInStep: { token: string } }>().signInStep.token;
}

async function linkToken(world: World, target: Target): Promise<string> {
  const path = `/api/manager/${target.ids.manager}/link`;
  const made = await asked(world.api.url, { path, method: 'POST', token: target.token });
  return (JSON.parse(made.text) as { token: string }).token;
}

async function endedToken(world: World, target: Target, age: string): Promise<string> {
  const token = await world.renew(target);
  // Used a moment ago where the end is that of the whole session.
  await asClient(world.db, target.ids.client, (tx) =>
    tx.run(
      `UPDATE session SET created = now() - interval '25 hours',
         last_used = CASE WHEN $2 = '13 hours' THEN now() - interval '13 hours' ELSE now() END
       WHERE client_id = $1 AND token_hash = sha256(convert_to($3, 'UTF8'))`,
      [target.ids.client, age, token],
    ),
  );
  return token;
}

async function disabledToken(world: World, target: Target): Promise<string> {
  const token = await world.signIn(target, 'administrator', true);
  await asClient(world.db, target.ids.client, (tx) =>
    tx.run(
      `UPDATE manager SET active = false FROM session s
       WHERE s.token_hash = sha256(convert_to($2, 'UTF8')) AND s.client_id = $1
         AND manager.client_id = s.client_id AND manager.manager_id = s.manager_id`,
      [target.ids.client, token],
    ),
  );
  return token;
}

async function tokenOfDisabledClient(world: World): Promise<string> {
  const target = await world.make();
  await asPlatform(world.db, (tx) =>
    tx.run('UPDATE client SET disabled_at = now() WHERE client_id = $1', [target.ids.client]),
  );
  return target.token;
}

export async function tokens(world: World): Promise<Family> {
  const target = await world.make();
  const bad = await badTokens(world, target);
  const group =
    (operation: OperationShape) => async (run: Parameters<Family['groups'][number]>[0]) => {
      const request = requestFor(operation, requestOf(operation, target));
      for (const [what, headers] of bad) {
        const send = () =>
          asked(world.api.url, { ...request, headers: { ...target.from, ...headers } });
        // Whoever is not let in learns nothing, not even of the own records.
        const view = { marks: [] };
        await run({
          name: `${operation.name} with ${what}`,
          expects: 'refused',
          status: 401,
          view,
          send,
        });
      }
    };
  return { name: 'tokens', groups: signedIn.map(group) };
}
