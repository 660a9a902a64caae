/** A message recorded by telephone over a real Asterisk: record, listen, keep. */
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { decodeWav } from '../../src/domain/sound/wav.ts';
import { makeRequester, request, soundNamed, standing } from '../engine/recording-world.ts';
import { freshDatabase } from '../harness/database.ts';
import { until } from '../harness/until.ts';
import { addCarrier, runEngine } from './engine.ts';
import { matchIn, samplesIn } from './recording-match.ts';
import { hostSounds } from './sounds.ts';
import { callByAsterisk, channelsOn, connected, makeWorld } from './world.ts';

const db = await freshDatabase();
const { network, node, spoken, number } = await makeWorld();

describe('Recording by telephone over Asterisk', () => {
  test('what was said is played back and kept in full', async () => {
    const host = await hostSounds(() => spoken.prompt);
    const who = await makeRequester(db);
    await callByAsterisk(db, who.clientId);
    await addCarrier(db, [node]);
    const engine = await runEngine({ db, soundUrl: host.urlOf });
    await connected(db);
    const phone = number(241, 1);
    const fileName = await request(db, who, phone);
    const stages = new Set<string>();
    await until(async () => {
      const { stage, saved } = await standing(db, who);
      stages.add(stage);
      return saved || undefined;
    }, 60);
    expect([...stages]).toEqual(['nothing', 'inmenu', 'recording', 'listening', 'finished']);
    const kept = await soundNamed(db, who.clientId, fileName);
    if (!kept) throw new Error('No recording was kept.');
    const recorded = decodeWav(kept.content);
    expect(recorded.sampleRate).toBe(8000);
    expect(matchIn(recorded.samples, spoken.dictation)).toMatchObject({ ends: true });
    await until(async () => ((await channelsOn(node)).length === 0 ? true : undefined));
    const heard = await samplesIn(join(network.spool, `in-${phone}.wav`));
    expect(matchIn(heard, spoken.dictation).share).toBeGreaterThan(0.9);
    await engine.stop();
    host.close();
  });

  test('a new recording replaces the one before', async () => {
    const host = await hostSounds(() => spoken.prompt);
    const who = await makeRequester(db);
    await callByAsterisk(db, who.clientId);
    const engine = await runEngine({ db, soundUrl: host.urlOf });
    await connected(db);
    const fileName = await request(db, who, number(242, 1));
    await until(async () => (await standing(db, who)).saved || undefined, 60);
    const kept = await soundNamed(db, who.clientId, fileName);
    if (!kept) throw new Error('No recording was kept.');
    const { samples } = decodeWav(kept.content);
    expect(matchIn(samples, spoken.dictation)).toMatchObject({ ends: true });
    expect(matchIn(samples, spoken.customer).share).toBeLessThan(0.5);
    await engine.stop();
    host.close();
  });

  test('a busy phone is reported as busy', async () => {
    const host = await hostSounds(() => spoken.prompt);
    const who = await makeRequester(db);
    await callByAsterisk(db, who.clientId);
    const engine = await runEngine({ db, soundUrl: host.urlOf });
    await connected(db);
    await request(db, who, number(221, 1));
    const reason = await until(async () => (await standing(db, who)).reason ?? undefined);
    expect(reason).toEqual({ code: 'recording_busy' });
    await engine.stop();
    host.close();
  });
});
