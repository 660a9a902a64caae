import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { afterAll, expect, test } from 'vitest';
import { buildApp } from '../../src/api/app.ts';
import { allOperations } from '../../src/contract/operations.ts';
import { asPlatform } from '../../src/db/database.ts';
import { createMetrics } from '../../src/domain/metrics.ts';
import { testApi } from '../harness/api.ts';
import { makeClient } from '../harness/clients.ts';
import { freshDatabase } from '../harness/database.ts';

const consoleFolder = mkdtempSync(join(tmpdir(), 'carillon-console-'));
mkdirSync(join(consoleFolder, 'assets'));
writeFileSync(join(consoleFolder, 'index.html'), '<!doctype html><title>The console</title>');
writeFileSync(join(consoleFolder, 'assets', 'app-1a2b.js'), 'plain');
writeFileSync(join(consoleFolder, 'assets', 'app-1a2b.js.gz'), gzipSync('compressed'));
afterAll(() => rmSync(consoleFolder, { recursive: true }));

const db = await freshDatabase();
const noon = new Date('2026-11-20T17:00:00Z');
const api = await testApi(db, { consoleFolder, now: () => noon });
const { stranger } = api;

test('every address of a screen returns the console, and a missing file does not', async () => {
  for (const path of ['/', '/main/calllist', '/main/reports/cdr?page=2', '/login/']) {
    const response = await stranger.get(path);
    expect([path, response.status]).toEqual([path, 200]);
    expect(response.text).toContain('The console');
    expect(response.headers.get('cache-control')).toBe('no-cache');
  }
  for (const path of [
    '/assets/gone-1.js',
    '/favicon.ico',
    '/assets/',
    '/api/x',
    // A carrier that is told to send GET must not take the console's page for a receipt.
    '/carrier/twilio/inbound',
    '/../package.json',
  ]) {
    expect([path, (await stranger.get(path)).status]).toEqual([path, 404]);
  }
  expect((await stranger.post('/main/calllist')).status).toBe(404);
});

test('files with a hash in their name are kept for good and sent compressed', async () => {
  const response = await stranger.get('/assets/app-1a2b.js');
  expect(response.text).toBe('compressed');
  expect(response.headers.get('content-encoding')).toBe('gzip');
  expect(response.headers.get('content-type')).toContain('javascript');
  expect(response.headers.get('cache-control')).toBe('public, max-age=31536000, immutable');
});

test('headers forbid browsers to run foreign scripts and to show a frame', async () => {
  const { headers } = await stranger.get('/main');
  const policy = headers.get('content-security-policy');
  expect(policy).toContain("script-src 'self';");
  expect(policy).toContain("frame-ancestors 'none'");
  expect(policy).not.toContain('upgrade-insecure-requests');
  expect(headers.get('x-content-type-options')).toBe('nosniff');
  expect(headers.get('x-powered-by')).toBeNull();
});

test('the settings of the console name the same origin', async () => {
  const response = await stranger.get('/settings.json');
  expect(response.json()).toEqual({ platformApiUrl: '', accountFilterApiUrl: '' });
});

test('the simulation returns the instant of its clock, and its notice', async () => {
  const before = (await stranger.get('/api/simulation')).json();
  expect(before).toEqual({ simulated: true, now: noon.toISOString(), speed: 1, notice: null });
  await asPlatform(db, (tx) =>
    tx.run(`INSERT INTO simulation (real_anchor, simulated_anchor, speed, last_simulated, notice)
            VALUES (now(), now(), 60, now(), 'It is 14:00 here.')`),
  );
  const after = (await stranger.get('/api/simulation')).json();
  expect(after).toMatchObject({ speed: 60, notice: 'It is 14:00 here.' });
});

test('strangers see whether it is up, and no figure', async () => {
  for (const path of ['/health/live', '/health/ready']) {
    expect((await stranger.get(path)).json()).toEqual({ status: 'ok' });
  }
  const status = await stranger.get('/status');
  expect(status.headers.get('content-type')).toBe('text/html; charset=utf-8');
  expect(status.text).toContain('Carillon is up');
  for (const path of ['/metrics', '/metrics/', '/metrics/x']) {
    expect([path, (await stranger.get(path)).status]).toEqual([path, 404]);
  }
});

test('requests are measured by method, path of the contract and status', async () => {
  const me = await api.signIn(await makeClient(db));
  await me.get('/api/manager/999/current');
  expect(api.deps.metrics.render()).toMatch(
    /carillon_http_request_seconds_count\{method="GET",path="\/api\/manager\/\{id\}\/current",status="404"\} 1/,
  );
});

test('the API description holds every call of the contract', async () => {
  const response = await stranger.get('/api/openapi.json');
  type Operation = {
    'x-operations': string[];
    operationId: string;
    parameters: { name: string; in: string }[];
    responses: object;
    requestBody?: object;
  };
  const { openapi, paths } = response.json<{
    openapi: string;
    paths: Record<string, Record<string, Operation>>;
  }>();
  expect(openapi).toBe('3.1.0');
  for (const { name, path, method, body, multipart } of allOperations) {
    const operation = paths[path]?.[method.toLowerCase()];
    expect(operation?.['x-operations']).toContain(name);
    expect(Object.keys(operation?.responses ?? {})).toContain('default');
    if (body || multipart)
      expect([name, operation?.requestBody]).toEqual([name, expect.anything()]);
  }
  for (const [path, operations] of Object.entries(paths)) {
    for (const { parameters } of Object.values(operations)) {
      const inPath = parameters.filter((one) => one.in === 'path').map(({ name }) => `{${name}}`);
      expect([path, inPath]).toEqual([path, path.match(/\{\w+\}/g) ?? []]);
    }
  }
  const described = Object.values(paths).flatMap((path) => Object.values(path));
  expect(new Set(described.map(({ operationId }) => operationId)).size).toBe(described.length);
  expect(described.flatMap((operation) => operation['x-operations'])).toHaveLength(
    allOperations.length,
  );
});

test('no route exists that the contract does not name, but for the pages beside it', async () => {
  const app = await buildApp({ ...api.deps, metrics: createMetrics(), consoleFolder });
  const inContract = allOperations.map(({ method, path }) => `${method} ${path}`);
  const pages = ['/status', '/api/openapi.json', '/', '*'].map((path) => `GET ${path}`);
  // Of SignalR's protocol, which is another's contract.
  const hub = ['GET /hubs/message_recording', 'POST /hubs/message_recording/negotiate'];
  // For carriers: signed addresses without a session.
  const signed = ['GET /sounds/{token}', 'POST /carrier/{name}/*'];
  const known = [...inContract, ...pages, ...hub, ...signed].map(nameless);
  const routes = routesOf(app.printRoutes({ commonPrefix: false }));
  await app.close();
  expect(routes.length).toBeGreaterThan(40);
  expect(routes.filter((path) => !known.includes(path))).toEqual([]);
});

/** A path parameter's name is of no account: operations of one path name it differently. */
const nameless = (path: string) => path.replaceAll(/\{\w+\}/g, ':').replaceAll(/:[\w:|]+/g, ':');

/** "GET /whole/path" of a printed tree of routes, where each level stands four characters deeper. */
function routesOf(tree: string): string[] {
  const above: string[] = [];
  return tree.split('\n').flatMap((line) => {
    const [, indent = '', part = '', methods = ''] =
      /^(.*?)[├└]── (\S+)(?: \((.*)\))?$/.exec(line) ?? [];
    const depth = indent.length / 4;
    above[depth] = part;
    const path = above.slice(0, depth + 1).join('');
    const known = methods.split(', ').filter((method) => method !== '' && method !== 'HEAD');
    return known.map((method) => nameless(`${method} ${path}`));
  });
}
