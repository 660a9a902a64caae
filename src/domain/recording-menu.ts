/**
 * The spoken menu of a recording call, as a pure machine: the person records, listens, and keeps
 * the recording or makes another (spec 3 section 6). It returns what the carrier has to do next.
 */

import { longestRecording } from '#contract/message-recording.ts';
import type { Reason } from '#contract/reason.ts';
import { later, type SimMs, simMs } from './milliseconds.ts';
import type { PromptName } from './prompts.ts';

/** What the platform says in the call; its words are in prompts.ts. */
export type RecordingPrompt = Extract<PromptName, 'welcome' | 'choose' | 'saved'>;

/** How often a menu is repeated while no key is pressed, and the pause after each. */
const sayMenu = 3;
const thinkMs = simMs(10_000);
/** A longer call is ended: the phone was left off the hook. */
const longestCallMs = simMs(20 * 60_000);

export type RecordingEvent =
  | { kind: 'answered' }
  /** The playback ended. */
  | { kind: 'played' }
  | { kind: 'key'; key: string }
  /** A recording stopped: a key, silence, or its greatest length. */
  | { kind: 'recorded' }
  | { kind: 'ended'; cause: 'hangup' | 'busy' | 'no_answer' | 'failed' };

export type RecordingAction =
  | { do: 'say'; prompt: RecordingPrompt }
  | { do: 'record'; maxMs: number }
  | { do: 'playBack' }
  | { do: 'hangUp' };

export interface RecordingCall {
  stage: 'nothing' | 'inmenu' | 'recording' | 'listening' | 'finished';
  hasRecording: boolean;
  /** The person chose to keep it. */
  kept: boolean;
  over: boolean;
  /** Why nothing was kept; set once the call is over or being ended. */
  reason: Reason | undefined;
  /** How often the menu was said since the last key. */
  said: number;
  answeredAt: SimMs | undefined;
  /** When a silent menu is said again, or the call ended. */
  waitsUntil: SimMs | undefined;
}

export interface RecordingStep {
  call: RecordingCall;
  action?: RecordingAction;
}

export function newRecordingCall(): RecordingCall {
  return {
    stage: 'nothing',
    hasRecording: false,
    kept: false,
    over: false,
    reason: undefined,
    said: 0,
    answeredAt: undefined,
    waitsUntil: undefined,
  };
}

const causes = {
  busy: { code: 'recording_busy' },
  no_answer: { code: 'recording_no_answer' },
  failed: { code: 'recording_failed' },
  hangup: { code: 'recording_hung_up' },
} as const;

/** The call after an event at `at`. */
export function onRecordingEvent(
  call: RecordingCall,
  event: RecordingEvent,
  at: SimMs,
): RecordingStep {
  if (call.over) return { call };
  switch (event.kind) {
    case 'ended':
      return { call: over(call, causes[event.cause]) };
    case 'answered':
      return call.stage === 'nothing' ? menu({ ...call, answeredAt: at }) : { call };
    case 'recorded':
      return call.stage === 'recording' ? menu({ ...call, hasRecording: true, said: 0 }) : { call };
    case 'played':
      return onPlayed(call, at);
    case 'key':
      return onKey(call, event.key);
  }
}

function onPlayed(call: RecordingCall, at: SimMs): RecordingStep {
  if (call.kept) return { call, action: { do: 'hangUp' } };
  if (call.stage === 'listening') return menu({ ...call, said: 0 });
  if (call.stage === 'inmenu') return { call: { ...call, waitsUntil: later(at, thinkMs) } };
  return { call };
}

/** A key in the menu chooses, one during listening goes back to the menu and chooses at once. */
function onKey(call: RecordingCall, key: string): RecordingStep {
  const choosing = call.stage === 'inmenu' || call.stage === 'listening';
  if (!choosing || call.kept) return { call };
  const pressed = { ...call, said: 0, waitsUntil: undefined };
  if (key === '1') {
    const action = { do: 'record', maxMs: longestRecording * 1_000 } as const;
    return { call: { ...pressed, stage: 'recording' }, action };
  }
  if (key === '2' && call.hasRecording) {
    return { call: { ...pressed, stage: 'listening' }, action: { do: 'playBack' } };
  }
  if (key === '3' && call.hasRecording) {
    return {
      call: { ...pressed, stage: 'finished', kept: true },
      action: { do: 'say', prompt: 'saved' },
    };
  }
  return menu(pressed);
}

/** Repeats the menu after a long silence, and ends a call after the last repetition. */
export function onRecordingTime(call: RecordingCall, now: SimMs): RecordingStep {
  if (call.over || call.reason !== undefined) return { call };
  if (call.answeredAt !== undefined && now >= later(call.answeredAt, longestCallMs)) {
    return ending(call, { code: 'recording_too_long' });
  }
  if (call.waitsUntil === undefined || now < call.waitsUntil) return { call };
  return call.said >= sayMenu ? ending(call, { code: 'recording_silent' }) : menu(call);
}

function menu(call: RecordingCall): RecordingStep {
  return {
    call: { ...call, stage: 'inmenu', said: call.said + 1, waitsUntil: undefined },
    action: { do: 'say', prompt: call.hasRecording ? 'choose' : 'welcome' },
  };
}

function ending(call: RecordingCall, reason: Reason): RecordingStep {
  return { call: { ...call, reason, waitsUntil: undefined }, action: { do: 'hangUp' } };
}

/** Before an answer the stage stays "dialing": it distinguishes the two errors for the console. */
function over(call: RecordingCall, reason: Reason): RecordingCall {
  const stage = call.stage === 'nothing' ? 'nothing' : 'finished';
  return {
    ...call,
    stage,
    over: true,
    waitsUntil: undefined,
    reason: call.kept ? undefined : (call.reason ?? reason),
  };
}
