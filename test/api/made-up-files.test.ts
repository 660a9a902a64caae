/** Files that leave the console must not pass for those of real people (decision 096). */
import Fastify from 'fastify';
import { expect, test } from 'vitest';
import { nameMadeUpFiles } from '../../src/api/plugins/made-up-files.ts';
import { asPlatform } from '../../src/db/database.ts';
import { testApi } from '../harness/api.ts';
import { makeClient } from '../harness/clients.ts';
import { freshDatabase } from '../harness/database.ts';

const db = await freshDatabase();
const api = await testApi(db);

test.each([
  { demo: true, name: 'made up do not call.csv' },
  { demo: false, name: 'do not call.csv' },
])('a file of a client is $name, the same in it', async ({ demo, name }) => {
  const client = await makeClient(db);
  const { clientId } = client;
  await asPlatform(db, (tx) =>
    tx.run('UPDATE client SET demo = $2 WHERE client_id = $1', [clientId, demo]),
  );
  const me = await api.signIn(client);
  const file = await me.get(`/api/donotcall/export?clientId=${clientId}`);
  expect(file.headers.get('content-disposition')).toBe(`attachment; filename="${name}"`);
  expect(file.text).not.toContain('made up');
});

test('a name outside of ASCII is marked in both of its forms', async () => {
  const app = Fastify();
  app.decorateRequest('session', undefined);
  app.addHook('onRequest', async (request) => {
    request.session = { madeUp: true } as typeof request.session;
  });
  nameMadeUpFiles(app);
  app.get('/', (_, reply) => {
    reply.header('content-disposition', `attachment; filename="M_rz"; filename*=UTF-8''M%C3%A4rz`);
    return 'rows';
  });
  const { headers } = await app.inject('/');
  expect(headers['content-disposition']).toBe(
    `attachment; filename="made up M_rz"; filename*=UTF-8''made%20up%20M%C3%A4rz`,
  );
});
