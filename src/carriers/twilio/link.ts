/**
 * Whether Twilio can be used: the account is asked for now and then, and what goes wrong with texts
 * counts too. When Twilio answers as if it were broken, or not at all, texts wait instead of ending as
 * unknown one by one.
 */
import { explained } from '#domain/carrier-words/twilio.ts';
import type { ApiAnswer, TwilioApi } from './api.ts';
import { refusalOf } from './api.ts';

export interface TwilioLink {
  usable(): boolean;
  /** Why it is not usable; '' when it is. */
  detail(): string;
  /** Twilio took a text, or refused one for what it was. */
  worked(): void;
  /** It refused us. */
  refused(why: string): void;
  /** Nobody knows what became of a text, or it could not be reached. */
  failed(why: string): void;
  close(): void;
}

export interface WatchedLink extends TwilioLink {
  /** Looks at the account now; while something is wrong that is done at its own pace. */
  lookNow(): void;
}

/** Real milliseconds between two looks at the account, when all is well and when it is not. */
const lookEvery = 60_000;
const lookAgain = 5_000;
const longestPause = 5 * 60_000;
/** So many failures in a row are no accident. */
const patience = 3;

export function createLink(api: TwilioApi, onChange: (problem: string) => void): WatchedLink {
  let problem = 'Twilio has not been asked for its account yet.';
  let failures = 0;
  let pause = lookAgain;
  let closed = false;
  let timer: NodeJS.Timeout | undefined;

  function become(now: string): void {
    if (now === problem) return;
    problem = now;
    onChange(now);
  }

  function lookIn(ms: number): void {
    clearTimeout(timer);
    if (!closed) timer = setTimeout(look, ms);
    timer?.unref();
  }

  async function look(): Promise<void> {
    const found = accountProblem(await api.get('.json'));
    if (closed) return;
    become(found);
    if (found === '') failures = 0;
    lookIn(found === '' ? lookEvery : lookAgain);
  }

  function down(why: string, wait: number): void {
    become(why);
    lookIn(wait);
  }

  void look();

  return {
    usable: () => problem === '',
    detail: () => problem,
    worked() {
      failures = 0;
      pause = lookAgain;
    },
    refused: (why) => down(why, lookAgain),
    failed(why) {
      failures += 1;
      if (failures < patience || problem !== '') return;
      down(`Twilio does not answer as it should (${why}).`, pause);
      // The account may be found well while texts still fail: longer pauses cost fewer of them.
      pause = Math.min(longestPause, pause * 2);
    },
    lookNow() {
      if (problem === '') lookIn(0);
    },
    close() {
      closed = true;
      clearTimeout(timer);
    },
  };
}

/** '' when the account can be used. */
export function accountProblem(answer: ApiAnswer): string {
  if (answer.kind !== 'answered') return `Twilio cannot be reached (${answer.why}).`;
  const { status, body } = answer;
  if (status === 401 || status === 403 || status === 404) {
    return 'Twilio does not accept the account SID and the auth token.';
  }
  if (status !== 200) {
    const { code, said } = refusalOf(body);
    return explained(`Twilio does not answer as it should (status ${status})`, code, said);
  }
  if (body.status !== 'active') return `The account at Twilio is ${String(body.status)}.`;
  return '';
}
