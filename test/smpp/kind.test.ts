import { execFile } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { describe, expect, test } from 'vitest';
import type { CarrierSurroundings } from '../../src/carriers/kind.ts';
import { smppKind } from '../../src/carriers/smpp/kind.ts';
import { status } from '../../src/carriers/smpp/status.ts';
import { carrierDetailSentence } from '../../src/domain/carrier-words/detail-sentences.ts';
import { until } from '../harness/until.ts';
import { certificate } from './certificate.ts';
import { boundRoute, routeTo, smscOf, temporary, textOf } from './open-route.ts';

const around = {} as CarrierSurroundings;
const bindRejected = (smpp: number) => carrierDetailSentence({ code: 'bind_rejected', smpp });

function settingsTo(port: number, more: Record<string, string> = {}) {
  const typed = { host: '127.0.0.1', port: String(port), systemId: 'carillon', ...more };
  return smppKind.settings.parse({ password: 'secret', ...typed });
}

describe('A test of a text route', () => {
  test('binds, unbinds, sends nothing, and says so', async () => {
    const smsc = await smscOf({ password: 'secret' });
    const findings = await smppKind.test(settingsTo(smsc.port), around);
    expect(findings).toMatchObject([
      { state: 'fine', text: `Bound to 127.0.0.1:${smsc.port} as carillon.` },
      { state: 'hint', text: expect.stringContaining('unencrypted') },
    ]);
    await until(() => smsc.counts.unbinds === 1 || undefined);
    expect(smsc.taken).toEqual([]);
  });

  test('says why the carrier rejected the bind', async () => {
    const smsc = await smscOf({ password: 'another' });
    const [password] = await smppKind.test(settingsTo(smsc.port), around);
    expect(password).toMatchObject({
      state: 'wrong',
      text: expect.stringContaining(bindRejected(status.invalidPassword)),
    });
    smsc.behaviour.bindStatus = status.alreadyBound;
    const [full] = await smppKind.test(settingsTo(smsc.port, { password: 'another' }), around);
    expect(full?.text).toContain(bindRejected(status.alreadyBound));
    expect(full?.text).toContain('every bind that the carrier allows');
  });

  test('says that the connection was refused', async () => {
    const smsc = await smscOf();
    await smsc.close();
    const [finding] = await smppKind.test(settingsTo(smsc.port), around);
    expect(finding).toMatchObject({
      state: 'wrong',
      text: expect.stringContaining('ECONNREFUSED'),
    });
  });
});

describe('TLS to an SMSC', () => {
  test('with a self-signed certificate is refused when it is checked', async () => {
    const smsc = await smscOf({ tls: certificate });
    const [finding] = await smppKind.test(settingsTo(smsc.port, { tls: 'on' }), around);
    const because = { code: 'certificate_untrusted', said: 'self-signed certificate' } as const;
    const text = expect.stringContaining(carrierDetailSentence(because));
    expect(finding).toMatchObject({ state: 'wrong', text });
    const route = routeTo(smsc.port, { settings: { tls: 'on' } });
    await expect.poll(() => route.detail()).toMatchObject({ because });
    expect(route.text.connected()).toBe(false);
    expect(smsc.counts.binds).toBe(0);
  });

  test('of an authority that NODE_EXTRA_CA_CERTS names is trusted; without it the sentence says how', async () => {
    const smsc = await smscOf({ tls: certificate });
    const settings = settingsTo(smsc.port, { tls: 'on', host: 'localhost' });
    const [finding] = await smppKind.test(settings, around);
    // Nothing of Node's advice about its own options, such as --use-system-ca.
    const untrusted = { code: 'certificate_untrusted', said: 'self-signed certificate' };
    expect(finding?.text).toContain(carrierDetailSentence(untrusted));
    const folder = temporary();
    const file = join(folder, 'authority.pem');
    writeFileSync(file, certificate.cert);
    const kind = new URL('../../src/carriers/smpp/kind.ts', import.meta.url);
    const program = `const { smppKind } = await import(${JSON.stringify(kind.href)});
      console.log(JSON.stringify(await smppKind.test(${JSON.stringify(settings)}, {})));`;
    const { stdout } = await promisify(execFile)(
      process.execPath,
      ['--input-type=module', '--eval', program],
      { env: { ...process.env, NODE_OPTIONS: '', NODE_EXTRA_CA_CERTS: file } },
    );
    expect(JSON.parse(stdout)).toMatchObject([{ state: 'fine' }]);
  });

  test('carries texts, and warns that an unchecked certificate proves nothing', async () => {
    const smsc = await smscOf({ tls: certificate });
    const route = await boundRoute(smsc, { settings: { tls: 'unchecked' } });
    expect(await route.text.submit([textOf(1)])).toMatchObject([{ kind: 'accepted' }]);
    const findings = await smppKind.test(settingsTo(smsc.port, { tls: 'unchecked' }), around);
    expect(findings.map(({ state }) => state)).toEqual(['fine', 'hint']);
  });
});

test.each([
  [{ port: '70000' }, 'must be a whole number from 1 to 65535'],
  [{ window: '0' }, 'must be a whole number from 1 to 500'],
  [{ gsm7: 'ucs2' }, 'must be one of unpacked, packed'],
  [{ systemId: 'much too long a name' }, 'must'],
])('a setting that cannot be (%o) is refused with words', (given, words) => {
  const read = smppKind.settings.safeParse({
    host: 'smpp.example.net',
    ...{ systemId: 'acme', password: 'secret' },
    ...given,
  });
  expect(read.error?.issues[0]?.message).toContain(words);
});
