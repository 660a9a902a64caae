/**
 * One call to a customer, from its hand-over until Twilio says that it ended: nothing else ends it.
 * What happens comes by webhook, what is to be done goes by REST.
 */
import type { Note } from '#contract/note.ts';
import type { AgentRequest, CallEvent, CallRequest, Placement, Sound } from '../port.ts';
import { type AgentLeg, callAgent, type PlaceAgent } from './call-agent.ts';
import type { CallLeg } from './call-leg.ts';
import type { Step } from './call-path.ts';
import { callSound } from './call-sound.ts';
import { answererOf, type CallResource, endOf, isOver } from './call-status.ts';
import type { CallPlacement } from './place-call.ts';
import type { Heard } from './twiml.ts';

export interface Call {
  readonly leg: CallLeg;
  agent(): AgentLeg | undefined;
  begin(): Promise<Placement>;
  /** What the webhooks tell. */
  answered(sid: string): void;
  detected(answeredBy: string): void;
  played(step: Step): void;
  waits(step: Step): void;
  pressed(key: string, step: Step): void;
  /** @param at epoch milliseconds of the engine's clock */
  stands(status: string, sipCode?: string): void;
  /** Twilio was asked how it stands. */
  found(resource: CallResource): void;
  /** The engine has done what it does about an event. */
  acknowledged(event: CallEvent): void;
  play(sound: Sound): void;
  hangUp(): void;
  dialAgent(agent: AgentRequest): void;
  playToAgent(sound: Sound): void;
  connect(): void;
  hangUpAgent(): void;
  /** On `performance.now()`: by then a webhook should have come. */
  quietUntil(): number;
}

export interface CallOptions {
  leg: CallLeg;
  base: string;
  detects: boolean;
  ringSeconds: number;
  /** Epoch milliseconds of the engine's clock, of what is just being told. */
  now(): number;
  heardOf(sound: Sound): Heard;
  ringing: () => Heard;
  place(): Promise<CallPlacement>;
  placeAgent: PlaceAgent;
  /** Somebody answered: what this call alone may play is soon asked for. */
  prepare(): void;
  tell(event: CallEvent): void;
  onOver(): void;
}

type News = WithoutCall<CallEvent>;
type WithoutCall<E> = E extends unknown ? Omit<E, 'attemptId' | 'at'> : never;

/** Milliseconds after which a verdict is not waited for any longer: Twilio's longest and its way. */
const verdictWithin = 65_000;
/** Without a webhook for so long Twilio is asked; and while somebody talks to an agent. */
const patience = 20_000;
const talkPatience = 60_000;
const endPatience = 3_000;
const soundMissing: Note = { code: 'sound_missing', system: 'Twilio' };
const notReported: Note = { code: 'not_reported', system: 'Twilio' };

export function createCall({ attemptId }: CallRequest, options: CallOptions): Call {
  const { leg, now, heardOf } = options;
  let stage: 'dialling' | 'detecting' | 'up' | 'over' = 'dialling';
  let by: 'person' | 'machine' = 'person';
  let answeredAt = 0;
  /** The newest instant told: two events of one call never bear the same. */
  let toldAt = 0;
  /** We end it. */
  let ending = false;
  let unled = false;
  let note: Note | undefined;
  let guard: NodeJS.Timeout | undefined;
  let agent: AgentLeg | undefined;
  let quietUntil = performance.now() + options.ringSeconds * 1_000 + patience;
  /** Keys that are being answered, with what they stopped. */
  const keys = new Map<CallEvent, Step>();
  // Also of a machine: it presses none, and who was taken for one may.
  const sound = callSound(leg, options.base, { hearsKeys: true, clock: now });

  function tell(news: News, at = now()): CallEvent {
    toldAt = Math.max(at, toldAt + 1);
    const event = { attemptId, at: toldAt, ...news } as CallEvent;
    options.tell(event);
    return event;
  }

  const hears = (longer = 0) => {
    quietUntil = performance.now() + (ending ? endPatience : patience + longer);
  };

  function hangUp(): void {
    ending = true;
    hears();
    leg.hangUp();
  }

  function failed(): void {
    if (ending) return;
    note = soundMissing;
    hangUp();
  }

  function decide(who: 'person' | 'machine'): void {
    if (stage !== 'detecting') return;
    clearTimeout(guard);
    stage = 'up';
    by = who;
    tell({ kind: 'answered', by }, answeredAt);
    // Of a machine Twilio tells when its greeting is over.
    if (by === 'machine') tell({ kind: 'greeting_ended' });
  }

  function answer(): void {
    if (stage !== 'dialling') return;
    stage = 'detecting';
    answeredAt = now();
    options.prepare();
    if (!options.detects) decide('person');
    else guard = setTimeout(() => decide('person'), verdictWithin).unref();
  }

  function verdict(answeredBy: string): void {
    answer();
    const who = answererOf(answeredBy);
    decide(who === 'person' ? 'person' : 'machine');
    if (who === 'fax') hangUp();
  }

  function end(news: News & { kind: 'ended' }): void {
    if (stage === 'over') return;
    stage = 'over';
    clearTimeout(guard);
    leg.over();
    agent?.drop();
    tell(note === undefined ? news : { ...news, note });
    options.onOver();
  }

  function stands(status: string, sipCode?: string): void {
    hears();
    if (!isOver(status)) return;
    // No webhook of it ever reached us: nobody knows what became of it.
    const isLost = unled && stage === 'dialling';
    if (isLost) note = notReported;
    // Only a call that was answered is completed.
    if (status === 'completed' && !ending) answer();
    // It ended before it was known by whom it was answered.
    decide('person');
    if (isLost) end({ kind: 'ended', cause: 'lost' });
    else if (ending) end({ kind: 'ended', cause: 'hangup' });
    else end({ kind: 'ended', ...endOf(status, stage === 'up', sipCode) });
  }

  return {
    leg,
    agent: () => agent,
    quietUntil: () => quietUntil,
    async begin() {
      if (ending) {
        options.onOver();
        return { kind: 'rejected', note: { code: 'hung_up_before' }, retryable: false };
      }
      const { sid, ...placement } = await options.place();
      if (sid !== undefined) leg.adopt(sid);
      if (placement.kind === 'unknown') quietUntil = performance.now() + 5_000;
      if (placement.kind === 'rejected') {
        stage = 'over';
        options.onOver();
      }
      return placement;
    },
    answered(sid) {
      hears();
      leg.adopt(sid);
      answer();
    },
    detected(answeredBy) {
      hears();
      verdict(answeredBy);
    },
    played(step) {
      hears();
      sound.played(step);
    },
    waits: (step) => sound.waits(step, now()),
    pressed(key, step) {
      hears();
      if (stage === 'over') return;
      answer();
      // No machine presses a key.
      decide('person');
      keys.set(tell({ kind: 'key', key }), step);
    },
    stands,
    found({ sid, status, answeredBy }) {
      // Of a call that we have learned of only by this, no webhook reaches us: nobody can lead it.
      if (leg.sid() === undefined) {
        leg.adopt(sid);
        if (!isOver(status)) {
          unled = true;
          hangUp();
        }
      }
      if (status === 'in-progress' && answeredBy !== '') verdict(answeredBy);
      if (isOver(status) && answeredBy !== '') verdict(answeredBy);
      stands(status);
    },
    acknowledged(event) {
      const step = keys.get(event);
      keys.delete(event);
      if (step && !ending && stage === 'up') sound.again(step);
    },
    play(what) {
      if (stage !== 'up' || ending) return;
      const done = () => tell({ kind: 'played' });
      const heard = heardOf(what);
      hears(what.durationMs);
      sound.play(heard, done, failed);
    },
    hangUp,
    dialAgent(wanted) {
      if (stage !== 'up' || ending || agent) return;
      hears(talkPatience);
      sound.play(options.ringing(), () => {}, failed);
      agent = callAgent(wanted, { ...options, attemptId, tell });
    },
    playToAgent: (what) => agent?.play(what),
    connect() {
      const room = `carillon-${leg.sid()}`;
      if (stage !== 'up' || ending || !agent) return;
      hears(talkPatience);
      sound.talk(room, hangUp);
      agent.connect(room);
    },
    hangUpAgent: () => agent?.hangUp(),
  };
}
