/** Lost requests, responses and events: every call still ends, and nobody waits in silence. */
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { findingsOf } from '../../src/carriers/asterisk/findings.ts';
import type { CallEvent, Sound } from '../../src/carriers/port.ts';
import { until } from '../harness/until.ts';
import { type AloneCarrier, openCarrier } from './carrier.ts';
import { type LossyLink, lossyLinkTo } from './lossy-link.ts';
import { matchIn, samplesIn } from './recording-match.ts';
import { ari } from './site.ts';
import { hostSounds } from './sounds.ts';
import { channelsOn, makeWorld } from './world.ts';

const world = await makeWorld();
const { network, node, spoken, number } = world;
const host = await hostSounds(() => spoken.toCustomer);
world.atEnd(host.close);
const message: Sound = {
  ...{ kind: 'message', clientId: 1, voiceMessageId: 1, version: 1, durationMs: 0 },
  ...{ soundId: 5, perAccount: false },
};

async function open(engineName: string): Promise<AloneCarrier & { link: LossyLink }> {
  const link = await lossyLinkTo(node.url);
  world.atEnd(link.close);
  const wish = {
    nodes: link.url,
    engineName,
    soundUrl: host.urlOf,
    settings: { callsAtOnce: '1' },
  };
  const carrier = await openCarrier(wish);
  world.atEnd(carrier.close);
  return { ...carrier, link };
}

function place({ voice }: AloneCarrier, attemptId: string, to: string) {
  return voice.place([{ attemptId, to, callerId: { kind: 'default' } }]);
}

async function handle({ voice }: AloneCarrier, event: CallEvent): Promise<void> {
  if (event.kind === 'answered') voice.play(event.attemptId, message, event.at);
  if (event.kind === 'played') voice.hangUp(event.attemptId, event.at);
  voice.acknowledge([event]);
}

describe.concurrent('Over a lossy link', () => {
  test('a call setup that never reached Asterisk ends as lost, and frees its slot', async () => {
    const carrier = await open('never-heard');
    const { voice, link } = carrier;
    // Drops the setup and the check of its outcome.
    link.lose(
      ({ method, uri }) => `${method} ${uri}` === 'POST channels' || uri === 'channels/1-1-1',
    );
    expect(await place(carrier, '1-1-1', number(201, 1))).toMatchObject([{ kind: 'unknown' }]);
    const [refused] = await place(carrier, '1-1-2', number(204, 2));
    expect(refused).toMatchObject({ kind: 'rejected', retryable: true });
    const ended = await carrier.next('1-1-1', 'ended', 40);
    expect(ended).toMatchObject({ cause: 'lost' });
    voice.acknowledge([ended]);
    link.lose(() => false);
    expect(await place(carrier, '1-1-2', number(204, 2))).toMatchObject([{ kind: 'accepted' }]);
  });

  test('a person who answers during an unnoticed cut hears the message later', async () => {
    const carrier = await open('half-open');
    const phone = number(226, 3);
    await place(carrier, '1-1-3', phone);
    carrier.link.freeze();
    await until(async () => (await applicationOf('1-1-3')) === 'Stasis' || undefined, 20);
    await until(() => !carrier.voice.connected() || undefined, 20);
    carrier.link.thaw();
    for (const kind of ['answered', 'played', 'ended'] as const) {
      const event = await carrier.next('1-1-3', kind, 30);
      if (kind === 'answered') expect(event).toMatchObject({ by: 'person' });
      await handle(carrier, event);
    }
    const heard = matchIn(
      await samplesIn(join(network.spool, `heard-${phone}.wav`)),
      spoken.toCustomer,
    );
    expect(heard.ends).toBe(true);
  });

  test('a lost hang-up is repeated', async () => {
    const carrier = await open('hang-up');
    await place(carrier, '1-1-4', number(201, 4));
    const answered = await carrier.next('1-1-4', 'answered');
    carrier.link.lose(({ method }) => method === 'DELETE');
    carrier.voice.hangUp('1-1-4', answered.at);
    carrier.voice.acknowledge([answered]);
    await until(() => carrier.link.lost() > 0 || undefined);
    carrier.link.lose(() => false);
    expect(await carrier.next('1-1-4', 'ended', 30)).toMatchObject({ cause: 'hangup' });
    expect(await channelsOn(node)).not.toContain('1-1-4');
  });

  test('a call whose message never began is hung up, with a note', async () => {
    const carrier = await open('play');
    await place(carrier, '1-1-5', number(201, 5));
    const answered = await carrier.next('1-1-5', 'answered');
    carrier.link.lose(({ uri }) => uri.includes('/play/'));
    await handle(carrier, answered);
    const note = { code: 'sound_missing', system: 'Asterisk' };
    expect(await carrier.next('1-1-5', 'ended', 40)).toMatchObject({ cause: 'hangup', note });
  });
});

test('carrier test finds an Asterisk that does not respond over its WebSocket', async () => {
  const link = await lossyLinkTo(node.url);
  world.atEnd(link.close);
  const findings = async () => {
    const found = await findingsOf({ url: link.url, ...ari }, 'PJSIP/trunk');
    return found.filter(({ state }) => state !== 'fine').map(({ text }) => text);
  };
  expect(await findings()).toEqual([]);
  link.lose(() => true);
  expect(await findings()).toEqual([
    expect.stringContaining('does not respond to requests over its WebSocket'),
  ]);
});

/** The application that a channel is in, asked past the link. */
async function applicationOf(id: string): Promise<string | undefined> {
  const api_key = `${ari.user}:${ari.password}`;
  const asked = await fetch(`${node.url}/ari/channels/${id}?${new URLSearchParams({ api_key })}`);
  const channel = (await asked.json()) as { dialplan?: { app_name: string } };
  return channel.dialplan?.app_name;
}
