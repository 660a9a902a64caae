/**
 * One live call at Twilio and its instructions. Only the newest instruction counts; hanging up is
 * final, and is retried until Twilio has accepted it.
 */
import { setTimeout as sleep } from 'node:timers/promises';
import type { TwilioApi } from './api.ts';
import { isGone } from './call-status.ts';
import type { TwilioLink } from './link.ts';

export interface CallLeg {
  /** Twilio's id; undefined until it is learned. */
  sid(): string | undefined;
  /** Learns it. */
  adopt(sid: string): void;
  /**
   * Sends new TwiML.
   *
   * @param failed called when it could not be sent
   * @param taken called when Twilio took it, which it does for a call in progress only
   */
  instruct(twiml: string, failed: () => void, taken?: () => void): void;
  hangUp(): void;
  /** `gone` is called whenever Twilio responds to an instruction that the call is over. */
  whenGone(gone: () => void): void;
  /** The call is over: nothing more is sent. */
  over(): void;
}

interface Instruction {
  form: Record<string, string>;
  failed: () => void;
  taken?: (() => void) | undefined;
}

export interface LegOptions {
  api: TwilioApi;
  link: Pick<TwilioLink, 'worked' | 'failed'>;
  log(words: string, what: object): void;
  /** Requests under way; `close` of the carrier waits for them. */
  busy: Set<Promise<void>>;
  /** From then on nothing is retried. */
  closing: AbortSignal;
}

/** Milliseconds after each try. Hanging up is retried for ten minutes: a call that is up costs. */
const pauses = [200, 500, 1_000];
const pausesOfEnd = [200, 500, 1_000, 2_000, 5_000, 10_000, 20_000, ...Array(10).fill(60_000)];

export class LiveLeg implements CallLeg {
  readonly #options: LegOptions;
  #sid: string | undefined;
  /** The newest instruction. */
  #wanted: Instruction | undefined;
  /** It is being hung up: nothing else counts any more. */
  #ending = false;
  #isOver = false;
  #isAtWork = false;
  #gone = () => {};
  /** Ends a pause early. */
  #wake: (() => void) | undefined;

  constructor(options: LegOptions) {
    this.#options = options;
  }

  sid(): string | undefined {
    return this.#sid;
  }

  adopt(sid: string): void {
    if (this.#sid !== undefined) return;
    this.#sid = sid;
    if (this.#wanted) this.#want(this.#wanted);
  }

  instruct(twiml: string, failed: () => void, taken?: () => void): void {
    if (!this.#ending) this.#want({ form: { Twiml: twiml }, failed, taken });
  }

  hangUp(): void {
    if (this.#ending) return;
    this.#ending = true;
    const failed = () =>
      this.#options.log('could not hang up a call at Twilio', { sid: this.#sid });
    this.#want({ form: { Status: 'completed' }, failed });
  }

  whenGone(gone: () => void): void {
    this.#gone = gone;
  }

  over(): void {
    this.#isOver = true;
    this.#wake?.();
  }

  #want(instruction: Instruction): void {
    const { busy } = this.#options;
    if (this.#isOver) return;
    this.#wanted = instruction;
    this.#wake?.();
    if (this.#sid === undefined || this.#isAtWork) return;
    const work = this.#run().finally(() => busy.delete(work));
    busy.add(work);
  }

  async #run(): Promise<void> {
    this.#isAtWork = true;
    let done: Instruction | undefined;
    while (this.#wanted && this.#wanted !== done && !this.#isOver) {
      done = this.#wanted;
      await this.#carryOut(done, this.#ending ? pausesOfEnd : pauses);
    }
    this.#isAtWork = false;
  }

  async #carryOut(instruction: Instruction, tries: readonly number[]): Promise<void> {
    const { closing } = this.#options;
    for (const wait of [...tries, undefined]) {
      const sent = await this.#sendOnce(instruction.form);
      if (sent === 'done') return instruction.taken?.();
      if (sent === 'gone') return this.#gone();
      if (this.#wanted !== instruction || this.#isOver || closing.aborted) return;
      // Hanging up is retried whatever Twilio says.
      if (wait === undefined || (sent === 'refused' && !this.#ending)) return instruction.failed();
      await this.#pause(wait);
      if (this.#wanted !== instruction || this.#isOver) return;
    }
  }

  async #sendOnce(form: Record<string, string>): Promise<'done' | 'gone' | 'refused' | 'failed'> {
    const { api, link, log } = this.#options;
    const response = await api.post(`/Calls/${this.#sid}.json`, form);
    if (response.kind !== 'responded') {
      link.failed({ said: response.why });
      return 'failed';
    }
    const { status, body } = response;
    if (status >= 200 && status < 300) {
      link.worked();
      return 'done';
    }
    if (isGone(status, body)) return 'gone';
    log('Twilio rejected an instruction for a call', { status, response: body });
    return status >= 500 || status === 429 ? 'failed' : 'refused';
  }

  /** Ended early when something else is wanted. */
  async #pause(ms: number): Promise<void> {
    const waking = new AbortController();
    this.#wake = () => waking.abort();
    const signal = AbortSignal.any([waking.signal, this.#options.closing]);
    await sleep(ms, undefined, { signal, ref: false }).catch(() => {});
  }
}
