/** Recording by telephone over the same nodes; the menu itself is the engine's. */
import { setTimeout as sleep } from 'node:timers/promises';
import type { CarrierSurroundings } from '../kind.ts';
import { createMailbox } from '../mailbox.ts';
import type { RecordingCallEvent, RecordingCarrier } from '../recording-port.ts';
import type { AsteriskNode } from './node.ts';
import { chooseNode } from './nodes.ts';
import { RecordingCall } from './recording-call.ts';
import type { AsteriskSettings } from './settings.ts';

export function asteriskRecording(
  nodes: readonly AsteriskNode[],
  settings: AsteriskSettings,
  around: CarrierSurroundings,
): RecordingCarrier {
  const calls = new Map<string, RecordingCall>();
  const box = createMailbox<RecordingCallEvent>(({ recordingId }) => recordingId);
  return {
    name: around.name,
    connected: () => nodes.some((node) => node.isReady()),
    async dial({ recordingId, to }) {
      if (calls.has(recordingId)) return { kind: 'accepted' };
      const chosen = chooseNode(nodes, recordingId);
      if (!chosen) return { kind: 'rejected', note: { code: 'throttled' }, retryable: true };
      const call = new RecordingCall({
        ...{ recordingId, to, node: chosen.node, settings },
        now: () => around.clock.now(),
        emit: (event) => box.emit(recordingId, event),
        onOver: () => calls.delete(recordingId),
      });
      calls.set(recordingId, call);
      if (chosen.wait > 0) await sleep(chosen.wait);
      return call.begin();
    },
    events: box.events,
    acknowledge: box.acknowledge,
    play(recordingId, sound) {
      box.withdraw(recordingId, isPlayed);
      const own = sound.kind === 'recorded';
      const media = own ? undefined : `sound:${around.soundUrl(recordingId, sound)}`;
      calls.get(recordingId)?.play(media);
    },
    record(recordingId, maxMs) {
      box.withdraw(recordingId, isPlayed);
      calls.get(recordingId)?.record(maxMs);
    },
    async recorded(recordingId) {
      const call = calls.get(recordingId);
      if (!call) throw new Error('This recording call has ended.');
      return call.recorded();
    },
    hangUp(recordingId) {
      const call = calls.get(recordingId);
      if (call) call.hangUp();
      else for (const node of nodes) node.hangUp(recordingId);
    },
    async close() {},
  };
}

const isPlayed = ({ kind }: RecordingCallEvent) => kind === 'played';
