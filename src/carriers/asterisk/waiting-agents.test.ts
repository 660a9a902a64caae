/** Agents who are called first, against a small Asterisk that speaks ARI; test/asterisk has a real one. */
import { setTimeout as sleep } from 'node:timers/promises';
import { expect, onTestFinished, test } from 'vitest';
import { simMs } from '#domain/milliseconds.ts';
import { type SmallAri, smallAri } from '../../../test/harness/ari.ts';
import { until } from '../../../test/harness/until.ts';
import type { CarrierSurroundings } from '../kind.ts';
import type { AgentRequest, CallEvent, VoiceCarrier } from '../port.ts';
import { asteriskKind } from './kind.ts';

const agentRequest: AgentRequest = {
  ...{ to: '13025550100', answerWithin: simMs(20_000) },
  callerId: { kind: 'default' },
};
const holdTone = { kind: 'hold_tone', durationMs: 15_000 } as const;
const at = simMs(Date.parse('2026-11-20T20:00:00Z'));
const random = { next: () => 0.5, between: (low: number) => low };
const limit = 'TIMEOUT(absolute)';

async function site(count = 1, settings: Record<string, string> = {}) {
  const aris = await Promise.all(Array.from({ length: count }, smallAri));
  onTestFinished(() => {
    for (const ari of aris) ari.close();
  });
  const [first, second = first] = aris as [SmallAri, SmallAri?];
  const voice = await opened(aris, 'one', settings);
  return { first, second: second as SmallAri, voice };
}

/** An engine's carrier on these nodes; it does not find out who answered. */
async function opened(
  aris: readonly SmallAri[],
  engineName: string,
  settings: Record<string, string> = {},
): Promise<VoiceCarrier> {
  const around: CarrierSurroundings = {
    ...{ name: 'asterisk', engineName, dataFolder: '', log: { info() {}, warn() {}, error() {} } },
    ...{ clock: { now: () => at }, randomOf: () => random },
    ...{ soundUrl: () => 'http://127.0.0.1/sound.wav', callbackUrl: () => '' },
    callbacks: { take: async () => [], find: async () => [], done: async () => {} },
  };
  const nodes = aris.map(({ url }) => url).join(',');
  const given = {
    endpoint: 'Local/{number}',
    nodes,
    password: 'secret',
    detection: 'off',
    ...settings,
  };
  const open = asteriskKind.open(asteriskKind.settings.parse(given), around);
  onTestFinished(() => open.close());
  const { voice } = open;
  if (!voice) throw new Error('no voice port');
  await until(
    () => (voice.connected() && voice.room?.({ clientId: 1, campaignId: 1 }, 9)) || undefined,
  );
  // The other nodes, too.
  await until(
    () => aris.every(({ asked }) => asked.some(({ path }) => path === 'bridges')) || undefined,
  );
  return voice;
}

/** The next event under this id, acknowledged. */
async function next(voice: VoiceCarrier, id: string): Promise<CallEvent> {
  const event = await until(() => voice.events().find(({ attemptId }) => attemptId === id));
  voice.acknowledge([event]);
  return event;
}

async function agentOn(ari: SmallAri, voice: VoiceCarrier, id: string): Promise<void> {
  voice.waitingAgents.call(id, agentRequest, at);
  await until(() => ari.channels.has(`${id}-agent`) || undefined);
  ari.answer(`${id}-agent`, 'agent');
  expect(await next(voice, id)).toMatchObject({ kind: 'agent_answered' });
}

async function customerFor(ari: SmallAri, voice: VoiceCarrier, id: string, agentId?: string) {
  const placed = await voice.place([
    {
      attemptId: id,
      to: '12125550100',
      callerId: { kind: 'default' },
      ...(agentId && { agentId }),
    },
  ]);
  expect(placed).toEqual([{ kind: 'accepted' }]);
  ari.answer(id, 'customer');
  expect(await next(voice, id)).toMatchObject({ kind: 'answered', by: 'person' });
}

const limitOf = (ari: SmallAri, channel: string) => ari.channels.get(channel)?.[limit];

test('Asterisk itself hangs up an agent whom every engine forgot, and nobody in a talk', async () => {
  const { first, voice } = await site();
  await agentOn(first, voice, '0-1-1');
  expect(limitOf(first, '0-1-1-agent')).toBe('80');
  voice.waitingAgents.play('0-1-1', holdTone, at);
  await until(() => limitOf(first, '0-1-1-agent') === '75' || undefined);
  const tone = first.asked.find(({ path }) => path.startsWith('channels/0-1-1-agent/play/'));
  expect(tone?.body.media).toMatch(/^tone:/);
  await customerFor(first, voice, '1-2-3', '0-1-1');
  voice.waitingAgents.connect('1-2-3', '0-1-1', at);
  await until(() => first.bridges.get('1-2-3-bridge')?.channels.length === 2 || undefined);
  expect(limitOf(first, '0-1-1-agent')).toBe('15000');
});

test('with several nodes a customer is called where the agent waits', async () => {
  const { first, second, voice } = await site(2);
  voice.waitingAgents.call('0-1-1', agentRequest, at);
  voice.waitingAgents.call('0-2-1', agentRequest, at);
  // The less loaded node is asked for the second.
  await until(() => first.channels.size + second.channels.size === 2 || undefined);
  expect([first.channels.size, second.channels.size]).toEqual([1, 1]);
  for (const [ari, attemptId] of [
    [first, '1-2-3'],
    [second, '1-2-4'],
  ] as const) {
    const [channel = ''] = ari.channels.keys();
    const agentId = channel.replace('-agent', '');
    ari.answer(channel, 'agent');
    await next(voice, agentId);
    await customerFor(ari, voice, attemptId, agentId);
    expect(ari.channels.has(attemptId)).toBe(true);
    expect(voice.waitingAgents.canConnect?.(attemptId, agentId)).toBe(true);
  }
  const [here = ''] = first.channels.keys();
  expect(voice.waitingAgents.canConnect?.('1-2-4', here.replace('-agent', ''))).toBe(false);
});

test('agents who are called first keep within the calls at once, and leave each customer a slot', async () => {
  const { first, voice } = await site(1, { callsAtOnce: '4', setupsPerSecond: '50' });
  const ids = ['0-1-1', '0-2-1', '0-3-1'];
  for (const id of ids) voice.waitingAgents.call(id, agentRequest, at);
  await until(() => first.channels.size === 2 || undefined);
  const there = () => [...first.channels.keys()].map((id) => id.replace('-agent', ''));
  const agents = there();
  for (const id of agents) {
    first.answer(`${id}-agent`, 'agent');
    await next(voice, id);
  }
  for (const [at2, id] of agents.entries()) await customerFor(first, voice, `1-2-${at2}`, id);
  expect(first.channels.size).toBe(4);
  const last = ids.find((id) => !agents.includes(id)) ?? '';
  expect(first.channels.has(`${last}-agent`)).toBe(false);
  // A customer leaves, and the agent with them: there is room for both.
  for (const id of ['1-2-0', '1-2-1', `${agents[0]}-agent`]) first.leave(id);
  await until(() => first.channels.has(`${last}-agent`) || undefined);
  expect(first.channels.size).toBeLessThanOrEqual(4);
  // One who has no slot yet and is let go is not called later.
  voice.waitingAgents.call('0-4-1', agentRequest, at);
  voice.waitingAgents.hangUp('0-4-1', at);
  first.leave(`${agents[1]}-agent`);
  await until(() => first.channels.size === 1 || undefined);
  expect(there()).toEqual([last]);
});

test('an agent who gets no slot is called no more, and is no silent one', async () => {
  const { first, voice } = await site(1, { callsAtOnce: '1' });
  const hurried = { ...agentRequest, answerWithin: simMs(200) };
  voice.waitingAgents.call('0-1-1', hurried, at);
  expect(await next(voice, '0-1-1')).toMatchObject({
    ...{ kind: 'agent_ended', cause: 'failed', note: { code: 'throttled' } },
  });
  expect(first.channels.size).toBe(0);
});

test('for an agent who has left nobody is called', async () => {
  const { first, voice } = await site();
  await agentOn(first, voice, '0-1-1');
  first.leave('0-1-1-agent');
  expect(await next(voice, '0-1-1')).toMatchObject({ kind: 'agent_ended', cause: 'hangup' });
  const placed = await voice.place([
    { attemptId: '1-2-3', to: '12125550100', callerId: { kind: 'default' }, agentId: '0-1-1' },
  ]);
  expect(placed).toMatchObject([{ kind: 'rejected', retryable: true }]);
  expect(first.channels.size).toBe(0);
});

test('an agent who left unseen is missed, once, and another one is connected', async () => {
  const { first, voice } = await site();
  await agentOn(first, voice, '0-1-1');
  await agentOn(first, voice, '0-2-1');
  await customerFor(first, voice, '1-2-3', '0-1-1');
  first.leave('0-1-1-agent', 'silently');
  voice.waitingAgents.connect('1-2-3', '0-1-1', at);
  // Asterisk refuses to join them, and reports the end only now.
  await until(
    () =>
      first.asked.some(({ path, method }) => method === 'DELETE' && path.includes('0-1-1-agent')) ||
      undefined,
  );
  first.leave('0-1-1-agent');
  expect(await next(voice, '1-2-3')).toMatchObject({ kind: 'agent_ended', cause: 'missed' });
  voice.waitingAgents.connect('1-2-3', '0-2-1', at);
  await until(
    () => first.bridges.get('1-2-3-bridge')?.channels.includes('0-2-1-agent') || undefined,
  );
  first.leave('0-2-1-agent');
  expect(await next(voice, '1-2-3')).toMatchObject({ kind: 'agent_ended', cause: 'hangup' });
});

test('a late word about the line of an agent who talks does not end the talk', async () => {
  const { first, voice } = await site();
  await agentOn(first, voice, '0-1-1');
  voice.waitingAgents.play('0-1-1', { ...holdTone, durationMs: 20 }, at);
  await customerFor(first, voice, '1-2-3', '0-1-1');
  // The tone is over in the moment in which the customer asks.
  const late = await until(() => voice.events().find(({ kind }) => kind === 'agent_played'));
  voice.waitingAgents.connect('1-2-3', '0-1-1', at);
  await until(() => first.bridges.get('1-2-3-bridge')?.channels.length === 2 || undefined);
  // Nobody follows the line any more: the engine takes it for one of a dead engine.
  voice.acknowledge([late]);
  voice.waitingAgents.hangUp('0-1-1', at);
  await sleep(200);
  expect([...first.channels.keys()]).toEqual(['0-1-1-agent', '1-2-3']);
});

/** A talk of this agent that its customer has ended. */
async function partedFrom(first: SmallAri, voice: VoiceCarrier, attemptId: string) {
  await customerFor(first, voice, attemptId, '0-1-1');
  voice.waitingAgents.connect(attemptId, '0-1-1', at);
  await until(() => first.bridges.get(`${attemptId}-bridge`)?.channels.length === 2 || undefined);
  // The response to the request, which says that both hear each other.
  await sleep(100);
  first.leave(attemptId);
  expect(await next(voice, attemptId)).toMatchObject({ kind: 'ended', cause: 'hangup' });
}

test("an agent's line stays when the customer hangs up, hears the tone, and talks to the next customer", async () => {
  const { first, voice } = await site();
  await agentOn(first, voice, '0-1-1');
  await partedFrom(first, voice, '1-2-3');
  expect(limitOf(first, '0-1-1-agent')).toBe('10');
  voice.waitingAgents.takeBack?.('0-1-1', at);
  voice.waitingAgents.play('0-1-1', { ...holdTone, durationMs: 50 }, at);
  expect(await next(voice, '0-1-1')).toMatchObject({ kind: 'agent_played' });
  expect(limitOf(first, '0-1-1-agent')).toBe('61');
  expect(first.bridges.has('1-2-3-bridge')).toBe(false);
  await partedFrom(first, voice, '1-2-4');
  voice.waitingAgents.takeBack?.('0-1-1', at);
  first.leave('0-1-1-agent');
  expect(await next(voice, '0-1-1')).toMatchObject({ kind: 'agent_ended', cause: 'hangup' });
});

test('an agent who has left after a talk is reported to who takes the line back, and one not needed is let go', async () => {
  const { first, voice } = await site();
  await agentOn(first, voice, '0-1-1');
  await partedFrom(first, voice, '1-2-3');
  first.leave('0-1-1-agent');
  await sleep(100);
  expect(voice.events()).toEqual([]);
  voice.waitingAgents.takeBack?.('0-1-1', at);
  expect(await next(voice, '0-1-1')).toMatchObject({ kind: 'agent_ended' });
  voice.acknowledge(voice.events());
  await agentOn(first, voice, '0-1-1');
  await partedFrom(first, voice, '1-2-4');
  voice.waitingAgents.hangUp('0-1-1', at);
  await until(() => first.channels.size === 0 || undefined);
});

test('a call that the engine ends takes its agent along', async () => {
  const { first, voice } = await site();
  await agentOn(first, voice, '0-1-1');
  await customerFor(first, voice, '1-2-3', '0-1-1');
  voice.waitingAgents.connect('1-2-3', '0-1-1', at);
  await until(() => first.bridges.get('1-2-3-bridge')?.channels.length === 2 || undefined);
  voice.hangUp('1-2-3', at);
  await until(() => first.channels.size === 0 || undefined);
});

test("another engine that ends a call ends its agent's, who was called first, also after a reconnect", async () => {
  const { first, voice } = await site();
  for (const [attemptId, agentId] of [
    ['1-2-3', '0-1-1'],
    ['1-2-4', '0-2-1'],
  ] as const) {
    await agentOn(first, voice, agentId);
    await customerFor(first, voice, attemptId, agentId);
    voice.waitingAgents.connect(attemptId, agentId, at);
    await until(() => first.bridges.get(`${attemptId}-bridge`)?.channels.length === 2 || undefined);
  }
  const other = await opened([first], 'two');
  other.hangUp('1-2-3', at);
  await until(() => first.channels.size === 2 || undefined);
  expect([...first.channels.keys()]).toEqual(['0-2-1-agent', '1-2-4']);
  first.cut();
  await until(() => !other.connected() || undefined);
  other.hangUp('1-2-4', at);
  await until(() => first.channels.size === 0 || undefined);
});

test('on one node every agent suits every customer, on several not', async () => {
  const one = await site(1);
  const two = await site(2);
  const isDivided = [one, two].map(({ voice }) => voice.waitingAgents.isDivided?.());
  expect(isDivided).toEqual([false, true]);
});
