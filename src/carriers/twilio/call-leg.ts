/**
 * One live call at Twilio and what it is told to do. Only the newest instruction counts; an end is
 * final, and is told until Twilio has understood it.
 */
import { setTimeout as sleep } from 'node:timers/promises';
import type { TwilioApi } from './api.ts';
import { isGone } from './call-status.ts';
import type { TwilioLink } from './link.ts';

export interface CallLeg {
  /** Twilio's id; undefined until it is learned. */
  sid(): string | undefined;
  /** It has become known. */
  adopt(sid: string): void;
  /** New TwiML. @param failed it could not be told */
  tell(twiml: string, failed: () => void): void;
  hangUp(): void;
  /** The call is over: nothing more is told. */
  over(): void;
}

interface Instruction {
  form: Record<string, string>;
  failed: () => void;
}

export interface LegOptions {
  api: TwilioApi;
  link: Pick<TwilioLink, 'worked' | 'failed'>;
  log(words: string, what: object): void;
  /** What is being told; whoever closes the carrier waits for it. */
  busy: Set<Promise<void>>;
  /** From then on nothing is tried again. */
  closing: AbortSignal;
}

/** Milliseconds after each try. An end is tried for some ten minutes: a call costs while it is up. */
const pauses = [200, 500, 1_000];
const pausesOfEnd = [200, 500, 1_000, 2_000, 5_000, 10_000, 20_000, ...Array(10).fill(60_000)];

export class LiveLeg implements CallLeg {
  readonly #options: LegOptions;
  #sid: string | undefined;
  /** The newest instruction. */
  #wanted: Instruction | undefined;
  /** It is to be hung up: nothing else counts any more. */
  #ending = false;
  #isOver = false;
  #isAtWork = false;
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

  tell(twiml: string, failed: () => void): void {
    if (!this.#ending) this.#want({ form: { Twiml: twiml }, failed });
  }

  hangUp(): void {
    if (this.#ending) return;
    this.#ending = true;
    const failed = () =>
      this.#options.log('a call at Twilio could not be ended', { sid: this.#sid });
    this.#want({ form: { Status: 'completed' }, failed });
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
      const told = await this.#toldOnce(instruction.form);
      if (told === 'told' || told === 'gone') return;
      if (this.#wanted !== instruction || this.#isOver || closing.aborted) return;
      // Whatever stands against it, a call has to end.
      if (wait === undefined || (told === 'refused' && !this.#ending)) return instruction.failed();
      await this.#pause(wait);
      if (this.#wanted !== instruction || this.#isOver) return;
    }
  }

  async #toldOnce(form: Record<string, string>): Promise<'told' | 'gone' | 'refused' | 'no'> {
    const { api, link, log } = this.#options;
    const answer = await api.post(`/Calls/${this.#sid}.json`, form);
    if (answer.kind !== 'answered') {
      link.failed(answer.why);
      return 'no';
    }
    const { status, body } = answer;
    if (status >= 200 && status < 300) {
      link.worked();
      return 'told';
    }
    if (isGone(status, body)) return 'gone';
    log('Twilio refused to change a call', { status, answer: body });
    return status >= 500 || status === 429 ? 'no' : 'refused';
  }

  /** Ended early when something else is wanted. */
  async #pause(ms: number): Promise<void> {
    const waking = new AbortController();
    this.#wake = () => waking.abort();
    const signal = AbortSignal.any([waking.signal, this.#options.closing]);
    await sleep(ms, undefined, { signal, ref: false }).catch(() => {});
  }
}
