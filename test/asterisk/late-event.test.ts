/** The engine handles an event late: the call goes on meanwhile, or ends. */

import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { describe, expect, test } from 'vitest';
import type { Sound } from '../../src/carriers/port.ts';
import { simMs } from '../../src/domain/milliseconds.ts';
import { until } from '../harness/until.ts';
import { openCarrier } from './carrier.ts';
import { matchIn, samplesIn } from './recording-match.ts';
import { hostSounds } from './sounds.ts';
import { channelsOn, makeWorld, msOf } from './world.ts';

const { network, node, spoken, number, atEnd } = await makeWorld();
const host = await hostSounds((sound) => (sound === 'prompt' ? spoken.prompt : spoken.toCustomer));
atEnd(host.close);
const message: Sound = {
  ...{ kind: 'message', clientId: 1, voiceMessageId: 1, version: 1, durationMs: 0 },
  ...{ soundId: 5, perAccount: false },
};
const prompt: Sound = { kind: 'prompt', name: 'opted-out', durationMs: 0 };

/** A person who hears the message and has pressed 9; the key is not acknowledged yet. */
async function pressed(attemptId: string, to: string) {
  const carrier = await openCarrier({
    ...{ nodes: node.url, engineName: `late-${attemptId}`, soundUrl: host.urlOf },
  });
  atEnd(carrier.close);
  const { voice, next } = carrier;
  await voice.place([{ attemptId, to, callerId: { kind: 'default' } }]);
  const answered = await next(attemptId, 'answered');
  voice.play(attemptId, message, answered.at);
  voice.acknowledge([answered]);
  const key = await next(attemptId, 'key');
  expect(key).toMatchObject({ key: '9' });
  return { voice, next, key };
}

describe.concurrent('9 that is handled only', () => {
  test('when the message is over: its end is not taken for the end of the prompt', async () => {
    const phone = number(203, 1);
    const { voice, next, key } = await pressed('1-1-1', phone);
    await sleep(msOf(spoken.toCustomer) + 1_000);
    expect(voice.events()).toEqual([key]);
    voice.play('1-1-1', prompt, simMs(Date.now()));
    voice.acknowledge([key]);
    voice.acknowledge([await next('1-1-1', 'played')]);
    voice.hangUp('1-1-1', simMs(Date.now()));
    voice.acknowledge([await next('1-1-1', 'ended')]);
    const heard = await samplesIn(join(network.spool, `heard-${phone}.wav`));
    expect(matchIn(heard, spoken.toCustomer).ends).toBe(true);
    expect(matchIn(heard, spoken.prompt).ends).toBe(true);
  });

  test('after the hang-up: the prompt is skipped, and the call counts as a person', async () => {
    const { voice, next, key } = await pressed('1-1-2', number(205, 2));
    await until(async () => !(await channelsOn(node)).includes('1-1-2') || undefined);
    voice.play('1-1-2', prompt, simMs(Date.now()));
    voice.acknowledge([key]);
    const last = async () => {
      const event = voice.events()[0];
      if (event) voice.acknowledge([event]);
      return event?.kind === 'ended' ? event : undefined;
    };
    expect(await until(last)).toMatchObject({ cause: 'hangup' });
    await expect(next('1-1-2', 'played', 1)).rejects.toThrow('Nothing');
  });
});
