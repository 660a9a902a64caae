/** Calls by Twilio: placed and told what to do by its REST API, told of by its webhooks. */
import { setTimeout as sleep } from 'node:timers/promises';
import type { Callback, CarrierSurroundings } from '../kind.ts';
import type { AgentRequest, CallRequest, Placement, Sound, VoiceCarrier } from '../port.ts';
import type { TwilioApi } from './api.ts';
import { type Call, createCall } from './call.ts';
import { type CallLeg, callLeg } from './call-leg.ts';
import { createCallLookUp, type LookedFor } from './call-lookup.ts';
import { createCallMailbox } from './call-mailbox.ts';
import { agentLegOf, callPathOf, callPaths, pathsOf } from './call-path.ts';
import { createGate } from './gate.ts';
import type { TwilioLink } from './link.ts';
import { createOrphanCalls } from './orphan-calls.ts';
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
/**
 * Seconds: an engine that leads calls has what was told of their beginning again and again. Where
 * nobody has it for so long, while this engine could have it all the time, that one is no more.
 */
const leftFor = 15;
const leftEvery = 3_000;
const mostAtOnce = 200;

const throttled = { kind: 'rejected', code: 'throttled', retryable: true } as const;

export function twilioVoice(
  settings: TwilioSettings,
  around: CarrierSurroundings,
  { api, link }: { api: TwilioApi; link: TwilioLink },
): VoiceCarrier {
  const { name, clock, log, callbacks, soundUrl } = around;
  const paths = pathsOf(around.engineName);
  const gate = createGate(settings.callsPerSecond, settings.atOnce);
  const lookUp = createCallLookUp(api);
  const calls = new Map<string, LookedFor>();
  const busy = new Set<Promise<void>>();
  /** Callbacks that are being worked on; of a call that goes on, that of its beginning. */
  const held = new Set<number>();
  const begun = new Map<string, number[]>();
  /** Keys of calls that are not in hand, which are told all the same: somebody may have said stop. */
  const strays = new Set<number>();
  const finished: number[] = [];
  const finish = (ids: readonly number[]) => void finished.push(...ids);
  const box = createCallMailbox(finish);
  const orphans = createOrphanCalls(api, callbacks, finish, strayKey);
  const closing = new AbortController();
  /** On `performance.now()`: since then everything could be read. */
  let wellSince = performance.now();
  /** When what is just being told happened. */
  let at: number | undefined;
  const now = () => at ?? clock.now();
  const engineTime = (stored: number) => clock.now() - Math.max(0, Date.now() - stored);
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
    if (!link.usable()) return { kind: 'rejected', code: link.detail(), retryable: true };
    if (!(await gate.enter(until))) return throttled;
    try {
      const placement = await placeCall(
        { api, link },
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
    const { attemptId, to, callerId } = request;
    if (calls.has(attemptId)) return { kind: 'accepted' };
    const from = shownNumber(callerId, settings);
    if (from === undefined) {
      return { kind: 'rejected', code: whyNotShown(callerId, settings) ?? '', retryable: false };
    }
    if (calls.size >= settings.callsAtOnce) return throttled;
    const { ringSeconds } = settings;
    const detects = settings.detection === 'on';
    const leg = newLeg(attemptId);
    const call = createCall(request, {
      ...{ leg, base: baseOf(attemptId), detects, ringSeconds, now },
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
    box.attach(attemptId, begun.get(attemptId) ?? []);
    begun.delete(attemptId);
  }

  function heardOf(attemptId: string, sound: Sound): Heard {
    const { durationMs } = sound;
    if (sound.kind === 'silence') return { kind: 'silence', durationMs };
    return { kind: 'sound', url: soundUrl(attemptId, sound), durationMs };
  }

  function strayKey({ id, at: stored, path, fields: { key = '' } }: Callback): void {
    const attemptId = callPathOf(path)?.attemptId;
    if (attemptId === undefined || strays.has(id)) return;
    strays.add(id);
    box.tell({ attemptId, at: engineTime(stored), kind: 'key', key });
    box.attach(attemptId, [id]);
  }

  function hearOne(callback: Callback): void {
    const { id, path, fields } = callback;
    const told = callPathOf(path);
    const call = told && calls.get(told.attemptId)?.call;
    if (!told || !call) {
      orphans.heard(callback);
      return;
    }
    const { attemptId, what, step, isAgent } = told;
    const { CallSid = '', CallStatus = '', SipResponseCode } = fields;
    lookUp.known(CallSid);
    at = engineTime(callback.at);
    const party = isAgent ? call.agent() : call;
    if (what === 'status') {
      party?.leg.adopt(CallSid);
      // Kept until the call is over: by it another engine finds the call.
      if (CallStatus === 'initiated') begun.set(attemptId, [...(begun.get(attemptId) ?? []), id]);
      else party?.stands(CallStatus, SipResponseCode);
    } else if (what === 'answer') party?.answered(CallSid);
    else if (what === 'played') party?.played(step);
    else if (what === 'hold') party?.waits(step);
    else if (!isAgent && what === 'amd') call.detected(fields.AnsweredBy ?? '');
    else if (!isAgent && what === 'key') call.pressed(fields.key ?? '', step);
    at = undefined;
    if (CallStatus !== 'initiated') box.attach(attemptId, [id]);
    else if (!calls.has(attemptId)) finish([id]);
  }

  async function hear(): Promise<void> {
    const ids = finished.slice();
    if (ids.length > 0) {
      await callbacks.done(ids);
      finished.splice(0, ids.length);
      for (const id of ids) {
        held.delete(id);
        strays.delete(id);
      }
    }
    for (const callback of await callbacks.take(mostAtOnce, [paths])) {
      // Told again, because what it led to goes on.
      if (held.has(callback.id)) continue;
      held.add(callback.id);
      hearOne(callback);
    }
  }

  async function takeLeft(): Promise<void> {
    if (performance.now() - wellSince < leftFor * 1_000) return;
    for (const callback of await callbacks.take(mostAtOnce, [callPaths], leftFor)) {
      orphans.heard(callback);
    }
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
    repeat(() => (calls.size > 0 ? hearEvery : hearIdle), hear),
    repeat(() => hearIdle, orphans.work),
    repeat(() => leftEvery, takeLeft),
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
      if (finished.length > 0) await callbacks.done(finished).catch(() => {});
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
