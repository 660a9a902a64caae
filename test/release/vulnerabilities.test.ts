import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { fileURLToPath } from 'node:url';
import { gunzipSync } from 'node:zlib';
import { expect, onTestFinished, test, vi } from 'vitest';
import {
  type Accepted,
  type Advisory,
  askRegistry,
  judge,
  readAccepted,
  readAudit,
} from '../../scripts/release/vulnerabilities.ts';

const root = fileURLToPath(new URL('../../', import.meta.url));
const today = '2026-11-27';

const high: Advisory = {
  id: 'GHSA-aaaa-bbbb-cccc',
  package: 'fastify',
  severity: 'high',
  title: 'Reads too much',
  range: '<5.13.0',
};
const accepted: Accepted = {
  id: high.id,
  package: high.package,
  reason: 'The option is off.',
  until: '2026-12-31',
};

/** A report of npm with one package that has `via`. */
const report = (via: unknown[]) =>
  JSON.stringify({ auditReportVersion: 2, vulnerabilities: { fastify: { via } } });

const published = {
  source: 1099,
  name: 'fastify',
  severity: 'high',
  title: 'Reads too much',
  range: '<5.13.0',
  url: 'https://advisories.example/GHSA-aaaa-bbbb-cccc',
};

test('a report of npm is read: each vulnerability of each package once, the worst first', () => {
  const low = { ...published, source: 7, severity: 'low', url: '', name: 'ws' };
  expect(readAudit(report([low, published, published, 'send']))).toEqual({
    advisories: [high, { ...high, id: '7', package: 'ws', severity: 'low' }],
  });
  expect(readAudit(report([]))).toEqual({ advisories: [] });
});

test.each([
  ['', 'npm printed no report'],
  ['<html>405</html>', 'npm printed no report'],
  ['null', 'npm printed a report of another form'],
  ['{"auditReportVersion":3}', 'npm printed a report of another form'],
  [
    '{"message":"request to https://packages.example/x failed\\nreason: refused","error":{}}',
    'request to the registry failed',
  ],
  ['{"error":{"code":"ENOAUDIT","summary":"Not here"}}', 'ENOAUDIT'],
])('a registry that does not respond is reported, and stops no release: %s', (printed, silence) => {
  const response = readAudit(printed);
  expect(response).toEqual({ silence });
  const { lines, stops } = judge(response, [accepted], today);
  expect(lines).toEqual([
    `Known vulnerabilities were not checked: the registry gave no list (${silence}).`,
  ]);
  expect(stops).toEqual([]);
});

test('a high or critical vulnerability stops a release, a lower one is printed', () => {
  for (const severity of ['high', 'critical', 'of a new kind']) {
    const { stops } = judge({ advisories: [{ ...high, severity }] }, [], today);
    expect(stops).toEqual([expect.stringContaining(`${severity}: fastify <5.13.0`)]);
  }
  for (const severity of ['moderate', 'low', 'info']) {
    const { lines, stops } = judge({ advisories: [{ ...high, severity }] }, [], today);
    expect(stops).toEqual([]);
    expect(lines).toContain(`${severity}: fastify <5.13.0: Reads too much (GHSA-aaaa-bbbb-cccc)`);
  }
  expect(judge({ advisories: [] }, [], today).lines).toEqual(['Known vulnerabilities: none.']);
});

test('one that is written down with a reason stops nothing until its day, for its package alone', () => {
  const found = { advisories: [high] };
  expect(judge(found, [accepted], today)).toEqual({
    lines: [
      'Known vulnerabilities: 1.',
      expect.stringContaining('Accepted until 2026-12-31: The option is off.'),
    ],
    stops: [],
  });
  expect(judge(found, [accepted], '2026-12-31').stops).toEqual([]);
  expect(judge(found, [accepted], '2027-01-01').stops).toHaveLength(1);
  expect(judge(found, [{ ...accepted, package: 'ws' }], today).stops).toHaveLength(1);
  expect(judge({ advisories: [] }, [accepted], today).lines[1]).toContain('is gone: remove it');
});

test('an entry without a reason or a day stops every release', () => {
  for (const fault of [{ reason: ' ' }, { until: 'soon' }, { package: '' }]) {
    expect(judge({ advisories: [] }, [{ ...accepted, ...fault }], today).stops).toEqual([
      expect.stringContaining('needs its id, package, a reason and a day'),
    ]);
  }
});

test('no vulnerability is accepted without a reason', () => {
  expect(judge({ silence: 'not asked' }, readAccepted(root), today).stops).toEqual([]);
});

/** A registry on this machine; npm asks it about all packages at once. */
async function registry(respond: (request: IncomingMessage, response: ServerResponse) => void) {
  const server = createServer(respond);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => void server.close());
  vi.stubEnv('npm_config_registry', `http://127.0.0.1:${(server.address() as AddressInfo).port}/`);
  onTestFinished(() => void vi.unstubAllEnvs());
}

/** What npm asks of a package with a vulnerability: which versions there are. */
const packument = {
  name: 'fastify',
  versions: { '5.12.8': { name: 'fastify', version: '5.12.8' } },
};

test('npm asks about the packages of a release and none for development', async () => {
  const asked = new Set<string>();
  await registry((request, response) => {
    const parts: Buffer[] = [];
    request.on('data', (part) => parts.push(part));
    request.on('end', () => {
      response.setHeader('content-type', 'application/json');
      if (request.method !== 'POST') {
        response.end(JSON.stringify(packument));
        return;
      }
      const body = Buffer.concat(parts);
      const zipped = request.headers['content-encoding'] === 'gzip';
      const named = JSON.parse(String(zipped ? gunzipSync(body) : body));
      for (const name of Object.keys(named)) asked.add(name);
      const { title, url, severity } = published;
      const one = { id: 1099, title, url, severity, vulnerable_versions: '<99.0.0' };
      response.end(JSON.stringify({ fastify: [one] }));
    });
  });
  expect(await askRegistry(root)).toEqual({ advisories: [{ ...high, range: '<99.0.0' }] });
  const needed = ['fastify', 'pg', 'ws'];
  const tools = ['vite', 'vitest', 'playwright-core', 'twilio'];
  expect(needed.filter((name) => !asked.has(name))).toEqual([]);
  expect(tools.filter((name) => asked.has(name))).toEqual([]);
});

test('a registry without such a list is reported too', async () => {
  await registry((_request, response) => {
    response.statusCode = 405;
    response.end();
  });
  expect(await askRegistry(root)).toEqual({ silence: expect.stringMatching(/\S/) });
});
