/** Hostile sound files, and the addresses at which calls fetch sounds. */
import { soundTokens } from '../../../src/db/sound-token.ts';
import { asked } from '../asking.ts';
import { formBytes, formType } from '../multipart.ts';
import { exchanged, rawRequest } from '../raw.ts';
import type { Family, Group } from '../score.ts';
import type { Expected } from '../verdict.ts';
import type { World } from '../world.ts';
import { badSounds } from './sounds-bad.ts';

const uploads =
  (world: World, from: number, step: number): Group =>
  async (run) => {
    const own = await world.make();
    const token = await world.renew(own);
    const mine = badSounds().filter((_, at) => at % step === from);
    for (const { what, expects, content, fileName } of mine) {
      await run({
        ...{ name: what, expects, view: own.view },
        send: () =>
          asked(world.api.url, {
            ...{ path: '/api/message/sound', method: 'POST', token },
            body: formBytes([{ name: 'fileSelect', content, fileName }]),
            headers: { ...own.from, 'content-type': formType },
          }),
      });
    }
  };

const kept =
  (world: World): Group =>
  async (run) => {
    const own = await world.make();
    const token = await world.renew(own);
    const names = [
      ...[
        world.other.soundName,
        `../${world.other.soundName}`,
        '../../etc/passwd',
        '%2e%2e%2fx.wav',
      ],
      ...['', '*', '%', '_', '%25.wav', '\0', 'a\0.wav', 'x'.repeat(5_000), "' OR '1'='1", '/'],
      ...[
        'C:\\x.wav',
        'file:///etc/passwd',
        'http://evil.example/a.wav',
        '\ud83d\ude00.wav',
        '__proto__',
      ],
    ];
    for (const name of names) {
      const path = `/api/message/sound/${encodeURIComponent(name)}`;
      await run({
        ...{ name: `the sound ${JSON.stringify(name.slice(0, 30))}`, expects: 'refused' },
        view: { ...own.view, sent: [world.other.marks[0] ?? ''] },
        send: () => asked(world.api.url, { path, token, headers: own.from }),
      });
    }
  };

/** A good signature, and addresses with none: changed, cut, of another sound, or too old. */
function addresses({ api, other }: World): { good: string; bad: string[] } {
  const { sign } = soundTokens(api.deps.vault);
  const now = Date.now();
  const good = sign({ kind: 'silence', durationMs: 20 }, now);
  const { client: clientId, 'voice-message': voiceMessageId, 'call-list': callListId } = other.ids;
  const account = sign(
    { kind: 'account', clientId, voiceMessageId, version: 1, soundId: 1, callListId, entryId: 1 },
    now,
  );
  const changed = (token: string, at: number) =>
    token.slice(0, at) + (token[at] === 'A' ? 'B' : 'A') + token.slice(at + 1);
  const step = Math.max(1, Math.floor(good.length / 12));
  const bad = [
    ...['', '.', 'x', 'null', '%00', '..%2f..%2fsecret.txt', good.slice(0, -4), `${good}AAAA`],
    ...[`${good}.`, good.toUpperCase(), `${good}.${good}`, [...good].reverse().join('')],
    ...Array.from({ length: 12 }, (_, at) => changed(good, at * step)),
    ...Array.from({ length: 6 }, (_, at) => changed(account, at * 9)),
    ...['A'.repeat(150), 'A'.repeat(10_000), other.token, account.slice(0, 20) + good.slice(20)],
    sign({ kind: 'ringing' }, now - 40 * 24 * 3_600_000),
  ];
  return { good, bad };
}

const ranges = [
  ...['bytes=0-', 'bytes=-1', 'bytes=99999999999-', 'bytes=5-2', 'bytes=0-0,1-1,2-2', 'bytes=--'],
  ...['bytes=-99999999999999999999', 'bytes=0x0-', `bytes=${'0-0,'.repeat(900)}1-1`, 'bytes='],
  ...['bytes=NaN-', 'x=0-'],
];
const conditions = [
  ...['If-None-Match: *', `If-None-Match: ${'"a",'.repeat(1_500)}"b"`, 'If-Range: "'],
  'If-Modified-Since: x',
];

/** Addresses of sounds are signed: whoever changes one finds nothing, whatever else he knows. */
const signed =
  (world: World): Group =>
  async (run) => {
    const { good, bad } = addresses(world);
    const one = async (expects: Expected, what: string, path: string, header?: string) => {
      for (const method of expects === 'either' ? ['GET', 'HEAD'] : ['GET']) {
        const headers = ['Connection: close', ...(header === undefined ? [] : [header])];
        await run({
          ...{ name: `${method} of ${what.slice(0, 40)}`, expects, view: { marks: [] } },
          mayCut: true,
          send: () => exchanged(world.api.url, [rawRequest(`${method} ${path} HTTP/1.1`, headers)]),
        });
      }
    };
    for (const token of bad) await one('refused', `the address ${token}`, `/sounds/${token}.wav`);
    for (const end of ['', '.mp3', '.wav/x', '.WAV', '.wav%00', '.wav.exe']) {
      await one('refused', `the end "${end}"`, `/sounds/${good}${end}`);
    }
    // A range that cannot be read is none: the whole sound comes (RFC 9110, 14.2).
    for (const header of [...ranges.map((range) => `Range: ${range}`), ...conditions]) {
      await one('either', header, `/sounds/${good}.wav`, header);
    }
  };

export function sounds(world: World): Family {
  const groups = Array.from({ length: 3 }, (_, from) => uploads(world, from, 3));
  return { name: 'sounds', groups: [...groups, kept(world), signed(world)] };
}
