/**
 * Makes the TwilioCall of a request: its leg and the agent's, the addresses of their webhooks and
 * sounds, and how each is created at Twilio.
 */
import { realMs } from '#domain/milliseconds.ts';
import type { CarrierSurroundings } from '../kind.ts';
import type { AgentRequest, CallRequest, Sound } from '../port.ts';
import { prepareSounds } from '../prepare-sounds.ts';
import type { TwilioApi } from './api.ts';
import { TwilioCall } from './call.ts';
import { type AgentLeg, type AgentOptions, callAgent } from './call-agent.ts';
import type { CallEvents } from './call-events.ts';
import { type CallLeg, LiveLeg } from './call-leg.ts';
import type { CallLookUp, WatchedCall } from './call-lookup.ts';
import { agentLegOf } from './call-path.ts';
import type { Gate } from './gate.ts';
import type { TwilioLink } from './link.ts';
import { type CallPlacement, placeCall, shownNumber } from './place-call.ts';
import type { TwilioSettings } from './settings.ts';
import type { Audio } from './twiml.ts';

/** For the call to an agent, for whom a customer waits: it must begin within this time. */
const agentBeginsWithin = realMs(5_000);

export const throttled = {
  kind: 'rejected',
  note: { code: 'throttled' },
  retryable: true,
} as const;

/** What all calls of one carrier share. */
export interface SharedParts {
  api: TwilioApi;
  link: TwilioLink;
  gate: Gate;
  lookUp: CallLookUp;
  callEvents: CallEvents;
  /** In flight, by attempt id. */
  calls: Map<string, WatchedCall>;
  /** Prefix of the webhooks of this engine's calls. */
  paths: string;
  /** Instructions under way. */
  busy: Set<Promise<void>>;
  closing: AbortSignal;
}

/** The turn of a call. */
interface Turn {
  /** On `performance.now()`: begun by then, or rejected. */
  until: number;
  mayPlace?: (() => boolean) | undefined;
}

/** A call that is created at Twilio: a customer's, or an agent's. */
interface CallToCreate {
  to: string;
  from: string;
  /** Names the leg in its webhooks' addresses. */
  leg: string;
  ringSeconds: number;
  detects: boolean;
}

export class CallMaker {
  readonly #settings: TwilioSettings;
  readonly #around: CarrierSurroundings;
  readonly #shared: SharedParts;

  constructor(settings: TwilioSettings, around: CarrierSurroundings, shared: SharedParts) {
    this.#settings = settings;
    this.#around = around;
    this.#shared = shared;
  }

  /** Nothing is sent before the call starts. @param turn `from`: the number it shows */
  make(request: CallRequest, { from, ...turn }: Turn & { from: string }): TwilioCall {
    const { attemptId, to, ownSounds } = request;
    const { soundUrl } = this.#around;
    const { ringSeconds } = this.#settings;
    const { calls, callEvents } = this.#shared;
    const detects = this.#settings.detection === 'on';
    const onOver = () => {
      calls.delete(attemptId);
      callEvents.over(attemptId);
    };
    return new TwilioCall(request, {
      ...{ leg: this.#newLeg(attemptId), base: this.#baseOf(attemptId), detects, ringSeconds },
      now: () => callEvents.now(),
      audioOf: (sound) => this.#audioOf(attemptId, sound),
      ringing: () => ({ kind: 'ringing', url: soundUrl(attemptId, { kind: 'ringing' }) }),
      place: () => this.#create({ to, from, leg: attemptId, ringSeconds, detects }, turn),
      placeAgent: (agent) => this.#placeAgent(attemptId, agent),
      prepare: () => prepareSounds(ownSounds?.map((one) => soundUrl(attemptId, one))),
      emit: (event) => callEvents.mailbox.emit(event),
      onOver,
      letGo() {
        onOver();
        callEvents.orphans.seek(attemptId);
      },
    });
  }

  /** An agent who is called before there is a customer; `emit` and `onLegOver` as callAgent's. */
  makeWaiting(
    agentId: string,
    request: AgentRequest,
    { emit, onLegOver }: Pick<AgentOptions, 'emit' | 'onLegOver'>,
  ): AgentLeg {
    return callAgent(request, {
      placeAgent: (agent) => this.#placeAgent(agentId, agent),
      now: () => this.#shared.callEvents.now(),
      audioOf: (sound) => this.#audioOf(agentId, sound),
      emit,
      ...(onLegOver && { onLegOver }),
    });
  }

  #placeAgent(attemptId: string, { to, callerId, answerWithin }: AgentRequest) {
    const leg = agentLegOf(attemptId);
    const from = shownNumber(callerId, this.#settings) ?? '';
    const ringSeconds = Math.max(1, Math.round(answerWithin / 1_000));
    const call = { to, from, leg, ringSeconds, detects: false };
    return {
      leg: this.#newLeg(leg),
      base: this.#baseOf(leg),
      place: () => this.#create(call, { until: performance.now() + agentBeginsWithin }),
    };
  }

  async #create(call: CallToCreate, { until, mayPlace }: Turn): Promise<CallPlacement> {
    const { api, link, gate, lookUp } = this.#shared;
    const because = link.detail();
    if (because) return { kind: 'rejected', note: { code: 'unusable', because }, retryable: true };
    if (!(await gate.enter(until))) return throttled;
    try {
      const base = this.#baseOf(call.leg);
      const placement = await placeCall({ api, link, gate }, { ...call, base }, mayPlace);
      if (placement.sid !== undefined) lookUp.known(placement.sid);
      return placement;
    } finally {
      gate.leave();
    }
  }

  #newLeg(of: string): CallLeg {
    const { name, log } = this.#around;
    const { api, link, busy, closing } = this.#shared;
    const warn = (words: string, what: object) =>
      log.warn({ carrier: name, call: of, ...what }, words);
    return new LiveLeg({ api, link, log: warn, busy, closing });
  }

  #baseOf(leg: string): string {
    return this.#around.callbackUrl(`${this.#shared.paths}${leg}`);
  }

  #audioOf(attemptId: string, sound: Sound): Audio {
    const { durationMs } = sound;
    if (sound.kind === 'silence' || sound.kind === 'hold_tone') {
      return { kind: 'silence', durationMs };
    }
    return { kind: 'sound', url: this.#around.soundUrl(attemptId, sound), durationMs };
  }
}
