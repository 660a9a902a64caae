/**
 * The course of a call to a manager's own phone: a message as its campaign plays it, or the digits of a
 * code. Keys do what they do in a real call, except that a 9 opts out nobody, and a 1 calls the agents'
 * number only where the manager asked for that (decision 095). Pure.
 */
import type { CallEvent, Sound } from '#carriers/port.ts';
import type { PlayableMessage } from '#db/queries/lease.ts';
import type { ContactPlan } from '#db/queries/manager-contact.ts';
import { type PromptName, prompts } from '#domain/prompts.ts';
import { shownAs } from '../voice/caller-id.ts';
import { apology } from '../voice/linkback.ts';

export type CallPlan = Extract<ContactPlan, { kind: 'call' }>;

export interface ManagerCall {
  readonly clientId: number;
  readonly plan: CallPlan | { kind: 'code'; code: string };
  stage: 'message' | 'pause' | 'calling_agent' | 'agent_message' | 'connected' | 'leaving' | 'over';
  /** What is still to be spoken of a code. */
  left: Sound[];
  answeredBy: 'person' | 'machine' | undefined;
}

export type ManagerCallAction =
  | { kind: 'play'; sound: Sound }
  | { kind: 'hang_up' }
  | { kind: 'dial_agent'; number: string }
  | { kind: 'play_to_agent'; sound: Sound }
  | { kind: 'connect' };

export function newManagerCall(clientId: number, plan: ManagerCall['plan']): ManagerCall {
  return { clientId, plan, stage: 'message', left: [], answeredBy: undefined };
}

const pause: Sound = { kind: 'silence', durationMs: 5_000 };
const hangUp: ManagerCallAction = { kind: 'hang_up' };

/** Notes an event and returns the reaction; undefined to wait. */
export function followManagerCall(
  call: ManagerCall,
  event: CallEvent,
): ManagerCallAction | undefined {
  switch (event.kind) {
    case 'answered':
      call.answeredBy = event.by;
      // To a machine, after its greeting.
      return event.by === 'person' ? begin(call, 'person') : undefined;
    case 'greeting_ended':
      return call.stage === 'message' ? begin(call, 'machine') : undefined;
    case 'played':
      return afterSound(call);
    case 'key':
      return pressed(call, event.key);
    case 'agent_answered':
      return call.stage === 'calling_agent' ? greetAgent(call) : undefined;
    case 'agent_played':
      return call.stage === 'agent_message' ? connect(call) : undefined;
    case 'agent_ended':
      return agentLeft(call);
    case 'ended':
      call.stage = 'over';
      return undefined;
  }
}

function begin(call: ManagerCall, by: 'person' | 'machine'): ManagerCallAction {
  const { plan } = call;
  if (plan.kind === 'code') {
    call.left = codeSounds(plan.code);
    return nextSound(call);
  }
  const message = plan[by];
  return message ? { kind: 'play', sound: messageSound(call, plan, message) } : hangUp;
}

function messageSound(
  { clientId }: ManagerCall,
  { heardAs }: CallPlan,
  message: PlayableMessage,
): Sound {
  const { voiceMessageId, version, soundId, durationMs, perAccount } = message;
  return {
    ...{ kind: 'message', clientId, voiceMessageId, version, soundId, durationMs, perAccount },
    ...(perAccount && { heardAs }),
  };
}

/** The messages that are made for this call alone. */
export function ownSoundsOf(call: ManagerCall): Sound[] {
  const { plan } = call;
  if (plan.kind === 'code') return [];
  return [plan.person, plan.machine]
    .filter((message) => message !== null)
    .filter(({ perAccount }) => perAccount)
    .map((message) => messageSound(call, plan, message));
}

/** Twice, digit by digit. */
function codeSounds(code: string): Sound[] {
  const digits = [...code].map((digit) => prompt(`digit-${digit}` as PromptName));
  return [prompt('code-is'), ...digits, prompt('code-again'), ...digits, prompt('code-end')];
}

function prompt(name: PromptName): Sound {
  return { kind: 'prompt', name, durationMs: prompts[name].ms };
}

function nextSound(call: ManagerCall): ManagerCallAction {
  const sound = call.left.shift();
  return sound ? { kind: 'play', sound } : hangUp;
}

function afterSound(call: ManagerCall): ManagerCallAction | undefined {
  const { plan, stage } = call;
  if (plan.kind === 'code') return nextSound(call);
  if (stage === 'message' && plan.linkback && call.answeredBy === 'person') {
    call.stage = 'pause';
    return { kind: 'play', sound: pause };
  }
  return ['message', 'pause', 'leaving'].includes(stage) ? hangUp : undefined;
}

function pressed(call: ManagerCall, key: string): ManagerCallAction | undefined {
  const { plan, stage } = call;
  if (plan.kind === 'code' || stage === 'connected' || stage === 'leaving') return undefined;
  if (key === '9') return say(call, 'test-nine');
  const mayAsk = call.answeredBy === 'person' && (stage === 'message' || stage === 'pause');
  if (key !== '1' || !plan.linkback || !mayAsk) return undefined;
  if (!plan.linkback.callAgent) return say(call, 'test-one');
  call.stage = 'calling_agent';
  return { kind: 'dial_agent', number: plan.linkback.number };
}

/** The last thing that is heard. */
function say(call: ManagerCall, name: PromptName): ManagerCallAction {
  call.stage = 'leaving';
  return { kind: 'play', sound: prompt(name) };
}

function greetAgent(call: ManagerCall): ManagerCallAction {
  const { plan } = call;
  const message = plan.kind === 'call' ? plan.linkback?.agentMessage : null;
  if (!message || plan.kind !== 'call') return connect(call);
  call.stage = 'agent_message';
  return { kind: 'play_to_agent', sound: messageSound(call, plan, message) };
}

function connect(call: ManagerCall): ManagerCallAction {
  call.stage = 'connected';
  return { kind: 'connect' };
}

/** Before the talk, the manager hears what a customer would. */
function agentLeft(call: ManagerCall): ManagerCallAction | undefined {
  const { clientId, plan, stage } = call;
  if (plan.kind === 'code' || !plan.linkback) return undefined;
  if (stage === 'connected') {
    call.stage = 'leaving';
    return hangUp;
  }
  if (stage !== 'calling_agent' && stage !== 'agent_message') return undefined;
  call.stage = 'leaving';
  const callerId = shownAs(plan.callerId, plan.callerIdName);
  return { kind: 'play', sound: apology(clientId, callerId, plan.linkback.number) };
}
