/**
 * Calls at the double: it rings, finds out who answered, plays TwiML in real time, takes keys, and
 * tells of it all by webhook. What a callee does is said by the test.
 */
import { setTimeout as sleep } from 'node:timers/promises';
import { decodeWav } from '../../../src/domain/sound/wav.ts';
import { accountSid, refusal, sidOf } from './account.ts';
import type { Answer } from './messages.ts';
import { readTwiml, type Verb } from './twiml.ts';
import type { Webhooks } from './webhooks.ts';

/** Milliseconds. */
export interface Callee {
  /** Absent: answers. */
  ends?: 'busy' | 'no-answer' | 'failed';
  rings?: number;
  /** What AMD makes of it, and after how long; null: it never says. */
  detected?: string | null;
  detectedAfter?: number;
  /** After the call first gathers keys: Twilio loses what is pressed earlier. */
  keys?: { after: number; key: string }[];
  /** A key as soon as so much of a sound whose address holds this was heard. */
  keyDuring?: { sound: string; after: number; key: string };
  /** After the answer. */
  hangsUpAfter?: number;
}

export interface DoubleCall {
  sid: string;
  to: string;
  from: string;
  status: string;
  answeredBy: string | null;
  created: Date;
  fields: URLSearchParams;
  /** What was heard, in order: addresses with the milliseconds that were heard, rooms, and keys. */
  heard: { what: string; at: number; ms: number }[];
  pressed: { key: string; at: number }[];
  /** When it was told something by REST. */
  changed: { at: number; twiml: string }[];
  endedAt: number | undefined;
  sipCode: string;
}

interface Line {
  call: DoubleCall;
  callee: Callee;
  /** Ends what is being played because something else is to be. */
  now: AbortController;
  over: AbortController;
  press: ((key: string) => void) | undefined;
}

export interface Calls {
  all: DoubleCall[];
  create(form: URLSearchParams): Answer;
  update(sid: string, form: URLSearchParams): Answer;
  read(sid: string): Answer;
  list(query: URLSearchParams): object[];
  /** The person hangs up. */
  hangUp(call: DoubleCall): void;
  press(call: DoubleCall, key: string): void;
  live(): DoubleCall[];
  /** So many changes are answered well, and what the call did before goes on. */
  undone: number;
  close(): void;
}

export const callFields = [
  ...['To', 'From', 'Url', 'Method', 'StatusCallback', 'StatusCallbackMethod', 'Timeout'],
  ...['StatusCallbackEvent', 'TimeLimit', 'MachineDetection', 'AsyncAmd'],
  ...['MachineDetectionTimeout', 'AsyncAmdStatusCallback', 'AsyncAmdStatusCallbackMethod'],
];
const overStates = ['completed', 'busy', 'no-answer', 'failed', 'canceled'];
const isOver = ({ status }: DoubleCall) => overStates.includes(status);

export function callsOfDouble(
  hooks: Webhooks,
  { calleeOf, owns }: { calleeOf(to: string): Callee; owns(from: string): boolean },
): Calls {
  const lines = new Map<string, Line>();
  const rooms = new Map<string, Set<Line>>();
  const all: DoubleCall[] = [];

  const about = ({ sid, to, from, status }: DoubleCall) => ({
    ...{ CallSid: sid, AccountSid: accountSid, ApiVersion: '2010-04-01', To: to, From: from },
    ...{ CallStatus: status, Direction: 'outbound-api' },
  });

  function tellStatus(call: DoubleCall, status: string): void {
    const { fields, sipCode } = call;
    if (!fields.getAll('StatusCallbackEvent').includes(status)) {
      if (!isOver(call) || !fields.getAll('StatusCallbackEvent').includes('completed')) return;
    }
    void hooks
      .tell(fields.get('StatusCallback') ?? '', {
        ...about(call),
        ...{ CallStatus: status, CallbackSource: 'call-progress-events' },
        ...(sipCode !== '' && { SipResponseCode: sipCode }),
      })
      .catch(() => {});
  }

  function end(line: Line, status: string): void {
    const { call } = line;
    if (isOver(call)) return;
    call.status = status;
    call.endedAt = performance.now();
    line.over.abort();
    line.now.abort();
    tellStatus(call, status);
  }

  /** As long as nothing ends the line or tells it something else. */
  async function wait(line: Line, ms: number, also?: AbortSignal): Promise<void> {
    const signals = [line.now.signal, line.over.signal, ...(also ? [also] : [])];
    const signal = AbortSignal.any(signals);
    await sleep(ms, undefined, { signal }).catch(() => {});
  }

  async function ask(line: Line, url: string, more: Record<string, string> = {}): Promise<Verb[]> {
    const { signal } = line.now;
    const answer = await hooks.tell(url, { ...about(line.call), ...more });
    if (signal.aborted || line.over.signal.aborted) return [];
    if (answer.status !== 200 || !answer.type.startsWith('text/xml')) {
      throw new Error(`11200: ${url} answered ${answer.status} ${answer.type}`);
    }
    return readTwiml(answer.body);
  }

  async function play(line: Line, verb: Verb, also?: AbortSignal): Promise<void> {
    const { call } = line;
    const begun = line.now.signal;
    const answer = await fetch(verb.text).catch(() => undefined);
    // What cannot be fetched is passed over.
    if (answer?.status !== 200) return;
    const { samples } = decodeWav(new Uint8Array(await answer.arrayBuffer()));
    const loop = Number(verb.attributes.loop ?? 1);
    for (let times = 0; times < loop; times += 1) {
      if (begun.aborted || line.over.signal.aborted || also?.aborted) return;
      const at = performance.now();
      const heard = { what: verb.text, at, ms: 0 };
      call.heard.push(heard);
      pressDuring(line, verb.text);
      await wait(line, (samples.length * 1_000) / 8_000, also);
      heard.ms = performance.now() - at;
    }
  }

  function pressDuring(line: Line, sound: string): void {
    const { keyDuring } = line.callee;
    if (!keyDuring || !sound.includes(keyDuring.sound)) return;
    line.callee = { ...line.callee, keyDuring: undefined };
    setTimeout(() => press(line, keyDuring.key), keyDuring.after);
  }

  function pressFirst(line: Line): void {
    const { keys = [] } = line.callee;
    line.callee = { ...line.callee, keys: undefined };
    for (const { after, key } of keys) setTimeout(() => press(line, key), after);
  }

  function press(line: Line, key: string): void {
    if (isOver(line.call) || line.call.status !== 'in-progress') return;
    line.call.pressed.push({ key, at: performance.now() });
    line.press?.(key);
  }

  async function gather(line: Line, verb: Verb): Promise<Verb[] | undefined> {
    const keyed = new AbortController();
    let key: string | undefined;
    const press = (pressed: string) => {
      key ??= pressed;
      keyed.abort();
    };
    line.press = press;
    pressFirst(line);
    for (const one of verb.inside) {
      if (one.name === 'Play') await play(line, one, keyed.signal);
      else await wait(line, Number(one.attributes.length ?? 1) * 1_000, keyed.signal);
    }
    if (key === undefined) {
      await wait(line, Number(verb.attributes.timeout ?? 5) * 1_000, keyed.signal);
    }
    // Another one may listen by now.
    if (line.press === press) line.press = undefined;
    if (key === undefined || isOver(line.call) || line.now.signal.aborted) return undefined;
    return ask(line, verb.attributes.action ?? '', { Digits: key });
  }

  async function confer(line: Line, [conference]: Verb[]): Promise<void> {
    const room = conference?.text ?? '';
    const inside = rooms.get(room) ?? new Set<Line>();
    rooms.set(room, inside);
    inside.add(line);
    const at = performance.now();
    const heard = { what: `room ${room} with ${inside.size}`, at, ms: 0 };
    line.call.heard.push(heard);
    for (const other of inside) {
      if (other !== line) other.call.heard.push({ ...heard });
    }
    await wait(line, 24 * 3_600_000);
    inside.delete(line);
    // Whoever leaves ends it for the other: the next verb comes.
    for (const other of inside) other.now.abort('left');
  }

  async function run(line: Line, verbs: Verb[]): Promise<void> {
    const { signal } = line.now;
    for (const verb of verbs) {
      if (line.over.signal.aborted || signal.aborted) return;
      let next: Verb[] | undefined;
      if (verb.name === 'Play') await play(line, verb);
      else if (verb.name === 'Pause') await wait(line, Number(verb.attributes.length ?? 1) * 1_000);
      else if (verb.name === 'Gather') next = await gather(line, verb);
      else if (verb.name === 'Redirect') next = await ask(line, verb.text);
      else if (verb.name === 'Hangup') return end(line, 'completed');
      else if (verb.name === 'Dial') {
        await confer(line, verb.inside);
        if (line.now.signal.reason === 'left') return end(line, 'completed');
      }
      if (next) return run(line, next);
    }
    if (!line.over.signal.aborted && !signal.aborted) end(line, 'completed');
  }

  function execute(line: Line, verbs: () => Promise<Verb[]>): void {
    line.now.abort();
    line.now = new AbortController();
    const mine = line.now.signal;
    verbs()
      .then((found) => (mine.aborted ? undefined : run(line, found)))
      .catch((error) => {
        // An application error ends the call.
        errors.push(String(error));
        end(line, 'completed');
      });
  }
  const errors: string[] = [];

  async function live(line: Line): Promise<void> {
    const { call, callee } = line;
    const { fields } = call;
    call.status = 'queued';
    await sleep(5);
    // Canceled within these milliseconds.
    if (isOver(call)) return;
    tellStatus(call, 'initiated');
    call.status = 'ringing';
    await wait(line, callee.rings ?? 50);
    if (isOver(call)) return;
    if (callee.ends) {
      if (callee.ends === 'failed') call.sipCode = '404';
      return end(line, callee.ends);
    }
    if ((callee.rings ?? 50) > Number(fields.get('Timeout')) * 1_000) return end(line, 'no-answer');
    call.status = 'in-progress';
    execute(line, () => ask(line, fields.get('Url') ?? ''));
    if (callee.hangsUpAfter !== undefined) {
      setTimeout(() => end(line, 'completed'), callee.hangsUpAfter);
    }
    void detect(line);
  }

  async function detect({ call, callee, over }: Line): Promise<void> {
    const { fields } = call;
    if (fields.get('AsyncAmd') !== 'true' || callee.detected === null) return;
    await sleep(callee.detectedAfter ?? 100, undefined, { signal: over.signal }).catch(() => {});
    if (isOver(call)) return;
    call.answeredBy = callee.detected ?? 'human';
    const url = fields.get('AsyncAmdStatusCallback') ?? '';
    const told = { CallSid: call.sid, AccountSid: accountSid, AnsweredBy: call.answeredBy };
    await hooks.tell(url, { ...told, MachineDetectionDuration: '3300' }).catch(() => {});
  }

  const calls: Calls = {
    all,
    undone: 0,
    create(fields) {
      for (const name of fields.keys()) {
        if (!callFields.includes(name)) {
          return refusal(400, 20_001, `The double does not know ${name}`);
        }
      }
      const [to, from] = [fields.get('To') ?? '', fields.get('From') ?? ''];
      if (!/^\+\d{8,15}$/.test(to)) return refusal(400, 21_211, `Invalid 'To' Phone Number: ${to}`);
      if (!owns(from)) return refusal(400, 21_210, 'From is not a verified phone number');
      if (!URL.canParse(fields.get('Url') ?? '')) return refusal(400, 21_205, 'Url is not valid');
      const call: DoubleCall = {
        ...{ sid: sidOf('CA'), to, from, status: 'queued', answeredBy: null, created: new Date() },
        ...{ fields, heard: [], pressed: [], changed: [], endedAt: undefined, sipCode: '' },
      };
      all.unshift(call);
      const line: Line = {
        ...{ call, callee: calleeOf(to), press: undefined },
        ...{ now: new AbortController(), over: new AbortController() },
      };
      lines.set(call.sid, line);
      const answer = { status: 201, body: callResource(call) };
      void live(line);
      return answer;
    },
    update(sid, form) {
      const line = lines.get(sid);
      if (!line) return refusal(404, 20_404, 'The requested resource was not found');
      const { call } = line;
      if (form.get('Status') === 'completed') {
        if (isOver(call)) return refusal(400, 21_220, 'Call is not in-progress. Cannot redirect.');
        call.changed.push({ at: performance.now(), twiml: '' });
        end(line, call.status === 'in-progress' ? 'completed' : 'canceled');
      } else {
        const twiml = form.get('Twiml') ?? '';
        if (call.status !== 'in-progress') {
          return refusal(400, 21_220, 'Call is not in-progress. Cannot redirect.');
        }
        if (twiml.length > 4_000) return refusal(400, 21_218, 'Twiml is too long');
        call.changed.push({ at: performance.now(), twiml });
        if (calls.undone > 0) calls.undone -= 1;
        else execute(line, async () => readTwiml(twiml));
      }
      return { status: 200, body: callResource(call) };
    },
    read(sid) {
      const call = lines.get(sid)?.call;
      if (!call) return refusal(404, 20_404, 'The requested resource was not found');
      return { status: 200, body: callResource(call) };
    },
    list(query) {
      const since = query.get('StartTime>');
      return all
        .filter(
          ({ to, from, created }) =>
            to === (query.get('To') ?? to) &&
            from === (query.get('From') ?? from) &&
            (since === null || created.getTime() >= Date.parse(since)),
        )
        .map(callResource);
    },
    hangUp(call) {
      const line = lines.get(call.sid);
      if (line) end(line, 'completed');
    },
    press(call, key) {
      const line = lines.get(call.sid);
      if (line) press(line, key);
    },
    live: () => all.filter((call) => !isOver(call)),
    close() {
      for (const { over, now } of lines.values()) {
        over.abort();
        now.abort();
      }
    },
  };
  return calls;
}

const rfc2822 = (date: Date) => date.toUTCString().replace('GMT', '+0000');

function callResource(call: DoubleCall): object {
  const { sid, to, from, status, answeredBy, created } = call;
  const root = `/2010-04-01/Accounts/${accountSid}/Calls/${sid}`;
  const over = isOver(call);
  return {
    ...{ sid, to, from, status, answered_by: answeredBy, direction: 'outbound-api' },
    ...{ account_sid: accountSid, api_version: '2010-04-01', uri: `${root}.json` },
    ...{ to_formatted: to, from_formatted: from, parent_call_sid: null, price: null },
    ...{ price_unit: 'USD', duration: over ? '1' : null, queue_time: '0' },
    date_created: rfc2822(created),
    date_updated: rfc2822(created),
    start_time: status === 'queued' ? null : rfc2822(created),
    end_time: over ? rfc2822(new Date()) : null,
    subresource_uris: { events: `${root}/Events.json` },
  };
}
