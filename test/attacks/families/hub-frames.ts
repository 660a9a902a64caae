/** What a client of the hub may say on its WebSocket, and must not. */
import type { Socket } from 'node:net';
import type { WebSocket } from 'ws';
import type { Expected } from '../verdict.ts';

export interface Said {
  what: string;
  expects: Expected;
  /** False: instead of the handshake. */
  shake?: boolean;
  say(socket: WebSocket): void;
}

const end = '\u001e';
const text = (what: string, expects: Expected, ...pieces: string[]): Said => ({
  ...{ what, expects },
  say: (socket) => {
    for (const piece of pieces) socket.send(piece);
  },
});
const call = (target: string, args = '[]', more = '') =>
  `{"type":1,"target":${JSON.stringify(target)},"arguments":${args}${more}}${end}`;

/** Bytes below the WebSocket, as they are. */
const bytes = (what: string, given: number[] | Buffer, expects: Expected = 'refused'): Said => ({
  ...{ what, expects },
  say: (socket) => {
    (Reflect.get(socket, '_socket') as Socket).write(Buffer.from(given));
  },
});

const records: Said[] = [
  ...['', '{', 'null', '[]', '1', '"x"', '{}', '{"type":"1"}', '{"type":null}', 'NaN', '\0'].map(
    (one) => text(`the record ${JSON.stringify(one)}`, 'refused', one + end),
  ),
  ...[2, 3, 4, 5, 6, 8, 9, 99, -1, 1.5, 1e308].map((type) =>
    text(
      `a message of type ${type}`,
      'either',
      `{"type":${type},"target":"A","arguments":[]}${end}`,
    ),
  ),
  ...[
    ...['__proto__', 'constructor', 'toString', '', 'recordingStatusUpdated', 'Send', '../x'],
    ...['x'.repeat(20_000), '<script>', "'; DROP TABLE session; --", '\u0000'],
  ].map((target) => text(`a call of ${target.slice(0, 20)}`, 'accepted', call(target))),
  text("a call for another client's events", 'accepted', call('Subscribe', '[1,{"clientId":1}]')),
  text('a group of another manager', 'accepted', call('AddToGroup', '["1-1"]')),
  text(
    'an event of its own',
    'accepted',
    call('recordingStatusUpdated', '[{"stage":"finished","saved":true}]'),
  ),
  text('__proto__', 'accepted', `{"type":6,"__proto__":{"type":7}}${end}`),
  text('a number as the id of a call', 'either', call('A', '[]', ',"invocationId":7')),
  text('10,000 levels of lists', 'either', call('A', '['.repeat(10_000) + ']'.repeat(10_000))),
  text('2,000 records at once', 'accepted', `{"type":6}${end}`.repeat(2_000)),
  text(
    'a record that never ends',
    'refused',
    ...Array.from({ length: 40 }, () => 'x'.repeat(1_000)),
  ),
  text('2,000 frames', 'accepted', ...Array.from({ length: 2_000 }, () => `{"type":6}${end}`)),
  text('1,000 calls at once', 'accepted', call('A', '[]', ',"invocationId":"a"').repeat(500)),
  text('a frame of 1 MiB', 'refused', 'x'.repeat(2 ** 20)),
  text('a lone surrogate', 'either', `{"type":6,"a":"\\ud800"}${end}`),
  text('its close', 'refused', `{"type":7}${end}`),
];

const handshakes: Said[] = [
  ...[
    ...['', '{}', 'null', '[]', '{', '{"protocol":"json"}', '{"protocol":"json","version":99}'],
    ...['{"protocol":"messagepack","version":1}', '{"protocol":"__proto__","version":1}'],
    ...[
      '{"protocol":{"toString":1},"version":1}',
      '{"protocol":"json","version":"1"}',
      '{"type":6}',
    ],
  ].map((one) => ({ ...text(`the handshake ${one}`, 'refused', one + end), shake: false })),
  { ...text('a binary handshake', 'refused'), shake: false, say: (s) => s.send(Buffer.from('{}')) },
  { ...text('nothing', 'refused'), shake: false, say: () => {} },
];

const masked = (first: number, length: number, payload: number[] = []) => [
  ...[first, 0x80 | length, 0, 0, 0, 0],
  ...payload,
];
const frames: Said[] = [
  bytes('a frame without a mask', [0x81, 0x01, 0x61]),
  bytes('reserved bits', masked(0xf1, 0)),
  bytes('a packed frame', masked(0xc1, 0)),
  ...[3, 4, 7, 0xb, 0xf].map((code) => bytes(`a frame of kind ${code}`, masked(0x80 | code, 0))),
  bytes('a ping in pieces', masked(0x09, 0)),
  bytes('a ping of 126 bytes', [0x89, 0xfe, 0, 126, 0, 0, 0, 0, ...Buffer.alloc(126)]),
  bytes('a frame that continues nothing', masked(0x80, 0)),
  bytes('a second beginning', [...masked(0x01, 0), ...masked(0x01, 0)]),
  bytes('no text', masked(0x81, 2, [0xc3, 0x28])),
  bytes('a length of 2^63', [0x81, 0xff, 0x80, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0]),
  bytes('a length of 2^53', [0x81, 0xff, 0, 0x20, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0]),
  bytes('a length of 1 GB', [0x81, 0xff, 0, 0, 0, 0, 0x40, 0, 0, 0, 0, 0, 0, 0]),
  bytes('a length in more bytes than needed', [0x81, 0xfe, 0, 1, 0, 0, 0, 0, 0x61], 'either'),
  ...[0, 999, 1004, 1005, 1006, 1015, 2999, 65_535].map((code) =>
    bytes(`a close with code ${code}`, masked(0x88, 2, [code >> 8, code & 255])),
  ),
  bytes('a close of one byte', masked(0x88, 1, [3])),
  bytes('a close with bad text', masked(0x88, 4, [3, 0xe8, 0xc3, 0x28])),
  bytes('HTTP again', Buffer.from('GET /api/campaign HTTP/1.1\r\nHost: carillon\r\n\r\n')),
  bytes('noise', Buffer.from(Array.from({ length: 3_000 }, (_, at) => (at * 37 + 11) % 256))),
  bytes(
    '5,000 beginnings of empty pieces',
    [...masked(0x01, 0), ...Array.from({ length: 5_000 }, () => masked(0x00, 0)).flat()],
    'either',
  ),
  {
    ...{ what: '3,000 pings', expects: 'either' as const },
    say: (socket) => {
      for (let n = 0; n < 3_000; n += 1) socket.ping();
    },
  },
  { what: 'bytes', expects: 'refused', say: (socket) => socket.send(Buffer.from([1, 2, 3])) },
];

export const badFrames = (): Said[] => [...records, ...handshakes, ...frames];
