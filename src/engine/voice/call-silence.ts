/** What was heard of a call, and when one of which nothing more is heard is given up. Pure. */
import type { CallEvent } from '#carriers/port.ts';
import type { Call } from './call.ts';

/** Simulated milliseconds: no network rings for longer, and no talk with an agent goes on for longer. */
const longestRinging = 180_000;
const longestTalk = 4 * 3_600_000;

export function silentAt(call: Call): number {
  if (call.heardAt === undefined) return call.attemptedAt + longestRinging;
  const stage = call.linkback?.stage;
  if (stage === 'agent_message' || stage === 'connected') return call.heardAt + longestTalk;
  const { customerMessage, machineMessage } = call;
  const longest = Math.max(customerMessage?.durationMs ?? 0, machineMessage?.durationMs ?? 0);
  return call.heardAt + longest + longestRinging;
}

/** Carriers may repeat an event, also long after it was acknowledged. */
export function isNews(call: Call, event: CallEvent): boolean {
  const name = `${event.kind} ${event.at}`;
  call.heard ??= new Set();
  if (call.heard.has(name)) return false;
  call.heard.add(name);
  call.heardAt = event.at;
  return true;
}
