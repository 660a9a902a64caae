/** Calls over one or more Asterisk nodes that share the load. */
import { setTimeout as sleep } from 'node:timers/promises';
import { createFairRoom } from '../fair-room.ts';
import type { CarrierSurroundings } from '../kind.ts';
import { createMailbox } from '../mailbox.ts';
import type { CallEvent, CallRequest, Placement, Sound, VoiceCarrier } from '../port.ts';
import { createSoundsAhead, prepareSounds } from '../prepare-sounds.ts';
import { AsteriskCall } from './call.ts';
import type { Playable } from './leg-sound.ts';
import type { AsteriskNode } from './node.ts';
import { chooseNode, freeTurns } from './nodes.ts';
import type { AsteriskSettings } from './settings.ts';
import { asteriskWaitingAgents } from './waiting-agents.ts';

/** Asterisk's own notation: 440 Hz for 150 ms, then silence, so that sound keeps flowing to the agent. */
const holdTone = 'tone:440/150,0/30000';
const trunkSilent = { code: 'waits_for_trunk' } as const;

export function asteriskVoice(
  nodes: readonly AsteriskNode[],
  settings: AsteriskSettings,
  around: CarrierSurroundings,
): VoiceCarrier {
  const calls = new Map<string, AsteriskCall>();
  const rooms = createFairRoom();
  const ahead = createSoundsAhead();
  const box = createMailbox<CallEvent>(({ attemptId }) => attemptId);

  const playableOf = (attemptId: string, sound: Sound) => playable(around, attemptId, sound);

  async function placeOne(request: CallRequest, mayPlace?: () => boolean): Promise<Placement> {
    const { attemptId, sender, agentId } = request;
    if (sender) rooms.submitted(sender);
    if (calls.has(attemptId)) return { kind: 'accepted' };
    const chosen = chooseNode(waitingAgents.nodesFor(agentId), attemptId);
    if (!chosen) return { kind: 'rejected', note: { code: 'throttled' }, retryable: true };
    const { node, wait } = chosen;
    const call = new AsteriskCall(request, {
      node,
      settings,
      now: () => around.clock.now(),
      playableOf: (sound: Sound) => playableOf(attemptId, sound),
      prepare: () =>
        prepareSounds(request.ownSounds?.map((one) => around.soundUrl(attemptId, one))),
      emit: (event) => box.emit(attemptId, event),
      onOver: () => calls.delete(attemptId),
    });
    calls.set(attemptId, call);
    waitingAgents.placed(agentId, attemptId);
    if (wait > 0) await sleep(wait);
    return call.begin(mayPlace);
  }

  const emit = (agentId: string, event: CallEvent) => box.emit(agentId, event);
  const waitingAgents = asteriskWaitingAgents(nodes, {
    ...{ settings, around, calls, playableOf, emit },
  });

  return {
    name: around.name,
    waitingAgents,
    connected: () => nodes.some((node) => node.takesCalls()),
    waitsFor: () => (nodes.some((node) => node.isTrunkSilent()) ? trunkSilent : undefined),
    showsLife: (attemptId) => calls.get(attemptId)?.showsLife() ?? false,
    room: (sender, wanted) => rooms.ask(sender, wanted, freeTurns(nodes)),
    prepare: (attemptId, sounds) =>
      ahead.prepare(sounds.map((one) => around.soundUrl(attemptId, one))),
    place: (requests, mayPlace) => Promise.all(requests.map((one) => placeOne(one, mayPlace))),
    events: box.events,
    acknowledge: box.acknowledge,
    tellAgain: box.tellAgain,
    play(attemptId, sound) {
      box.withdraw(attemptId, ({ kind }) => kind === 'played');
      calls.get(attemptId)?.play(sound);
    },
    hangUp(attemptId) {
      const call = calls.get(attemptId);
      if (call) call.hangUp();
      else {
        // Placed by another engine, or by this one before a restart, on an unknown node.
        for (const node of nodes) node.endLeft(attemptId);
      }
    },
    dialAgent: (attemptId, agent) => calls.get(attemptId)?.dialAgent(agent),
    playToAgent(attemptId, sound) {
      box.withdraw(attemptId, ({ kind }) => kind === 'agent_played');
      calls.get(attemptId)?.playToAgent(sound);
    },
    connect: (attemptId) => calls.get(attemptId)?.connect(),
    hangUpAgent: (attemptId) => calls.get(attemptId)?.hangUpAgent(),
    async close() {},
  };
}

function playable(around: CarrierSurroundings, attemptId: string, sound: Sound): Playable {
  if (sound.kind === 'silence') return { silenceMs: sound.durationMs };
  if (sound.kind === 'hold_tone') return { media: holdTone, forMs: sound.durationMs };
  return { media: `sound:${around.soundUrl(attemptId, sound)}` };
}
