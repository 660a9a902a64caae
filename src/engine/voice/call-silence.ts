/** Which events of a call were received, and when a silent call is given up. Pure. */

import type { CallEvent } from '#carriers/port.ts';
import { longestRinging, longestTalk } from '#domain/longest-call.ts';
import { later, type SimMs, simMs } from '#domain/milliseconds.ts';
import type { Call } from './call.ts';

export function silentAt(call: Call): SimMs {
  if (call.receivedAt === undefined) return later(call.attemptedAt, longestRinging);
  const stage = call.linkback?.stage;
  if (stage === 'agent_message' || stage === 'connected')
    return later(call.receivedAt, longestTalk);
  const { customerMessage, machineMessage } = call;
  const longest = Math.max(customerMessage?.durationMs ?? 0, machineMessage?.durationMs ?? 0);
  return later(call.receivedAt, simMs(longest + longestRinging));
}

/** Carriers may repeat an event, also long after it was acknowledged. */
export function isNewEvent(call: Call, event: CallEvent): boolean {
  const name = `${event.kind} ${event.at}`;
  call.seen ??= new Set();
  if (call.seen.has(name)) return false;
  call.seen.add(name);
  call.receivedAt = event.at;
  return true;
}
