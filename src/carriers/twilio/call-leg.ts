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

export function callLeg({ api, link, log, busy, closing }: LegOptions): CallLeg {
  let sid: string | undefined;
  let wanted: Instruction | undefined;
  let ending = false;
  let isOver = false;
  let isAtWork = false;
  let wake: (() => void) | undefined;

  /** Ended early when something else is wanted. */
  async function pause(ms: number): Promise<void> {
    const waking = new AbortController();
    wake = () => waking.abort();
    const signal = AbortSignal.any([waking.signal, closing]);
    await sleep(ms, undefined, { signal, ref: false }).catch(() => {});
  }

  async function toldOnce(
    form: Record<string, string>,
  ): Promise<'told' | 'gone' | 'refused' | 'no'> {
    const answer = await api.post(`/Calls/${sid}.json`, form);
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

  async function carryOut(instruction: Instruction, tries: readonly number[]): Promise<void> {
    for (const wait of [...tries, undefined]) {
      const told = await toldOnce(instruction.form);
      if (told === 'told' || told === 'gone') return;
      if (wanted !== instruction || isOver || closing.aborted) return;
      // Whatever stands against it, a call has to end.
      if (wait === undefined || (told === 'refused' && !ending)) return instruction.failed();
      await pause(wait);
      if (wanted !== instruction || isOver) return;
    }
  }

  async function run(): Promise<void> {
    isAtWork = true;
    for (let done: Instruction | undefined; wanted && wanted !== done && !isOver; ) {
      done = wanted;
      await carryOut(done, ending ? pausesOfEnd : pauses);
    }
    isAtWork = false;
  }

  function want(instruction: Instruction): void {
    if (isOver) return;
    wanted = instruction;
    wake?.();
    if (sid === undefined || isAtWork) return;
    const work = run().finally(() => busy.delete(work));
    busy.add(work);
  }

  return {
    sid: () => sid,
    adopt(known) {
      if (sid !== undefined) return;
      sid = known;
      if (wanted) want(wanted);
    },
    tell(twiml, failed) {
      if (!ending) want({ form: { Twiml: twiml }, failed });
    },
    hangUp() {
      if (ending) return;
      ending = true;
      const failed = () => log('a call at Twilio could not be ended', { sid });
      want({ form: { Status: 'completed' }, failed });
    },
    over() {
      isOver = true;
      wake?.();
    },
  };
}
