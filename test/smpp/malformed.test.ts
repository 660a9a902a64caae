import { Buffer } from 'node:buffer';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { Malformed } from '../../src/carriers/smpp/body-reader.ts';
import { createFrames } from '../../src/carriers/smpp/frames.ts';
import {
  command,
  decodeDataMessage,
  decodeMessage,
  decodeMessageId,
  encodePdu,
  headerLength,
} from '../../src/carriers/smpp/pdu.ts';
import { readReceipt } from '../../src/carriers/smpp/receipt.ts';
import { wordsOf } from '../../src/carriers/smpp/words.ts';
import { realMs } from '../../src/domain/milliseconds.ts';
import { until } from '../harness/until.ts';
import { boundRoute, smscOf, textOf } from './open-route.ts';
import { decodeBind } from './request-bodies.ts';
import { inboundBody, receiptBody } from './smsc-bodies.ts';

const whole = [
  inboundBody('13034000001', '13025550100', 'STOP'),
  receiptBody({ id: '17', from: '13025550100', to: '13034000001' }, 'DELIVRD'),
];

/** Message bodies with octets changed, removed or inserted, and random octets. */
const body = fc.oneof(
  fc.uint8Array({ maxLength: 120 }).map((bytes) => Buffer.from(bytes)),
  fc
    .tuple(
      fc.constantFrom(...whole),
      fc.array(fc.tuple(fc.nat(200), fc.nat(255)), { maxLength: 6 }),
      fc.nat(200),
    )
    .map(([from, changes, cut]) => {
      const bytes = Buffer.from(from);
      for (const [at, octet] of changes) if (at < bytes.length) bytes[at] = octet;
      return cut < bytes.length ? bytes.subarray(0, cut) : bytes;
    }),
);

const commands = [
  ...Object.values(command),
  ...[0x80000004, 0x80000009, 0x80000015, 0x3, 0x21, 0x102, 0x103, 0x7fffffff, 0xffffffff],
];

const request = fc.record({
  command: fc.oneof(fc.constantFrom(...commands), fc.nat(0xffffffff)),
  status: fc.oneof(fc.constant(0), fc.nat(0xffffffff)),
  sequence: fc.oneof(fc.nat(40), fc.nat(0xffffffff)),
  body,
});

const forms = { responseIds: 'hex', receiptIds: 'decimal' } as const;

/** Every reader of bodies; each either returns or reports a malformed body. */
const readers: ((bytes: Buffer) => unknown)[] = [
  decodeBind,
  decodeMessageId,
  ...[decodeMessage, decodeDataMessage].map((decode) => (bytes: Buffer) => {
    const message = decode(bytes);
    for (const gsm7 of ['packed', 'unpacked'] as const) {
      readReceipt(message, wordsOf(message, gsm7).text, forms);
    }
  }),
];

describe('100,000 malformed PDUs', () => {
  test('are read or rejected by every reader, and nothing else is thrown', () => {
    let refused = 0;
    const property = fc.property(body, (bytes) => {
      for (const read of readers) {
        try {
          read(bytes);
        } catch (error) {
          if (!(error instanceof Malformed)) throw error;
          refused += 1;
        }
      }
    });
    fc.assert(property, { numRuns: 70_000, seed: 3 });
    expect(refused).toBeGreaterThan(50_000);
  }, 120_000);

  test('of any length and cut anywhere: those before the first invalid length are returned whole, and no more', () => {
    const property = fc.property(
      fc.array(request, { minLength: 1, maxLength: 5 }),
      fc.array(fc.nat(400), { maxLength: 8 }),
      fc.option(fc.oneof(fc.nat(15), fc.integer({ min: 70_001, max: 0xffffffff }))),
      (pdus, cuts, wrong) => {
        const sent = pdus.map((one) => encodePdu(one));
        const tail = Buffer.alloc(headerLength);
        if (wrong !== null) tail.writeUInt32BE(wrong, 0);
        const stream = Buffer.concat(wrong === null ? sent : [...sent, tail]);
        const frames = createFrames();
        const got: string[] = [];
        let broken: number | undefined;
        const bounds = [...new Set([0, ...cuts.map((at) => at % stream.length), stream.length])];
        bounds.sort((a, b) => a - b);
        for (const [index, from] of bounds.slice(0, -1).entries()) {
          const chunk = Buffer.from(stream.subarray(from, bounds[index + 1]));
          const read = frames.push(chunk);
          got.push(...read.pdus.map((pdu) => encodePdu(pdu).toString('hex')));
          broken ??= read.broken;
        }
        expect(got).toEqual(sent.map((one) => one.toString('hex')));
        expect(broken !== undefined).toBe(wrong !== null);
      },
    );
    fc.assert(property, { numRuns: 7_000, seed: 4 });
  }, 120_000);

  test('over a connection: no session hangs, and texts continue after them', async () => {
    const smsc = await smscOf({ fate: () => ({}) });
    const route = await boundRoute(smsc, {
      timing: { closeMs: realMs(20), rebindMs: realMs(1), longestRebindMs: realMs(5) },
    });
    const pdus = fc.sample(request, { numRuns: 30_000, seed: 5 }).map((one) => encodePdu(one));
    for (let at = 0; at < pdus.length; at += 100) {
      await until(() => route.text.connected() || undefined);
      const some = Buffer.concat(pdus.slice(at, at + 100));
      // Every third chunk ends with an invalid length.
      const wrong =
        at % 300 === 0 ? Buffer.from([0, 0, 0, 9, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12]) : '';
      smsc.raw(Buffer.concat([some, Buffer.from(wrong)]));
      route.text.acknowledge(route.text.events());
      await new Promise((resolve) => setImmediate(resolve));
    }
    expect(smsc.counts.binds).toBeGreaterThan(50);
    // Whatever came before, a text goes through.
    await until(async () => {
      route.text.acknowledge(route.text.events());
      const [submission] = await route.text.submit([textOf(1)]);
      return submission?.kind === 'accepted' || undefined;
    });
  }, 120_000);
});
