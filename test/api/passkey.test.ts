/** Passkeys at the sign-in (decision 069). */
import { expect, test } from 'vitest';
import { asPlatform } from '../../src/db/database.ts';
import { makeClient, makeManager } from '../harness/clients.ts';
import { softPasskey } from '../harness/passkey.ts';
import { factor, from, party, secondFactorWorld } from './second-factor-world.ts';

const { db, api, firstStep, finish, addPasskey, challengeOf } = await secondFactorWorld();

test('a passkey signs in, once for each challenge and only with a growing counter', async () => {
  const client = await makeClient(db);
  const me = await api.signIn(client);
  const key = softPasskey(party);
  const added = await addPasskey(me, key, 'Office key');
  expect(added.json<{ recoveryCodes: string[] }>().recoveryCodes, added.text).toHaveLength(10);
  expect((await me.get(factor, from)).json()).toMatchObject({
    passkeys: [{ name: 'Office key', host: 'carillon.example', lastUsed: null }],
    passkeysWork: true,
  });
  const token = await firstStep(client);
  const challenge = await challengeOf(token);
  const signed = key.signed(challenge);
  // The response is sent again for a later sign-in, whose challenge is another.
  expect((await finish(token, { passkey: signed })).status).toBe(200);
  const second = await firstStep(client);
  expect((await finish(second, { passkey: signed })).status).toBe(401);
  await challengeOf(second);
  expect((await finish(second, { passkey: signed })).status).toBe(401);
  // A copy of the device counts on from an older number.
  const copied = key.signed(await challengeOf(second), { counter: 1 });
  expect((await finish(second, { passkey: copied })).status).toBe(401);
  const late = key.signed(await challengeOf(second), { counter: 7 });
  await asPlatform(db, (tx) =>
    tx.run("UPDATE passkey_challenge SET created = now() - interval '5 minutes 1 second'"),
  );
  expect((await finish(second, { passkey: late })).status).toBe(401);
  const good = key.signed(await challengeOf(second), { counter: 8 });
  expect((await finish(second, { passkey: good })).status).toBe(200);
});

test("another manager's passkey, another origin and an unverified person are refused", async () => {
  const client = await makeClient(db);
  const bob = await makeManager(db, client.clientId);
  const [mine, bobs] = [softPasskey(party), softPasskey(party)];
  const me = await api.signIn(client);
  await addPasskey(me, mine);
  await addPasskey(await api.signIn(client, bob), bobs);
  const token = await firstStep(client);
  const tries = [
    (challenge: string) => bobs.signed(challenge),
    (challenge: string) => mine.signed(challenge, { origin: 'https://evil.example' }),
    (challenge: string) => mine.signed(challenge, { host: 'evil.example' }),
    (challenge: string) => mine.signed(challenge, { userVerified: false }),
  ];
  for (const signed of tries) {
    const refused = await finish(token, { passkey: signed(await challengeOf(token)) });
    expect(refused.json()).toMatchObject({ status: 401, code: 'wrong_second_factor' });
  }
  // A page elsewhere is not even asked to sign.
  const evil = { origin: 'https://evil.example' };
  const asked = await api.stranger.post('/api/security/login/passkey', { token }, evil);
  expect(asked.json()).toMatchObject({ status: 403, code: 'wrong_origin' });
  // The challenge of one step is none of another's.
  const other = await firstStep(client);
  const stolen = mine.signed(await challengeOf(other));
  await asPlatform(db, (tx) => tx.run('DELETE FROM sign_in_failure'));
  expect((await finish(token, { passkey: stolen })).status).toBe(401);
  expect((await finish(other, { passkey: stolen })).status).toBe(200);
  // Nobody adds a colleague's passkey, nor one that answers an older challenge.
  expect((await addPasskey(me, bobs)).json()).toMatchObject({ code: 'not_unique' });
  const { challenge } = (await me.post(`${factor}/passkeys/begin`, undefined, from)).json<{
    challenge: string;
  }>();
  const body = { name: 'Phone', passkey: softPasskey(party).made(challenge) };
  expect((await me.post(`${factor}/passkeys/add`, body, from)).status).toBe(200);
  expect((await me.post(`${factor}/passkeys/add`, body, from)).status).toBe(409);
});
