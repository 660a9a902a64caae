/** Names of Carillon: of the Host header, of a page that opens a WebSocket, and HSTS for https. */
import { request } from 'node:http';
import { connect } from 'node:net';
import { expect, test } from 'vitest';
import { WebSocket } from 'ws';
import { testApi } from '../harness/api.ts';
import { makeClient } from '../harness/clients.ts';
import { freshDatabase } from '../harness/database.ts';

const db = await freshDatabase();
const open = await testApi(db);
const publicUrl = 'https://carillon.example.com';
const strict = await testApi(db, { publicUrl, hostNames: ['calls.example.com'] });
const client = await makeClient(db);
const { token = '' } = await strict.signIn(client);

/** A request whose Host header is not the address that it is sent to. */
function asked(url: string, host: string) {
  const { hostname, port } = new URL(url);
  const path = '/api/simulation';
  return new Promise<{ status: number; headers: NodeJS.Dict<string | string[]> }>((resolve) => {
    const sent = request({ hostname, port, path, headers: { host } }, (response) => {
      response.resume();
      resolve({ status: response.statusCode ?? 0, headers: response.headers });
    });
    sent.end();
  });
}

/** "open", or the status of the refusal. */
function upgraded(url: string, headers: Record<string, string>) {
  const address = `${url.replace('http', 'ws')}/hubs/message_recording?access_token=${token}`;
  return new Promise<string | number>((resolve) => {
    const socket = new WebSocket(address, { headers });
    socket.on('open', () => {
      socket.close();
      resolve('open');
    });
    socket.on('unexpected-response', (_, response) => resolve(response.statusCode ?? 0));
    socket.on('error', () => undefined);
  });
}

test('with host names set, a request under any other name is refused', async () => {
  for (const host of ['calls.example.com', 'carillon.example.com', '127.0.0.1:1', 'localhost']) {
    expect((await asked(strict.url, host)).status, host).toBe(200);
  }
  expect((await asked(strict.url, 'evil.example')).status).toBe(421);
  expect(await upgraded(strict.url, { host: 'evil.example' })).toBe(421);
  expect((await asked(open.url, 'evil.example')).status).toBe(200);
});

test('a page of another origin opens no WebSocket of the hub, also with a valid token', async () => {
  for (const api of [open, strict]) {
    expect(await upgraded(api.url, { origin: 'https://evil.example' })).toBe(403);
    expect(await upgraded(api.url, { origin: 'null' })).toBe(403);
    expect(await upgraded(api.url, { origin: api.url })).toBe('open');
    // A program sends none.
    expect(await upgraded(api.url, {})).toBe('open');
  }
  expect(await upgraded(strict.url, { origin: publicUrl })).toBe('open');
});

test('HSTS is sent where the public address is https, and nowhere else', async () => {
  const { headers } = await asked(strict.url, 'calls.example.com');
  expect(headers['strict-transport-security']).toBe('max-age=31536000');
  expect((await asked(open.url, 'localhost')).headers['strict-transport-security']).toBeUndefined();
});

test('every response keeps out of caches, frames and other pages, and shows nothing as what it is not', async () => {
  const responses = [
    await fetch(`${open.url}/api/simulation`),
    await fetch(`${open.url}/api/manager`, { headers: { authorization: `Bearer ${token}` } }),
    await fetch(`${open.url}/api/manager`, { headers: { origin: 'https://evil.example' } }),
    await fetch(`${open.url}/api/nowhere`),
  ];
  expect(responses.map(({ status }) => status)).toEqual([200, 200, 401, 404]);
  for (const { headers, url } of responses) {
    expect(headers.get('cache-control'), url).toBe('no-store');
    expect(headers.get('x-content-type-options')).toBe('nosniff');
    expect(headers.get('referrer-policy')).toBe('same-origin');
    expect(headers.get('cross-origin-opener-policy')).toBe('same-origin');
    expect(headers.get('cross-origin-resource-policy')).toBe('same-origin');
    expect(headers.get('access-control-allow-origin')).toBeNull();
    const policy = headers.get('content-security-policy');
    for (const rule of ["script-src 'self'", "object-src 'none'", "frame-ancestors 'none'"]) {
      expect(policy?.split(';')).toContain(rule);
    }
    expect(policy).not.toMatch(/unsafe|https?:|\*/);
  }
});

/** What the server writes to bytes that a browser would not send. */
function written(url: string, sent: string): Promise<string> {
  const { hostname, port } = new URL(url);
  return new Promise((resolve) => {
    let text = '';
    const socket = connect(Number(port), hostname, () => socket.write(sent));
    socket.on('data', (part) => {
      text += part;
    });
    socket.on('close', () => resolve(text));
  });
}

test('responses beside the routes are shown as nothing else, and in no frame, either', async () => {
  const upgrade =
    'GET /hubs/message_recording HTTP/1.1\r\nHost: localhost\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n' +
    'Sec-WebSocket-Version: 13\r\nSec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n\r\n';
  const status = await fetch(`${open.url}/status`);
  const heads = [
    (await written(open.url, 'no HTTP at all\r\n\r\n')).toLowerCase(),
    (await written(open.url, upgrade)).toLowerCase(),
    [...status.headers].map(([name, value]) => `${name}: ${value}`).join('\r\n'),
  ];
  expect(heads[0]).toContain('400 bad request');
  expect(heads[1]).toContain('401 login required');
  for (const head of heads) {
    expect(head).toContain('x-content-type-options: nosniff');
    expect(head).toMatch(/content-security-policy: .*frame-ancestors 'none'/);
  }
});
