/** Calls by Twilio: placed and told what to do by its REST API, told of by its webhooks. */
import { setTimeout as sleep } from 'node:timers/promises';
import { createFairRoom } from '../fair-room.ts';
import type { CarrierSurroundings } from '../kind.ts';
import type { AgentRequest, CallRequest, Placement, Sound, VoiceCarrier } from '../port.ts';
import type { TwilioApi } from './api.ts';
import { type Call, createCall } from './call.ts';
import { type CallLeg, callLeg } from './call-leg.ts';
import { createCallLookUp, type LookedFor } from './call-lookup.ts';
import { createCallNews } from './call-news.ts';
import { agentLegOf, pathsOf } from './call-path.ts';
import { createGate } from './gate.ts';
import type { TwilioLink } from './link.ts';
import { type CallPlacement, placeCall, shownNumber, whyNotShown } from './place-call.ts';
import type { TwilioSettings } from './settings.ts';
import type { Heard } from './twiml.ts';

/** Real milliseconds in which a call must begin: what is left is said not to be placed. */
const beginWithin = 400;
/** A customer waits for an agent: that call has its turn before any other. */
const agentBeginsWithin = 5_000;
/** Between two looks at what the webhooks brought, with calls in hand and without. */
const hearEvery = 40;
const hearIdle = 300;
const afterFailure = 1_000;
const lookEvery = 500;
/** Between two looks at what nobody has. */
const leftEvery = 3_000;

const throttled = { kind: 'rejected', note: { code: 'throttled' }, retryable: true } as const;

export function twilioVoice(
  settings: TwilioSettings,
  around: CarrierSurroundings,
  { api, link }: { api: TwilioApi; link: TwilioLink },
): VoiceCarrier {
  const { name, log, soundUrl } = around;
  const paths = pathsOf(around.engineName);
  const gate = createGate(settings.callsPerSecond, settings.atOnce);
  const rooms = createFairRoom();
  const lookUp = createCallLookUp(api);
  const calls = new Map<string, LookedFor>();
  const busy = new Set<Promise<void>>();
  const closing = new AbortController();
  /** On `performance.now()`: since then everything could be read. */
  let wellSince = performance.now();
  const news = createCallNews(around, { api, paths, calls, lookUp });
  const { box, orphans } = news;
  const baseOf = (leg: string) => around.callbackUrl(`${paths}${leg}`);

  function newLeg(of: string): CallLeg {
    const told = (words: string, what: object) =>
      log.warn({ carrier: name, call: of, ...what }, words);
    return callLeg({ api, link, log: told, busy, closing: closing.signal });
  }

  async function hand(
    call: { to: string; from: string; leg: string; ringSeconds: number; detects: boolean },
    until: number,
    mayPlace?: () => boolean,
  ): Promise<CallPlacement> {
    if (!link.usable()) {
      return { kind: 'rejected', note: { code: 'unusable', said: link.detail() }, retryable: true };
    }
    if (!(await gate.enter(until))) return throttled;
    try {
      const placement = await placeCall(
        { api, link, gate },
        { ...call, base: baseOf(call.leg) },
        mayPlace,
      );
      if (placement.sid !== undefined) lookUp.known(placement.sid);
      return placement;
    } finally {
      gate.leave();
    }
  }

  async function placeOne(
    request: CallRequest,
    until: number,
    mayPlace?: () => boolean,
  ): Promise<Placement> {
    const { attemptId, to, callerId, sender } = request;
    if (sender) rooms.handedOver(sender);
    if (calls.has(attemptId)) return { kind: 'accepted' };
    const from = shownNumber(callerId, settings);
    if (from === undefined) {
      const shown = callerId.kind === 'hidden' ? 'hidden' : 'default';
      return {
        kind: 'rejected',
        note: { code: 'not_shown', callerId: shown },
        retryable: false,
      };
    }
    if (calls.size >= settings.callsAtOnce) return throttled;
    const { ringSeconds } = settings;
    const detects = settings.detection === 'on';
    const leg = newLeg(attemptId);
    const call = createCall(request, {
      ...{ leg, base: baseOf(attemptId), detects, ringSeconds, now: news.now },
      heardOf: (sound) => heardOf(attemptId, sound),
      ringing: () => ({ kind: 'ringing', url: soundUrl(attemptId, { kind: 'ringing' }) }),
      place: () => hand({ to, from, leg: attemptId, ringSeconds, detects }, until, mayPlace),
      placeAgent: (agent) => placeAgent(attemptId, agent),
      prepare: () => haveMade(request.ownSounds?.map((one) => soundUrl(attemptId, one))),
      tell: box.tell,
      onOver: () => over(attemptId),
    });
    calls.set(attemptId, { call, to, from, sentAt: Date.now() });
    return call.begin();
  }

  function placeAgent(attemptId: string, { to, callerId, answerWithin }: AgentRequest) {
    const agentLeg = agentLegOf(attemptId);
    const from = shownNumber(callerId, settings) ?? '';
    const ringSeconds = Math.max(1, Math.round(answerWithin / 1_000));
    return {
      leg: newLeg(agentLeg),
      base: baseOf(agentLeg),
      place: () =>
        hand(
          { to, from, leg: agentLeg, ringSeconds, detects: false },
          performance.now() + agentBeginsWithin,
        ),
    };
  }

  function over(attemptId: string): void {
    calls.delete(attemptId);
    news.over(attemptId);
  }

  function heardOf(attemptId: string, sound: Sound): Heard {
    const { durationMs } = sound;
    if (sound.kind === 'silence') return { kind: 'silence', durationMs };
    return { kind: 'sound', url: soundUrl(attemptId, sound), durationMs };
  }

  async function repeat(every: () => number, work: () => Promise<void>): Promise<void> {
    while (!closing.signal.aborted) {
      let wait = every();
      await work().catch((error) => {
        wait = afterFailure;
        wellSince = performance.now();
        log.warn({ err: error, carrier: name }, 'what Twilio told of calls could not be read');
      });
      await sleep(wait, undefined, { signal: closing.signal }).catch(() => {});
    }
  }

  const atWork = [
    repeat(() => (calls.size > 0 ? hearEvery : hearIdle), news.hear),
    repeat(() => hearIdle, orphans.work),
    repeat(
      () => leftEvery,
      () => news.takeLeft(wellSince),
    ),
    repeat(
      () => lookEvery,
      () => lookUp.ask(calls.values()),
    ),
  ];
  const callOf = (attemptId: string): Call | undefined => calls.get(attemptId)?.call;

  return {
    name,
    connected: link.usable,
    cannotShow: (callerId) => whyNotShown(callerId, settings),
    // Twilio is the trunk: what it took is no failure of it any more.
    showsLife: (attemptId) => callOf(attemptId)?.leg.sid() !== undefined,
    room(sender, wanted) {
      const places = settings.callsAtOnce - calls.size;
      return rooms.ask(sender, wanted, Math.min(gate.free(), places));
    },
    place(requests, mayPlace) {
      const until = performance.now() + beginWithin;
      return Promise.all(requests.map((request) => placeOne(request, until, mayPlace)));
    },
    events: box.events,
    acknowledge(events) {
      for (const event of box.acknowledge(events)) callOf(event.attemptId)?.acknowledged(event);
    },
    play: (attemptId, sound) => callOf(attemptId)?.play(sound),
    hangUp(attemptId) {
      const call = callOf(attemptId);
      if (call) call.hangUp();
      else if (!box.hasEnd(attemptId)) orphans.seek(attemptId);
    },
    dialAgent: (attemptId, agent) => callOf(attemptId)?.dialAgent(agent),
    playToAgent: (attemptId, sound) => callOf(attemptId)?.playToAgent(sound),
    connect: (attemptId) => callOf(attemptId)?.connect(),
    hangUpAgent: (attemptId) => callOf(attemptId)?.hangUpAgent(),
    async close() {
      closing.abort();
      await Promise.all([...atWork, ...busy]);
      await news.close();
    },
  };
}

/** Has sounds made while it is found out who answered; what fails shows when they are played. */
function haveMade(addresses: readonly string[] = []): void {
  for (const address of addresses) {
    const options = { method: 'HEAD', signal: AbortSignal.timeout(10_000) };
    void fetch(address, options).catch(() => {});
  }
}
