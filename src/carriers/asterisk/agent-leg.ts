/** The call to an agent for one customer, and the bridge between both. */
import type { Note } from '#contract/note.ts';
import type { AgentRequest, CallEvent, Sound } from '../port.ts';
import type { AriEvent } from './ari-shapes.ts';
import { shownCaller } from './caller-id.ts';
import { endOf } from './causes.ts';
import { legSound } from './leg-sound.ts';
import type { AsteriskNode, ChannelOwner } from './node.ts';
import { originate } from './originate.ts';
import { watchProgress } from './progress.ts';
import { type AsteriskSettings, endpointOf } from './settings.ts';
import { watchTalk } from './talk-watch.ts';

export interface AgentLeg {
  play(sound: Sound): void;
  connect(): void;
  /** Ends the leg; its end is told. */
  hangUp(): void;
  /** Ends the leg because the customer's call did: nothing is told. */
  drop(): void;
}

/** Without what names the call; see CallEvent. */
export type AgentNews =
  | { kind: 'agent_answered' }
  | { kind: 'agent_played' }
  | { kind: 'agent_ended'; cause: (CallEvent & { kind: 'agent_ended' })['cause']; note?: Note };

export interface AgentLegOptions {
  attemptId: string;
  node: AsteriskNode;
  settings: AsteriskSettings;
  /** ARI's name of a sound. */
  heardOf(sound: Sound): { media: string } | { silenceMs: number };
  tell(news: AgentNews): void;
}

export const agentIdOf = (attemptId: string) => `${attemptId}-agent`;
const bridgeIdOf = (attemptId: string) => `${attemptId}-bridge`;
/** Seconds: four hours of talk, and the message before it. */
export const longestCall = 15_000;

/** Calls the agent at once. */
export function callAgent(request: AgentRequest, options: AgentLegOptions): AgentLeg {
  const { attemptId, node, settings, heardOf, tell } = options;
  const id = agentIdOf(attemptId);
  const bridge = `bridges/${encodeURIComponent(bridgeIdOf(attemptId))}`;
  const sound = legSound(node, id);
  const progress = watchProgress();
  let answered = false;
  let over = false;
  let ending = false;
  let bridged: Promise<unknown> | undefined;
  let unwatch = () => {};

  function leave(): void {
    over = true;
    unwatch();
    sound.quiet();
    node.disown(id);
    if (bridged) node.tell('DELETE', bridge);
  }

  function end(news: AgentNews): void {
    if (over) return;
    leave();
    tell(news);
  }

  function hangUpChannel(): void {
    ending = true;
    node.hangUp(id);
  }

  function arrived(): void {
    // Asked for before it was there.
    if (ending) hangUpChannel();
    else if (!answered) answer();
  }

  function answer(): void {
    answered = true;
    // Made beforehand: after the agent's message nobody waits for it.
    bridged = node.ask('POST', bridge, { type: 'mixing', name: node.app }).catch(() => {});
    tell({ kind: 'agent_answered' });
  }

  const owner: ChannelOwner = {
    event(event: AriEvent) {
      if (over) return;
      progress.event(event);
      if (event.type === 'StasisStart') arrived();
      else if (event.type === 'ChannelDestroyed') {
        const { cause = 0, tech_cause: techCause } = event;
        const { trunk: _, ...why } = endOf({ cause, techCause }, progress.seen(answered));
        end({ kind: 'agent_ended', ...why });
      } else sound.event(event);
    },
    found(arrival, again) {
      if (again) progress.missed();
      if (ending) hangUpChannel();
      else if (arrival) arrived();
      sound.resume(again);
    },
    lost: () => end({ kind: 'agent_ended', cause: 'lost', note: lostCall }),
  };

  node.skipTurn();
  void originate(
    node,
    {
      channelId: id,
      endpoint: endpointOf(request.to, settings),
      shown: shownCaller(request.callerId, settings),
      ringSeconds: Math.max(1, Math.ceil(request.answerWithin / 1_000)),
      as: 'agent',
      longest: longestCall,
      originator: attemptId,
    },
    owner,
  ).then((placement) => {
    if (placement.kind === 'rejected') {
      end({ kind: 'agent_ended', cause: 'failed', note: placement.note });
    } else if (over) hangUpChannel();
  });

  return {
    play(what) {
      if (over || !answered) return;
      const failed = () => hangUpChannel();
      sound.play(heardOf(what), () => tell({ kind: 'agent_played' }), failed);
    },
    connect() {
      if (over || !answered) return;
      sound.quiet();
      unwatch = watchTalk(node, [attemptId, id], hangUpChannel);
      const channel = `${attemptId},${id}`;
      void bridged
        ?.then(() => node.ask('POST', `${bridge}/addChannel`, { channel }))
        .then(({ status }) => {
          if (status >= 400) hangUpChannel();
        })
        .catch(() => hangUpChannel());
    },
    hangUp() {
      if (!over) hangUpChannel();
    },
    drop() {
      if (over) return;
      hangUpChannel();
      leave();
    },
  };
}

export const lostCall: Note = { code: 'lost', system: 'Asterisk' };
