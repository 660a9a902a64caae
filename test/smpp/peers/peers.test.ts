/** Tests against independent implementations; `npm run test:smpp-peers`. */

import { Buffer } from 'node:buffer';
import { createServer as createHttpServer } from 'node:http';
import { createServer } from 'node:net';
import { expect, onTestFinished, test } from 'vitest';
import { NoPackages } from '../../../scripts/debian-unpack.ts';
import { realMs } from '../../../src/domain/milliseconds.ts';
import { until } from '../../harness/until.ts';
import { nextEvents, routeTo, sender, smscOf, textOf } from '../open-route.ts';
import { inboundBody } from '../smsc-bodies.ts';
import { startKannel } from './kannel.ts';
import { type PerlRun, runPerl } from './perl.ts';

/** Undefined if Debian's packages are not available: the test is skipped and says why. */
async function unless<T>(skip: (why: string) => void, started: Promise<T>): Promise<T | undefined> {
  try {
    return await started;
  } catch (error) {
    if (!(error instanceof NoPackages)) throw error;
    skip(error.message);
    return undefined;
  }
}

function freePort(): Promise<number> {
  return new Promise((resolve) => {
    const server = createServer();
    server.listen(0, '127.0.0.1', () => {
      const address = server.address();
      server.close(() => resolve(typeof address === 'object' && address ? address.port : 0));
    });
  });
}

test('Net::SMPP as the SMSC reads our binds, texts, responses and unbinds correctly', async ({
  skip,
}) => {
  const port = await freePort();
  const smsc = await unless<PerlRun>(skip, runPerl('net-smpp-smsc.pl', [port]));
  if (!smsc) return;
  await smsc.said('listening');
  const route = routeTo(port, {
    settings: { responseIds: 'hex', receiptIds: 'decimal' },
    timing: {
      enquireMs: realMs(200),
      responseMs: realMs(5_000),
      patienceMs: realMs(10_000),
      restPatienceMs: realMs(10_000),
    },
  });
  await until(() => route.text.connected() || undefined);
  const [stop] = await nextEvents(route, 1);
  expect(stop).toMatchObject({ kind: 'inbound', phone: '13034000009', body: 'STOP' });
  const long = 'Two parts, each with its own header. '.repeat(6);
  const submissions = await route.text.submit([
    textOf(1, 'Pay {€5} @ 9'),
    textOf(2, 'Оплата 👍'),
    textOf(3, long),
  ]);
  expect(submissions.map(({ kind }) => kind)).toEqual(['accepted', 'accepted', 'accepted']);
  const receipts = await nextEvents(route, 4);
  const refs = submissions.flatMap((one) =>
    one.kind === 'accepted' ? (one.partRefs ?? [one.carrierRef]) : [],
  );
  expect(receipts.map(({ carrierRef }) => carrierRef).sort()).toEqual(refs.sort());
  await smsc.said('alive');
  await route.close();
  await smsc.said('unbound');
  expect(smsc.lines).toContain('bind carillon secret');
  const texts = smsc.lines
    .filter((line) => line.startsWith('text '))
    .map((line) => line.split(' '));
  const to = (n: number) => texts.filter((words) => words[2] === textOf(n).to);
  expect(to(1)).toEqual([
    ['text', sender, textOf(1).to, '0', '0', '1', '50617920' + '1b281b65351b29' + '2000' + '2039'],
  ]);
  const russian = Buffer.from('Оплата 👍', 'utf16le').swap16().toString('hex');
  expect(to(2)).toEqual([['text', sender, textOf(2).to, '0', '8', '1', russian]]);
  const parts = to(3).map((words) => Buffer.from(words[6] ?? '', 'hex'));
  expect(parts.map((part) => [...part.subarray(0, 3), part[4], part[5]])).toEqual([
    [5, 0, 3, 2, 1],
    [5, 0, 3, 2, 2],
  ]);
  expect(parts.map((part) => part.subarray(6).toString('latin1')).join('')).toBe(long);
  expect(smsc.lines.filter((line) => line === 'responded 0').length).toBe(5);
  smsc.end();
});

test('Net::SMPP as a client of our test SMSC gets every response and receipt', async ({ skip }) => {
  const smsc = await smscOf({ password: 'secret' });
  const client = await unless<PerlRun>(skip, runPerl('net-smpp-client.pl', [smsc.port, 40]));
  if (!client) return;
  await client.said('bound test smsc');
  await until(
    () => client.lines.filter((line) => line.startsWith('received')).length === 40 || undefined,
  );
  await until(() => smsc.counts.unbinds === 1 || undefined);
  expect(smsc.taken.map(({ text }) => text)).toEqual(
    Array.from({ length: 40 }, (_, n) => `Text ${n + 1}`),
  );
  const ids = client.lines.filter((line) => line.startsWith('taken ')).map((line) => line.slice(6));
  expect(ids).toEqual(smsc.taken.map(({ id }) => id));
  client.end();
});

test('Kannel as a client of our test SMSC: its texts arrive whole, and it gets receipts and inbound texts', async ({
  skip,
}) => {
  const requests: URL[] = [];
  const listener = createHttpServer((request, response) => {
    requests.push(new URL(request.url ?? '', 'http://localhost'));
    response.end('');
  });
  const port = await freePort();
  await new Promise<void>((resolve) => listener.listen(port, '127.0.0.1', resolve));
  onTestFinished(() => void listener.close());
  const smsc = await smscOf({ password: 'secret' });
  const [admin, box, send] = [await freePort(), await freePort(), await freePort()];
  const ports = { smsc: smsc.port, listener: port, admin, box, send };
  const kannel = await unless(skip, startKannel(ports));
  if (!kannel) return;
  try {
    await until(() => smsc.counts.binds > 0 || undefined);
    const about = { from: sender, to: '13034000001', charset: 'UTF-8' };
    const receipts = { 'dlr-mask': '3', 'dlr-url': `http://127.0.0.1:${port}/receipt?type=%d` };
    const long = 'A long text that Kannel cuts into parts. '.repeat(8).trim();
    await kannel.send({ ...about, ...receipts, text: 'Pay {€5} @ 9' });
    await kannel.send({ ...about, text: 'Оплата', coding: '2' });
    await kannel.send({ ...about, text: long });
    await until(() => smsc.taken.length === 5 || undefined);
    expect(smsc.taken.map(({ text }) => text).slice(0, 2)).toEqual(['Pay {€5} @ 9', 'Оплата']);
    expect(
      smsc.taken
        .slice(2)
        .map(({ text }) => text)
        .join(''),
    ).toBe(long);
    const received = smsc.deliver(inboundBody('13034000001', sender, 'STOP please'));
    const queryOf = (path: string) => requests.find((url) => url.pathname === path)?.searchParams;
    await until(() => queryOf('/receipt') && queryOf('/inbound'));
    expect(queryOf('/receipt')?.get('type')).toBe('1');
    expect(queryOf('/inbound')?.get('text')).toBe('STOP please');
    expect(await received).toBe(0);
  } finally {
    kannel.end();
  }
});
