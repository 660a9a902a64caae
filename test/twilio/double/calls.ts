/**
 * Calls at the double: it rings, detects who answered, plays TwiML (player.ts), takes keys, and
 * reports it all by webhook. The test says what a callee does.
 */
import { setTimeout as sleep } from 'node:timers/promises';
import { accountSid, refusal, sidOf } from './account.ts';
import { about, type Callee, callResource, type DoubleCall, isOver, type Line } from './call.ts';
import type { RestResponse } from './messages.ts';
import { TwimlPlayer } from './player.ts';
import { readTwiml } from './twiml.ts';
import type { Webhooks } from './webhooks.ts';

export const callFields = [
  ...['To', 'From', 'Url', 'Method', 'StatusCallback', 'StatusCallbackMethod', 'Timeout'],
  ...['StatusCallbackEvent', 'TimeLimit', 'MachineDetection', 'AsyncAmd'],
  ...['MachineDetectionTimeout', 'AsyncAmdStatusCallback', 'AsyncAmdStatusCallbackMethod'],
];

/** What a number does that is called, and which numbers may be shown. */
interface Parties {
  calleeOf(to: string): Callee;
  owns(from: string): boolean;
}

export class Calls {
  readonly all: DoubleCall[] = [];
  /** This many instructions are accepted and have no effect. */
  undone = 0;
  readonly #lines = new Map<string, Line>();
  readonly #hooks: Webhooks;
  readonly #parties: Parties;
  readonly #player: TwimlPlayer;

  constructor(hooks: Webhooks, parties: Parties) {
    this.#hooks = hooks;
    this.#parties = parties;
    this.#player = new TwimlPlayer(hooks, (line, status) => this.#end(line, status));
  }

  create(fields: URLSearchParams): RestResponse {
    for (const name of fields.keys()) {
      if (!callFields.includes(name)) {
        return refusal(400, 20_001, `The double does not know ${name}`);
      }
    }
    const [to, from] = [fields.get('To') ?? '', fields.get('From') ?? ''];
    if (!/^\+\d{8,15}$/.test(to)) return refusal(400, 21_211, `Invalid 'To' Phone Number: ${to}`);
    if (!this.#parties.owns(from))
      return refusal(400, 21_210, 'From is not a verified phone number');
    if (!URL.canParse(fields.get('Url') ?? '')) return refusal(400, 21_205, 'Url is not valid');
    const call: DoubleCall = {
      ...{ sid: sidOf('CA'), to, from, status: 'queued', answeredBy: null, created: new Date() },
      ...{ fields, heard: [], pressed: [], changed: [], endedAt: undefined, sipCode: '' },
    };
    this.all.unshift(call);
    const line: Line = {
      ...{ call, callee: this.#parties.calleeOf(to), press: undefined },
      ...{ now: new AbortController(), over: new AbortController() },
    };
    this.#lines.set(call.sid, line);
    const response = { status: 201, body: callResource(call) };
    void this.#run(line);
    return response;
  }

  update(sid: string, form: URLSearchParams): RestResponse {
    const line = this.#lines.get(sid);
    if (!line) return refusal(404, 20_404, 'The requested resource was not found');
    const { call } = line;
    if (form.get('Status') === 'completed') {
      if (isOver(call)) return refusal(400, 21_220, 'Call is not in-progress. Cannot redirect.');
      call.changed.push({ at: performance.now(), twiml: '' });
      this.#end(line, call.status === 'in-progress' ? 'completed' : 'canceled');
    } else {
      const twiml = form.get('Twiml') ?? '';
      if (call.status !== 'in-progress') {
        return refusal(400, 21_220, 'Call is not in-progress. Cannot redirect.');
      }
      if (twiml.length > 4_000) return refusal(400, 21_218, 'Twiml is too long');
      call.changed.push({ at: performance.now(), twiml });
      if (this.undone > 0) this.undone -= 1;
      else this.#player.execute(line, async () => readTwiml(twiml));
    }
    return { status: 200, body: callResource(call) };
  }

  read(sid: string): RestResponse {
    const call = this.#lines.get(sid)?.call;
    if (!call) return refusal(404, 20_404, 'The requested resource was not found');
    return { status: 200, body: callResource(call) };
  }

  // As Twilio's description of listCall says: a call that waits in the queue has not started.
  list(query: URLSearchParams): object[] {
    const since = query.get('StartTime>');
    return this.all
      .filter(
        ({ to, from, status, created }) =>
          to === (query.get('To') ?? to) &&
          from === (query.get('From') ?? from) &&
          status === (query.get('Status') ?? status) &&
          (since === null || (status !== 'queued' && created.getTime() >= Date.parse(since))),
      )
      .map(callResource);
  }

  /** The person hangs up. */
  hangUp(call: DoubleCall): void {
    const line = this.#lines.get(call.sid);
    if (line) this.#end(line, 'completed');
  }

  press(call: DoubleCall, key: string): void {
    const line = this.#lines.get(call.sid);
    if (line) this.#player.press(line, key);
  }

  live(): DoubleCall[] {
    return this.all.filter((call) => !isOver(call));
  }

  close(): void {
    for (const { over, now } of this.#lines.values()) {
      over.abort();
      now.abort();
    }
  }

  async #run(line: Line): Promise<void> {
    const { call, callee } = line;
    const { fields } = call;
    call.status = 'queued';
    await sleep(5);
    // Canceled within these milliseconds.
    if (isOver(call)) return;
    this.#postStatus(call, 'initiated');
    call.status = 'ringing';
    await this.#player.wait(line, callee.rings ?? 50);
    if (isOver(call)) return;
    if (callee.ends) {
      if (callee.ends === 'failed') call.sipCode = '404';
      return this.#end(line, callee.ends);
    }
    if ((callee.rings ?? 50) > Number(fields.get('Timeout')) * 1_000)
      return this.#end(line, 'no-answer');
    call.status = 'in-progress';
    this.#player.execute(line, () => this.#player.ask(line, fields.get('Url') ?? ''));
    if (callee.hangsUpAfter !== undefined) {
      setTimeout(() => this.#end(line, 'completed'), callee.hangsUpAfter);
    }
    void this.#detect(line);
  }

  async #detect({ call, callee, over }: Line): Promise<void> {
    const { fields } = call;
    if (fields.get('AsyncAmd') !== 'true' || callee.detected === null) return;
    await sleep(callee.detectedAfter ?? 100, undefined, { signal: over.signal }).catch(() => {});
    if (isOver(call)) return;
    call.answeredBy = callee.detected ?? 'human';
    const url = fields.get('AsyncAmdStatusCallback') ?? '';
    const reported = { CallSid: call.sid, AccountSid: accountSid, AnsweredBy: call.answeredBy };
    await this.#hooks.post(url, { ...reported, MachineDetectionDuration: '3300' }).catch(() => {});
  }

  #end(line: Line, status: string): void {
    const { call } = line;
    if (isOver(call)) return;
    call.status = status;
    call.endedAt = performance.now();
    line.over.abort();
    line.now.abort();
    this.#postStatus(call, status);
  }

  #postStatus(call: DoubleCall, status: string): void {
    const { fields, sipCode } = call;
    if (!fields.getAll('StatusCallbackEvent').includes(status)) {
      if (!isOver(call) || !fields.getAll('StatusCallbackEvent').includes('completed')) return;
    }
    void this.#hooks
      .post(fields.get('StatusCallback') ?? '', {
        ...about(call),
        ...{ CallStatus: status, CallbackSource: 'call-progress-events' },
        ...(sipCode !== '' && { SipResponseCode: sipCode }),
      })
      .catch(() => {});
  }
}
