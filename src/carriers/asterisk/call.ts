/**
 * One call to a customer, from its origination until its channel is destroyed: nothing else ends
 * it. Who answered is found out by the dialplan (deploy/asterisk/extensions.conf).
 */
import type { Note } from '#contract/note.ts';
import type { AgentRequest, CallEvent, CallRequest, Placement, Sound } from '../port.ts';
import { type AgentLeg, callAgent, longestCall, lostCall } from './agent-leg.ts';
import type { AriEvent } from './ari-shapes.ts';
import { shownCaller } from './caller-id.ts';
import { endOf } from './causes.ts';
import { type Heard, legSound } from './leg-sound.ts';
import { hasSound } from './media.ts';
import type { AsteriskNode, ChannelOwner } from './node.ts';
import { originate } from './originate.ts';
import { watchProgress } from './progress.ts';
import { type AsteriskSettings, endpointOf } from './settings.ts';

export interface Call {
  /** @param mayPlace as the port's; nothing is awaited between its answer and the request */
  begin(mayPlace?: () => boolean): Promise<Placement>;
  play(sound: Sound): void;
  hangUp(): void;
  dialAgent(agent: AgentRequest): void;
  playToAgent(sound: Sound): void;
  connect(): void;
  hangUpAgent(): void;
  /** As the port's. */
  showsLife(): boolean;
}

export interface CallOptions {
  node: AsteriskNode;
  settings: AsteriskSettings;
  /** Epoch milliseconds of the engine's clock. */
  now(): number;
  heardOf(sound: Sound): Heard;
  /** Somebody answered: what this call alone may play is soon asked for. */
  prepare(): void;
  tell(event: CallEvent): void;
  /** The channel is gone, or never was. */
  onOver(): void;
}

type News = WithoutCall<CallEvent>;
type WithoutCall<E> = E extends unknown ? Omit<E, 'attemptId' | 'at'> : never;

/** Milliseconds after which a verdict, or the end of a greeting, is not waited for any longer. */
const verdictWithin = 15_000;
const greetingWithin = 60_000;
const soundMissing: Note = { code: 'sound_missing', system: 'Asterisk' };
const unwanted: Note = { code: 'unwanted', what: 'call' };
const ours = { cause: 'hangup' } as const;
/** It did ring, but every other call over this trunk would end like it. */
const unheard = {
  kind: 'ended',
  cause: 'failed',
  note: { code: 'no_common_codec' },
  trunk: 'refused',
} as const;
/** The ringing that the customer hears while an agent is called. */
const ringing = { media: 'tone:ring;tonezone=us' };

export function createCall(request: CallRequest, options: CallOptions): Call {
  const { attemptId } = request;
  const { node, settings, now, heardOf } = options;
  const path = `channels/${encodeURIComponent(attemptId)}`;
  const sound = legSound(node, attemptId);
  const progress = watchProgress();
  /** Pressed before it was known who answered. */
  const keys: string[] = [];
  let stage: 'dialling' | 'detecting' | 'greeting' | 'up' | 'over' = 'dialling';
  let answeredAt: number | undefined;
  /** The newest instant told: two events of one call never bear the same. */
  let toldAt = 0;
  /** We end it; or somebody does, and what is playing breaks off. */
  let ending = false;
  let leaving = false;
  /** Answered at a moment when nothing was heard of Asterisk: nobody knows how long ago. */
  let late = false;
  /** Answered, and neither side can hear the other. */
  let deaf = false;
  let guard: NodeJS.Timeout | undefined;
  let agent: AgentLeg | undefined;
  let note: Note | undefined;
  /** To be heard once the greeting is over: until then the channel is in the dialplan. */
  let waiting: Sound | undefined;

  function tell(news: News, at = now()): void {
    toldAt = Math.max(at, toldAt + 1);
    options.tell({ attemptId, at: toldAt, ...news } as CallEvent);
  }

  function hangUp(): void {
    ending = true;
    node.hangUp(attemptId);
  }

  /** Into the dialplan; it comes back by another StasisStart. */
  function send(context: string, within: number, otherwise: () => void): void {
    clearTimeout(guard);
    guard = setTimeout(otherwise, within);
    node.tell('POST', `${path}/continue`, { context, extension: 's', priority: 1 });
  }

  function detect(): void {
    answeredAt = now();
    stage = 'detecting';
    options.prepare();
    const heard = listen();
    if (settings.detection === 'off') void heard.then(() => decide('person'));
    else send('carillon-amd', verdictWithin, () => decide('person'));
  }

  /** A call that nobody can hear is no answer: it ends before it is told as one. */
  async function listen(): Promise<void> {
    if ((await hasSound(node, attemptId, settings.endpoint)) || stage !== 'detecting') return;
    deaf = true;
    hangUp();
  }

  function decide(by: 'person' | 'machine'): void {
    if (stage !== 'detecting' || deaf) return;
    clearTimeout(guard);
    tell({ kind: 'answered', by }, answeredAt);
    stage = by === 'machine' ? 'greeting' : 'up';
    if (by === 'machine') send('carillon-greeting', greetingWithin, greetingEnded);
    for (const key of keys.splice(0)) tell({ kind: 'key', key });
  }

  function greetingEnded(): void {
    clearTimeout(guard);
    if (stage !== 'greeting') return;
    stage = 'up';
    tell({ kind: 'greeting_ended' });
    if (waiting) play(waiting);
  }

  function play(what: Sound): void {
    if (stage === 'greeting') waiting = what;
    if (stage !== 'up') return;
    const failed = () => {
      // Whoever hangs up ends the sound too.
      if (ending || leaving) return;
      note = soundMissing;
      hangUp();
    };
    sound.play(heardOf(what), () => tell({ kind: 'played' }), failed);
  }

  function arrived([as, verdict, cause = '']: readonly string[]): void {
    // Asked for before it was there.
    if (ending) hangUp();
    else if (as === 'customer' && stage === 'dialling') detect();
    else if (as === 'greeting') greetingEnded();
    else if (as === 'amd' && stage === 'detecting' && verdict !== 'HANGUP') {
      // No machine presses a key. Who is in doubt is a person: a person never hears half a message.
      // A person who is found late has greeted already, and waits in silence.
      const waits = late && cause.startsWith('INITIALSILENCE');
      decide(verdict === 'MACHINE' && keys.length === 0 && !waits ? 'machine' : 'person');
    }
  }

  function pressed(key: string): void {
    if (stage === 'detecting') keys.push(key);
    else if (stage !== 'over') tell({ kind: 'key', key });
  }

  function end(news: News & { kind: 'ended' }): void {
    if (stage === 'over') return;
    // It was answered, and ended before it was known by whom.
    if (stage === 'detecting' && !deaf) tell({ kind: 'answered', by: 'person' }, answeredAt);
    stage = 'over';
    clearTimeout(guard);
    sound.quiet();
    agent?.drop();
    node.disown(attemptId);
    tell(note === undefined ? news : { ...news, note });
    options.onOver();
  }

  /** Gives its turn and its place back. */
  function refuse(why: { note: Note; retryable: boolean }): Placement {
    stage = 'over';
    node.disown(attemptId);
    options.onOver();
    return { ...why, kind: 'rejected' };
  }

  const owner: ChannelOwner = {
    event(event: AriEvent) {
      progress.event(event);
      if (event.type === 'StasisStart') arrived(event.args ?? []);
      else if (event.type === 'ChannelDtmfReceived' && event.digit) pressed(event.digit);
      else if (event.type === 'ChannelHangupRequest') leaving = true;
      else if (event.type === 'ChannelDestroyed') {
        const { cause = 0, tech_cause: techCause } = event;
        const seen = progress.seen(answeredAt !== undefined);
        if (deaf) end(unheard);
        else end({ kind: 'ended', ...(ending ? ours : endOf({ cause, techCause }, seen)) });
      } else sound.event(event);
    },
    found(arrival, again) {
      if (again) progress.missed();
      if (ending) hangUp();
      else if (arrival) {
        late ||= stage === 'dialling';
        arrived(arrival);
      }
      sound.resume(again);
    },
    lost: () => end({ kind: 'ended', cause: 'lost', note: lostCall }),
  };

  return {
    async begin(mayPlace = () => true) {
      if (ending) return refuse({ note: { code: 'hung_up_before' }, retryable: false });
      if (!mayPlace()) return refuse({ note: unwanted, retryable: true });
      const placement = await originate(
        node,
        {
          channelId: attemptId,
          endpoint: endpointOf(request.to, settings),
          shown: shownCaller(request.callerId, settings),
          ringSeconds: settings.ringSeconds,
          as: 'customer',
          longest: longestCall,
        },
        owner,
      );
      if (placement.kind === 'rejected') return refuse(placement);
      if (ending) hangUp();
      return placement;
    },
    play,
    hangUp,
    dialAgent(wanted) {
      if (stage !== 'up' || agent) return;
      sound.play(
        ringing,
        () => {},
        () => {},
      );
      agent = callAgent(wanted, { attemptId, node, settings, heardOf, tell });
    },
    playToAgent: (what) => agent?.play(what),
    connect() {
      if (stage !== 'up' || !agent) return;
      sound.quiet();
      agent.connect();
    },
    hangUpAgent: () => agent?.hangUp(),
    showsLife: () => stage !== 'dialling' || progress.showsLife(),
  };
}
