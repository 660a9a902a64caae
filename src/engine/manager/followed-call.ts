/** A call to a manager in progress: reacts to its events at once, and keeps what is to be stored. */
import type { CallEvent, CallerId, VoiceCarrier } from '#carriers/port.ts';
import type { ContactEnd, ContactKey } from '#db/queries/manager-contact-run.ts';
import type { SimMs } from '#domain/milliseconds.ts';
import type { CallFollower } from '../deps.ts';
import { agentAnswersWithin } from '../voice/linkback.ts';
import { followManagerCall, type ManagerCall, type ManagerCallAction } from './manager-call.ts';

const endings = {
  busy: { status: 'failed', reason: { code: 'manager_busy' } },
  no_answer: { status: 'failed', reason: { code: 'manager_no_answer' } },
  failed: { status: 'failed' },
  lost: { status: 'unclear' },
  hangup: { status: 'ended' },
} as const;

export class FollowedCall implements CallFollower {
  readonly id: string;
  readonly key: ContactKey;
  readonly #call: ManagerCall;
  readonly #callerId: CallerId;
  readonly #carrier: VoiceCarrier;
  readonly #seen = new Set<string>();
  /** Somebody answered, and that is not stored. */
  answered: 'person' | 'machine' | undefined;
  /** How it ended; stored before the carrier's event is acknowledged. */
  end: ContactEnd | undefined;
  #lastEvent: CallEvent | undefined;

  constructor(
    id: string,
    key: ContactKey,
    { call, callerId, carrier }: { call: ManagerCall; callerId: CallerId; carrier: VoiceCarrier },
  ) {
    this.id = id;
    this.key = key;
    this.#call = call;
    this.#callerId = callerId;
    this.#carrier = carrier;
  }

  takes(): boolean {
    return true;
  }

  follow(event: CallEvent): boolean {
    if (event === this.#lastEvent) return false;
    const name = `${event.kind} ${event.at} ${event.kind === 'key' ? event.key : ''}`;
    // A carrier may repeat an event; one after the end changes nothing.
    if (this.end || this.#seen.has(name)) {
      this.#carrier.acknowledge([event]);
      return false;
    }
    this.#seen.add(name);
    const action = followManagerCall(this.#call, event);
    if (event.kind === 'ended') {
      this.#lastEvent = event;
      this.end = this.#endOf(event);
      return false;
    }
    if (event.kind === 'answered') this.answered = event.by;
    if (action) this.#act(action, event.at);
    this.#carrier.acknowledge([event]);
    return true;
  }

  /** Its end is stored: the carrier need not report it again. */
  stored(): void {
    if (this.#lastEvent) this.#carrier.acknowledge([this.#lastEvent]);
  }

  hangUp(at: SimMs): void {
    this.#carrier.hangUp(this.id, at);
  }

  #endOf({ cause, note }: CallEvent & { kind: 'ended' }): ContactEnd {
    if (this.#call.answeredBy && cause !== 'lost') return { status: 'ended' };
    const end = endings[cause];
    if (cause === 'hangup') return { status: 'failed', reason: { code: 'manager_no_answer' } };
    if (cause === 'failed' && !note) return { ...end, reason: { code: 'manager_call_failed' } };
    return { ...end, ...(note && { note }) };
  }

  #act(action: ManagerCallAction, at: SimMs): void {
    const carrier = this.#carrier;
    if (action.kind === 'play') carrier.play(this.id, action.sound, at);
    else if (action.kind === 'hang_up') carrier.hangUp(this.id, at);
    else if (action.kind === 'play_to_agent') carrier.playToAgent(this.id, action.sound, at);
    else if (action.kind === 'connect') carrier.connect(this.id, at);
    else {
      const callerId = this.#callerId;
      const agent = { to: action.number, callerId, answerWithin: agentAnswersWithin };
      carrier.dialAgent(this.id, agent, at);
    }
  }
}
