import { connect } from 'node:net';
import { expect, test } from 'vitest';
import { buildApp } from '../../src/api/app.ts';
import { createMetrics } from '../../src/domain/metrics.ts';
import { testApi } from '../harness/api.ts';
import { makeClient } from '../harness/clients.ts';
import { freshDatabase } from '../harness/database.ts';

const db = await freshDatabase();
const api = await testApi(db);

test('an upload whose sender has gone quiet does not keep the server from closing', async () => {
  const app = await buildApp({ ...api.deps, metrics: createMetrics(), closePatience: 200 });
  const { port } = new URL(await app.listen({ host: '127.0.0.1', port: 0 }));
  const client = await makeClient(db);
  const { code, manager } = client;
  const signedIn = await app.inject({
    method: 'POST',
    url: '/api/security/login',
    payload: { code, username: manager.username, password: manager.password },
  });
  const { bearerToken } = signedIn.json<{ bearerToken: string }>();
  const socket = connect(Number(port), '127.0.0.1');
  const ended = new Promise((resolve) => socket.once('close', resolve));
  socket.on('error', () => undefined);
  const head = [
    'POST /api/calllist/upload HTTP/1.1',
    'Host: carillon',
    `Authorization: Bearer ${bearerToken}`,
    'Content-Type: multipart/form-data; boundary=b',
    'Content-Length: 100000',
  ];
  await new Promise((resolve) => socket.write(`${head.join('\r\n')}\r\n\r\n--b\r\n`, resolve));
  await new Promise((resolve) => setTimeout(resolve, 100));
  const began = Date.now();
  await app.close();
  await ended;
  expect(Date.now() - began).toBeLessThan(3_000);
}, 15_000);
