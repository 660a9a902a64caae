/**
 * The course of a Linkback call (spec 3 section 7): the customer hears a message and may press 1
 * for an agent, who hears a message of their own before both are connected. Pure.
 */

import type { AgentRequest, CallEvent, CallerId, Sound } from '#carriers/port.ts';
import type { PlayableMessage, RunSettings } from '#db/queries/lease.ts';
import type { AgentWait } from '#domain/governor/abandoned-call.ts';
import { elapsed, type SimMs, simMs } from '#domain/milliseconds.ts';
import { apologyMs } from '#domain/prompts.ts';
import { answeredSeconds } from '#domain/rating.ts';
import {
  type Action,
  type Call,
  endOf,
  followBroadcast,
  optOutBy,
  optOutKey,
  playOrHangUp,
} from './call.ts';
import { campaignShows } from './caller-id.ts';
import type { LinkbackProgress } from './linkback-progress.ts';

/** What the campaign offers a customer who presses 1 now. */
export interface AgentDesk {
  /** Whether an agent is free at this moment. */
  hasFreeAgent(): boolean;
  /** An agent who waits for nobody, and from now on for this customer; undefined when there is none. */
  takeWaiting(attemptId: string): string | undefined;
  /** Where agents are called, 11 digits. */
  linkbackNumber(): string;
  /** An edit counts from the next call to an agent. */
  agentMessage(): PlayableMessage | null;
}

export const agentKey = '1';
export const agentAnswersWithin = simMs(20_000);
const pause: Sound = { kind: 'silence', durationMs: 5_000 };
const wait: Action = { kind: 'wait' };
const hangUp: Action = { kind: 'hang_up' };

/** Whether an agent is being called for this call, or is in it. */
export function holdsAgent({ linkback }: Call): boolean {
  const stage = linkback?.stage;
  return stage === 'calling_agent' || stage === 'agent_message' || stage === 'connected';
}

/** Notes an event and returns the reaction. */
export function followLinkback(
  call: Call,
  progress: LinkbackProgress,
  event: CallEvent,
  desk: AgentDesk,
): Action {
  switch (event.kind) {
    case 'answered':
      if (event.by === 'machine') return followBroadcast(call, event);
      call.answered = { by: 'person', at: event.at };
      progress.stage = 'message';
      return playOrHangUp(call.clientId, call.customerMessage);
    case 'greeting_ended':
      return followBroadcast(call, event);
    case 'played':
      return afterSound(call, progress);
    case 'key':
      return pressed(call, progress, event, desk);
    case 'agent_answered':
      return progress.stage === 'calling_agent' ? greetAgent(call, progress, event, desk) : wait;
    case 'agent_played':
      return progress.stage === 'agent_message' ? connect(progress, event.at) : wait;
    case 'agent_ended':
      return agentLeft(call, progress, event, desk);
    case 'ended':
      return { kind: 'end', ended: { ...endOf(call, event), ...outcome(progress, event.at) } };
  }
}

/** No agent is available: the customer hears an apology, and the call counts as abandoned. */
export function abandon(
  { clientId, callerId }: Call,
  progress: LinkbackProgress,
  { number, at }: { number: string; at: SimMs },
): Action {
  progress.stage = 'apology';
  progress.abandoned = true;
  progress.wait = waitUntil(progress, 'no_agent', at);
  return { kind: 'play', sound: apology(clientId, callerId, number) };
}

/** It says the number that was shown, which the customer knows; without one, where agents are called. */
export function apology(clientId: number, callerId: CallerId, linkbackNumber: string): Sound {
  const number = callerId.kind === 'shown' ? callerId.number : linkbackNumber;
  return { kind: 'apology', clientId, number, durationMs: apologyMs };
}

/** The request for the call to the agent. */
export function agentRequest(
  { callerId }: Pick<Call, 'callerId'>,
  linkbackNumber: string,
): AgentRequest {
  return { to: linkbackNumber, callerId, answerWithin: agentAnswersWithin };
}

/**
 * Of an agent who is called before there is a customer.
 *
 * @param another call of the campaign: a bucket has a number for each
 */
export function firstAgentRequest(settings: RunSettings, another: Call | undefined): AgentRequest {
  const own = campaignShows(settings);
  const isOpen = own.kind === 'shown' && own.number === '';
  const callerId = another?.callerId ?? (isOpen ? { kind: 'default' } : own);
  return { to: settings.linkbackNumber, callerId, answerWithin: agentAnswersWithin };
}

function afterSound(call: Call, progress: LinkbackProgress): Action {
  if (call.answered?.by === 'machine') return hangUp;
  if (progress.stage === 'message') {
    progress.stage = 'pause';
    return { kind: 'play', sound: pause };
  }
  const over = ['pause', 'apology', 'leaving'].includes(progress.stage);
  return over ? hangUp : wait;
}

function pressed(
  call: Call,
  progress: LinkbackProgress,
  { key, at }: CallEvent & { kind: 'key' },
  desk: AgentDesk,
): Action {
  const { stage } = progress;
  // During the talk a 9 responds to no message. Once the agent has hung up, the talk is over.
  if (key === optOutKey && stage !== 'connected' && !call.optedOut) {
    noteLeaving(progress, at);
    progress.stage = 'leaving';
    return optOutBy(call, at);
  }
  // A machine's greeting may sound like a 1: no agent is called for that.
  if (call.answered?.by !== 'person') return wait;
  if (key !== agentKey || (stage !== 'message' && stage !== 'pause')) return wait;
  progress.askedAt = at;
  const waiting = connectWaiting(call, progress, at, desk);
  if (waiting) return waiting;
  if (!desk.hasFreeAgent()) return abandon(call, progress, { number: desk.linkbackNumber(), at });
  progress.stage = 'calling_agent';
  return { kind: 'dial_agent' };
}

/** Undefined when no agent waits for this customer, or for nobody. */
function connectWaiting(
  { attemptId }: Call,
  progress: LinkbackProgress,
  at: SimMs,
  desk: AgentDesk,
): Action | undefined {
  const agentId = progress.waitingAgent ?? desk.takeWaiting(attemptId);
  if (agentId === undefined) return undefined;
  progress.waitingAgent = agentId;
  connect(progress, at);
  return { kind: 'connect_waiting', agentId };
}

/** The customer leaves, or opts out, while the agent's telephone rings. */
function noteLeaving(progress: LinkbackProgress, at: SimMs): void {
  const { stage } = progress;
  if (stage !== 'calling_agent' && stage !== 'agent_message') return;
  progress.wait = waitUntil(progress, 'hung_up', at);
}

function waitUntil({ askedAt }: LinkbackProgress, end: AgentWait['end'], at: SimMs): AgentWait {
  return { end, ms: elapsed(askedAt ?? at, at) };
}

function greetAgent(
  { clientId }: Call,
  progress: LinkbackProgress,
  { at }: CallEvent,
  desk: AgentDesk,
): Action {
  progress.agent = 'answered';
  const message = desk.agentMessage();
  if (!message) return connect(progress, at);
  progress.stage = 'agent_message';
  return { kind: 'play_to_agent', sound: { kind: 'message', clientId, ...message } };
}

function connect(progress: LinkbackProgress, at: SimMs): Action {
  progress.stage = 'connected';
  progress.connectedAt = at;
  progress.wait = waitUntil(progress, 'connected', at);
  return { kind: 'connect' };
}

function agentLeft(
  call: Call,
  progress: LinkbackProgress,
  { at, cause }: CallEvent & { kind: 'agent_ended' },
  desk: AgentDesk,
): Action {
  const { stage } = progress;
  const left = { number: desk.linkbackNumber(), at };
  if (stage === 'connected' && cause === 'missed') {
    // They never heard each other: another agent who waits, or the customer got none.
    progress.connectedAt = undefined;
    progress.waitingAgent = undefined;
    return connectWaiting(call, progress, at, desk) ?? abandon(call, progress, left);
  }
  if (stage === 'calling_agent') progress.agent = 'silent';
  if (stage === 'calling_agent' || stage === 'agent_message') return abandon(call, progress, left);
  if (stage !== 'connected') return wait;
  progress.stage = 'leaving';
  progress.talkEndedAt = at;
  return hangUp;
}

/** A connected customer counts as transferred; the talk lasts until either side hangs up. */
function outcome(progress: LinkbackProgress, endedAt: SimMs) {
  const { connectedAt, talkEndedAt, abandoned } = progress;
  noteLeaving(progress, endedAt);
  progress.stage = 'leaving';
  const linkback = { wait: progress.wait, agent: progress.agent };
  if (connectedAt === undefined) return { linkback, ...(abandoned && { abandoned }) };
  const transferSeconds = answeredSeconds(elapsed(connectedAt, talkEndedAt ?? endedAt));
  return { linkback, transferSeconds };
}
