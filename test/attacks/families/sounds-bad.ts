/** Sound files that lie, break off, or are something else. */
import { readFileSync } from 'node:fs';
import { int16, tone, wavFile } from '../../sound-files/wav-files.ts';
import type { Expected } from '../verdict.ts';

interface BadSound {
  what: string;
  expects: Expected;
  content: string | Uint8Array;
  fileName: string;
}

const sample = (name: string) =>
  readFileSync(new URL(`../../data/sounds/${name}`, import.meta.url));
const pcm = { kind: 1, bits: 16 };
const second = tone(1, {}, int16);

const refusedWavs: [string, Uint8Array][] = [
  ['a sound of 0 bytes', wavFile(pcm, Buffer.alloc(0))],
  ['0 samples a second', wavFile({ ...pcm, sampleRate: 0 }, second)],
  ['1 sample a second', wavFile({ ...pcm, sampleRate: 1 }, second)],
  ['4 billion samples a second', wavFile({ ...pcm, sampleRate: 0xffff_ffff }, second)],
  ['no channel', wavFile({ ...pcm, channels: 0 }, second)],
  ['samples of no bits', wavFile({ kind: 1, bits: 0 }, second)],
  ['samples of 65,535 bits', wavFile({ kind: 1, bits: 65_535 }, second)],
  ['an encoding that there is not', wavFile({ kind: 0xbeef, bits: 16 }, second)],
  [
    'a hidden encoding that there is not',
    wavFile({ kind: 0xfffe, bits: 16, inner: 0xbeef }, second),
  ],
  ['a length beyond its end', wavFile(pcm, second, { data: 0x7000_0000 })],
  ['half a file', wavFile(pcm, second).subarray(0, 9_000)],
  ['its header alone', wavFile(pcm, second).subarray(0, 44)],
  ['half a header', wavFile(pcm, second).subarray(0, 20)],
  [
    'a length of a chunk beyond its end',
    Buffer.from('RIFF\xff\xff\xff\xffWAVEjunk\xff\xff\xff\xff', 'latin1'),
  ],
  [
    'a million chunks',
    Buffer.concat([Buffer.from('RIFF\0\0\0\0WAVE'), Buffer.alloc(8_000_000, 'junk\0\0\0\0')]),
  ],
];

const oddWavs: [string, Uint8Array][] = [
  ['65,535 channels', wavFile({ ...pcm, channels: 65_535 }, Buffer.alloc(131_070 * 4, 7))],
  ['an open length', wavFile(pcm, second, { data: 0xffff_ffff, riff: 0xffff_ffff })],
  ['a length of 0', wavFile(pcm, second, { data: 0, riff: 0 })],
  ['floating point that is none', wavFile({ kind: 3, bits: 32 }, Buffer.alloc(64_000, 0xff))],
  [
    'GSM that is noise',
    wavFile({ kind: 0x31, bits: 0 }, Buffer.from(second.map((one, at) => (one * 7 + at) & 255))),
  ],
];

function box(type: string, size: number, content = ''): Buffer {
  const bytes = Buffer.alloc(8 + content.length);
  bytes.writeUInt32BE(size >>> 0);
  bytes.write(type + content, 4, 'latin1');
  return bytes;
}
const ftyp = box('ftyp', 24, 'M4A \0\0\0\0M4A isom');
const m4a = sample('greeting.m4a');
/** The real file with four bytes changed behind a mark. */
function lying(mark: string, behind: number, value: number): Buffer {
  const bytes = Buffer.from(m4a);
  bytes.writeUInt32BE(value >>> 0, bytes.indexOf(mark, 0, 'latin1') + behind);
  return bytes;
}

const mp4s: [string, Expected, Uint8Array][] = [
  ['its type alone', 'refused', ftyp],
  ['boxes of no size', 'refused', Buffer.concat([ftyp, ...Array(9).fill(box('moov', 0))])],
  ['a box of 4 GB', 'refused', Buffer.concat([ftyp, box('moov', 0xffff_ffff)])],
  [
    'a box in a box 9,000 times',
    'refused',
    Buffer.concat([
      ftyp,
      ...Array.from({ length: 9_000 }, (_, at) => box('moov', 72_000 - at * 8)),
    ]),
  ],
  ['4 billion sizes of samples', 'either', lying('stsz', 12, 0xffff_ffff)],
  ['4 billion times', 'either', lying('stts', 8, 0xffff_ffff)],
  ['4 billion chunks', 'either', lying('stco', 8, 0xffff_ffff)],
  ['a time scale of 0', 'either', lying('mdhd', 16, 0)],
  ['a length of 136 years', 'either', lying('mdhd', 20, 0xffff_ffff)],
  ['half a file', 'refused', m4a.subarray(0, m4a.length >> 1)],
  ['a picture alone', 'refused', sample('picture-only.mp4')],
];

const mp3 = sample('greeting.mp3');
const frame = Buffer.concat([Buffer.from([0xff, 0xfb, 0x90, 0x64]), Buffer.alloc(413)]);
const mp3s: [string, Expected, Uint8Array][] = [
  ['half a file', 'refused', mp3.subarray(0, (mp3.length >> 1) + 7)],
  ['a tag of 256 MB', 'refused', Buffer.from('ID3\x04\0\0\x7f\x7f\x7f\x7f', 'latin1')],
  ['tags alone', 'refused', Buffer.alloc(100_000, 'ID3\x03\0\0\0\0\0\x0a0123456789')],
  ['frames of silence', 'refused', Buffer.concat(Array(100).fill(frame))],
  [
    'frames of noise',
    'either',
    Buffer.concat(
      Array.from({ length: 60 }, (_, at) =>
        Buffer.concat([frame.subarray(0, 4), Buffer.alloc(413, at * 41 + 3)]),
      ),
    ),
  ],
  ['frames without a rate', 'refused', Buffer.alloc(40_000, Buffer.from([0xff, 0xfb, 0x0c, 0]))],
  ['beginnings of frames alone', 'refused', Buffer.alloc(40_000, 0xff)],
];

/** What other programs' readers follow to a file or an address. */
const others: [string, string | Uint8Array][] = [
  [
    'a playlist',
    '#EXTM3U\n#EXT-X-MEDIA-SEQUENCE:0\n#EXTINF:1,\nfile:///etc/passwd\n#EXT-X-ENDLIST\n',
  ],
  ['a playlist of addresses', '#EXTM3U\n#EXTINF:1,\nhttp://169.254.169.254/latest/meta-data/\n'],
  ['a list of pieces', "ffconcat version 1.0\nfile '/etc/passwd'\n"],
  ['a session description', 'v=0\no=- 0 0 IN IP4 127.0.0.1\nm=audio 5432 RTP/AVP 0\n'],
  [
    'a picture with a script',
    '<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>',
  ],
  ['Ogg', Buffer.from('OggS\0\x02'.padEnd(4_000, '\0'), 'latin1')],
  ['FLAC', Buffer.from('fLaC\0\0\0\x22'.padEnd(4_000, '\xff'), 'latin1')],
  ['Matroska', Buffer.from('\x1a\x45\xdf\xa3'.padEnd(4_000, '\xff'), 'latin1')],
  ['nothing', ''],
  ['a byte', '\xff'],
  ['NULs', Buffer.alloc(500_000)],
];

const greeting = sample('greeting.wav');
const names: string[] = [
  ...[
    '',
    '.',
    '..',
    'a',
    'a.txt',
    'a.wav.exe',
    'a.wav\0.txt',
    'a.m3u8',
    'a.svg',
    'a.wav/',
    'a.wav ',
  ],
  ...[
    '../../../../etc/passwd',
    'a.php',
    'x'.repeat(10_000),
    'a%2ewav',
    'a.wav;.txt',
    'a.wav::$DATA',
  ],
];
const goodNames: string[] = [
  ...[
    '.wav',
    '../../../../etc/x.wav',
    'C:\\a.wav',
    '$(id).wav',
    '-i.wav',
    'pipe:0.wav',
    'http:x.wav',
  ],
];

export function badSounds(): BadSound[] {
  const as = (fileName: string) => (one: [string, Uint8Array | string]) => ({
    ...{
      what: `${fileName} with ${one[0]}`,
      expects: 'refused' as const,
      content: one[1],
      fileName,
    },
  });
  const typed = (fileName: string) => (one: [string, Expected, Uint8Array]) => ({
    ...{ what: `${fileName} with ${one[0]}`, expects: one[1], content: one[2], fileName },
  });
  return [
    ...refusedWavs.map(as('a.wav')),
    ...oddWavs.map((one) => ({ ...as('a.wav')(one), expects: 'either' as const })),
    ...mp4s.map(typed('a.m4a')),
    ...mp3s.map(typed('a.mp3')),
    ...others.map(as('b.mp3')),
    ...names.map((fileName) => ({
      what: `the name ${JSON.stringify(fileName.slice(0, 30))}`,
      ...{ expects: 'refused' as const, content: greeting, fileName },
    })),
    ...goodNames.map((fileName) => ({
      what: `the name ${JSON.stringify(fileName)}`,
      ...{ expects: 'either' as const, content: greeting, fileName },
    })),
    { what: 'a sound as another kind', expects: 'either', content: greeting, fileName: 'a.mp4' },
  ];
}
