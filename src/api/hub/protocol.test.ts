import fc from 'fast-check';
import { expect, test } from 'vitest';
import { readHandshake, readMessage, recordReader } from './protocol.ts';

const end = '\u001e';

test('records are found however the bytes are cut into frames', () => {
  const text = fc.string({ maxLength: 20 }).filter((value) => !value.includes(end));
  fc.assert(
    fc.property(fc.array(text), fc.array(fc.nat(30)), (records, cuts) => {
      let rest = records.map((record) => record + end).join('');
      const reader = recordReader(100);
      const read: string[] = [];
      for (const cut of cuts) {
        read.push(...reader.read(rest.slice(0, cut)));
        rest = rest.slice(cut);
      }
      read.push(...reader.read(rest));
      expect(read).toEqual(records);
    }),
  );
});

test('a record that is too large is refused, also before its end has come', () => {
  expect(() => recordReader(10).read('x'.repeat(11))).toThrow('too large');
  expect(() => recordReader(10).read(`${'x'.repeat(11)}${end}`)).toThrow('too large');
  const reader = recordReader(10);
  reader.read('x'.repeat(10));
  expect(() => reader.read('x')).toThrow('too large');
});

test('only the JSON protocol of version 1 is spoken', () => {
  expect(() => readHandshake('{"protocol":"json","version":1}')).not.toThrow();
  expect(() => readHandshake('{"protocol":"messagepack","version":1}')).toThrow('is not supported');
  expect(() => readHandshake('{"protocol":"json","version":2}')).toThrow('is not supported');
  for (const nonsense of ['', '{', 'null', '[]', '{"version":1}']) {
    expect(() => readHandshake(nonsense)).toThrow('could not be read');
  }
});

test('messages are distinguished; the hub ignores those without a use', () => {
  const call = { kind: 'call', invocationId: '7', target: 'Send' };
  expect(readMessage('{"type":1,"invocationId":"7","target":"Send","arguments":[]}')).toEqual(call);
  expect(readMessage('{"type":4,"invocationId":"7","target":"Send","arguments":[]}')).toEqual(call);
  expect(readMessage('{"type":7}')).toEqual({ kind: 'close' });
  for (const type of [2, 3, 5, 6, 8, 9]) {
    expect(readMessage(`{"type":${type}}`)).toEqual({ kind: 'nothing' });
  }
  for (const nonsense of ['', '{', '1', 'null', '{"type":"1"}', '{}']) {
    expect(() => readMessage(nonsense)).toThrow('could not be read');
  }
});
