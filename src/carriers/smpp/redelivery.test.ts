import { appendFileSync, mkdirSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, test } from 'vitest';
import { realMs } from '#domain/milliseconds.ts';
import { InboundIdentities } from './redelivery.ts';

const folder = mkdtempSync(join(tmpdir(), 'carillon-redelivery-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

let files = 0;
function setUp() {
  files += 1;
  const file = join(folder, `${files}.jsonl`);
  const troubles: unknown[] = [];
  const time = { now: Date.parse('2026-11-21T12:00:00Z') };
  const open = () =>
    new InboundIdentities(file, () => realMs(time.now), troubles.push.bind(troubles));
  return { file, time, open, troubles, identities: open() };
}

function session() {
  const state = { open: true };
  return { isOpen: () => state.open, end: () => Object.assign(state, { open: false }) };
}

const ann = '13034000001 13025550100';

describe('An inbound text', () => {
  test('redelivered on the next session, because the last one ended without a response, is the same', () => {
    const { identities } = setUp();
    const [one, two] = [session(), session()];
    const id = identities.identify(ann, 'STOP', one);
    one.end();
    expect(identities.identify(ann, 'STOP', two)).toBe(id);
  });

  test('redelivered soon after the session with our response ended is the same, and later is another', () => {
    const { identities, time } = setUp();
    const [one, two, three] = [session(), session(), session()];
    const id = identities.identify(ann, 'STOP', one);
    identities.responded(id);
    one.end();
    time.now += 60_000;
    expect(identities.identify(ann, 'STOP', two)).toBe(id);
    identities.responded(id);
    two.end();
    time.now += 121_000;
    expect(identities.identify(ann, 'STOP', three)).not.toBe(id);
  });

  test('redelivered is dated as the first one, by another process, too', () => {
    const { identities, time, open } = setUp();
    const cameAt = time.now;
    const id = identities.identify(ann, 'STOP', session());
    time.now += 3_600_000;
    const next = open();
    expect(next.identify(ann, 'STOP', session())).toBe(id);
    expect(next.receivedAt(id)).toBe(cameAt);
  });

  test('repeated after its response may be a new one, and before its response it is not', () => {
    const { identities } = setUp();
    const [one, two, three] = [session(), session(), session()];
    const id = identities.identify(ann, 'STOP', one);
    expect(identities.mayBeNew(id)).toBe(false);
    one.end();
    identities.identify(ann, 'STOP', two);
    expect(identities.mayBeNew(id)).toBe(false);
    identities.responded(id);
    two.end();
    expect(identities.identify(ann, 'STOP', three)).toBe(id);
    expect(identities.mayBeNew(id)).toBe(true);
  });

  test('with the same words is another while the session that responded to the first is open', () => {
    const { identities } = setUp();
    const [one, other] = [session(), session()];
    const id = identities.identify(ann, 'STOP', one);
    identities.responded(id);
    expect(identities.identify(ann, 'STOP', one)).not.toBe(id);
    const second = identities.identify(ann, 'STOP', one);
    identities.responded(second);
    expect(identities.identify(ann, 'STOP', other)).not.toBe(second);
  });

  test('STOP after a START is never the STOP before it, whatever got a response and whichever session ended', () => {
    for (const answered of [false, true]) {
      for (const restarts of [false, true]) {
        const { identities, open } = setUp();
        const [one, two] = [session(), session()];
        const stop = identities.identify(ann, 'STOP', one);
        if (answered) identities.responded(stop);
        one.end();
        const after = restarts ? open() : identities;
        after.identify(ann, 'START', two);
        expect(after.identify(ann, 'STOP', two)).not.toBe(stop);
      }
    }
  });

  test('STOP, START and STOP without responses are three, even if the first two are redelivered', () => {
    const { identities } = setUp();
    const [one, two] = [session(), session()];
    const first = ['STOP', 'START', 'STOP'].map((words) => identities.identify(ann, words, one));
    expect(new Set(first).size).toBe(3);
    one.end();
    const again = ['STOP', 'START', 'STOP'].map((words) => identities.identify(ann, words, two));
    expect(new Set(again).size).toBe(3);
  });

  test('of another person or to another number is another', () => {
    const { identities } = setUp();
    const one = session();
    const id = identities.identify(ann, 'STOP', one);
    one.end();
    expect(identities.identify('13034000002 13025550100', 'STOP', session())).not.toBe(id);
  });
});

test('a restarted process knows the texts without a response, whatever its last line was', () => {
  const { identities, open, file } = setUp();
  const one = session();
  const open1 = identities.identify(ann, 'Who is this?', one);
  const done = identities.identify('13034000002 13025550100', 'Yes', one);
  identities.responded(done);
  appendFileSync(file, '{"answered":"');
  const next = open();
  expect(next.identify(ann, 'Who is this?', session())).toBe(open1);
  expect(next.identify('13034000002 13025550100', 'Yes', session())).toBe(done);
});

test('the file stays short, however often the same people write, and keeps what has no response', () => {
  const { identities, open, file } = setUp();
  const one = session();
  const bob = identities.identify('13034000002 13025550100', 'STOP', one);
  for (let n = 0; n < 15_000; n += 1) identities.responded(identities.identify(ann, `${n}`, one));
  expect(readFileSync(file, 'utf8').split('\n').length).toBeLessThanOrEqual(20_001);
  expect(open().identify('13034000002 13025550100', 'STOP', session())).toBe(bob);
});

test('many people who write within minutes are all known, and the file is not rewritten for each', () => {
  const { identities, open } = setUp();
  const one = session();
  const ids = Array.from({ length: 15_000 }, (_, n) => {
    const id = identities.identify(`${13_034_000_000 + n} 13025550100`, 'Yes', one);
    identities.responded(id);
    return id;
  });
  const next = open();
  const again = ids.map((_, n) =>
    next.identify(`${13_034_000_000 + n} 13025550100`, 'Yes', session()),
  );
  expect(again).toEqual(ids);
});

test('a full disk does not block inbound texts', () => {
  const { identities, troubles, file } = setUp();
  rmSync(file);
  mkdirSync(file);
  const one = session();
  const id = identities.identify(ann, 'STOP', one);
  identities.responded(id);
  one.end();
  expect(identities.identify(ann, 'STOP', session())).toBe(id);
  expect(troubles.length).toBeGreaterThan(0);
});
