/** What happens on connecting, against a server that responds like ARI. */

import { createServer } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';
import { expect, onTestFinished, test } from 'vitest';
import { WebSocketServer } from 'ws';
import { simMs } from '#domain/milliseconds.ts';
import { until } from '../../../test/harness/until.ts';
import type { CarrierSurroundings } from '../kind.ts';
import { asteriskKind } from './kind.ts';
import { AsteriskNode } from './node.ts';

/** Returns an empty response over its WebSocket, and a Date over HTTP. */
async function ari() {
  const asked: string[] = [];
  const pings: string[] = [];
  const http = createServer((request, response) => {
    pings.push(request.url ?? '');
    response.end('{}');
  });
  const server = new WebSocketServer({ server: http });
  server.on('connection', (socket) =>
    socket.on('message', (data) => {
      const { request_id, uri } = JSON.parse(String(data));
      asked.push(uri);
      const response = { type: 'RESTResponse', request_id, status_code: 200, message_body: '[]' };
      socket.send(JSON.stringify(response));
    }),
  );
  const cut = () => {
    for (const socket of server.clients) socket.terminate();
  };
  await new Promise<void>((resolve) => http.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => {
    cut();
    http.closeAllConnections();
    http.close();
  });
  const address = http.address();
  if (typeof address !== 'object' || !address) throw new Error('no address');
  return { url: `http://127.0.0.1:${address.port}`, asked, pings, cut };
}

const silent = { info() {}, warn() {}, error() {} };
const random = { next: () => 0.5 };

test('an Asterisk takes calls only when its time is known, after every connect', async () => {
  const { url, asked, cut } = await ari();
  let setDate = () => {};
  const node = new AsteriskNode({
    ...{ url, user: 'carillon', password: 'secret', app: 'carillon-one', log: silent, random },
    ...{ trunk: '', setupsPerSecond: 10, callsAtOnce: 10, patience: 60_000 },
    askDate: () =>
      new Promise((resolve) => {
        setDate = resolve;
      }),
  });
  onTestFinished(() => node.close());
  for (let connects = 1; connects <= 2; connects++) {
    // The last request of a connect.
    await until(() => asked.includes('bridges') || undefined);
    await sleep(100);
    expect(node.isReady()).toBe(false);
    setDate();
    await until(() => node.isReady() || undefined);
    asked.length = 0;
    cut();
    await until(() => !node.isReady() || undefined);
  }
});

test('its time is asked for on opening, on connecting, and by the engine', async () => {
  const { url, pings } = await ari();
  const dates: string[] = [];
  const around: CarrierSurroundings = {
    ...{ name: 'trunk', engineName: 'one', dataFolder: '', log: silent },
    clock: { now: () => simMs(Date.parse('2026-11-20T20:00:00Z')) },
    randomOf: () => random as ReturnType<CarrierSurroundings['randomOf']>,
    soundUrl: () => '',
    callbackUrl: () => '',
    callbacks: { take: async () => [], find: async () => [], done: async () => {} },
    reportDate: (source) => void dates.push(source),
  };
  const settings = asteriskKind.settings.parse({ nodes: url, password: 'secret' });
  const open = asteriskKind.open(settings, around);
  onTestFinished(() => open.close());
  await until(() => open.voice?.connected() || undefined);
  await until(() => dates.length === 2 || undefined);
  open.askDate?.();
  await until(() => dates.length === 3 || undefined);
  expect(new Set(dates)).toEqual(new Set([`trunk ${url}`]));
  expect(new Set(pings)).toEqual(new Set(['/ari/asterisk/ping']));
});
