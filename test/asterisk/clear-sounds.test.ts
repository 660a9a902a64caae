/** deploy/asterisk/clear-sounds.sh removes Asterisk's copies of expired sounds. */
import { execFile } from 'node:child_process';
import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { expect, test } from 'vitest';
import type { Sound } from '../../src/carriers/port.ts';
import { soundTokens } from '../../src/db/sound-token.ts';
import { vault } from '../engine/world.ts';
import { openCarrier } from './carrier.ts';
import { configFolders } from './prefix.ts';
import { hostSounds } from './sounds.ts';
import { makeWorld } from './world.ts';

const { node, spoken, number, atEnd } = await makeWorld();
const host = await hostSounds(() => spoken.prompt);
atEnd(host.close);
const tokens = soundTokens(vault);
const hour = 3_600_000;
/** Hours since their addresses were made, by message. */
const ages = [30, 5, 0.1];

/** The message's address, as made at that time. */
function address(voiceMessageId: number): string {
  const age = ages[voiceMessageId - 1] ?? 0;
  const ids = { clientId: 1, voiceMessageId, version: 1, soundId: 5, callListId: 1, entryId: 1 };
  const token = tokens.sign({ kind: 'account', ...ids }, Date.now() - age * hour);
  return `http://127.0.0.1:${host.port}/sounds/${token}.wav`;
}

test('a sound whose address has expired is removed while calls go on, and no other', async () => {
  const addresses = [1, 2, 3].map(address);
  const carrier = await openCarrier({
    ...{ nodes: node.url, engineName: 'clear-sounds' },
    soundUrl: (_id, sound) => (sound.kind === 'message' ? address(sound.voiceMessageId) : ''),
  });
  atEnd(carrier.close);
  const { voice, next } = carrier;
  const attemptId = '1-1-1';
  await voice.place([{ attemptId, to: number(201, 1), callerId: { kind: 'default' } }]);
  let last = await next(attemptId, 'answered');
  const play = async (voiceMessageId: number) => {
    const message = { kind: 'message', clientId: 1, version: 1, durationMs: 0 } as const;
    const sound: Sound = { ...message, voiceMessageId, soundId: 5, perAccount: true };
    voice.play(attemptId, sound, last.at);
    voice.acknowledge([last]);
    last = await next(attemptId, 'played');
  };
  for (const voiceMessageId of [1, 2, 3]) await play(voiceMessageId);
  expect(kept()).toHaveLength(3);

  const script = join(configFolders.platform, 'clear-sounds.sh');
  const env = { PATH: process.env.PATH, ASTERISK: node.command };
  await promisify(execFile)('/bin/sh', [script], { env });
  expect(kept()).toHaveLength(1);
  const cached = await node.cli('media cache show all');
  expect(addresses.map((one) => cached.includes(one))).toEqual([false, false, true]);
  // The call is still up, and can play both the kept and the removed sound.
  for (const voiceMessageId of [3, 1]) await play(voiceMessageId);
  expect(kept()).toHaveLength(2);
  voice.hangUp(attemptId, last.at);
  voice.acknowledge([last]);
  await next(attemptId, 'ended');
});

const kept = () => readdirSync(join(node.folder, 'cache'));
