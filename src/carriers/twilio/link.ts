/**
 * Whether Twilio can be used: the account is checked now and then, and failures of calls and texts
 * count too. When Twilio responds as if it were broken, or not at all, texts wait instead of ending
 * as unknown one by one.
 */

import { explained } from '#domain/carrier-words/twilio.ts';
import { type RealMs, realMs, soonest, times } from '#domain/milliseconds.ts';
import type { ApiResponse, TwilioApi } from './api.ts';
import { refusalOf } from './api.ts';

export interface TwilioLink {
  usable(): boolean;
  /** Why it is not usable; '' when it is. */
  detail(): string;
  /** Twilio accepted a call or text, or rejected it for what it was. */
  worked(): void;
  /** Twilio rejected the account. */
  refused(why: string): void;
  /** A call or text ended as unknown, or Twilio could not be reached. */
  failed(why: string): void;
  close(): void;
}

export interface WatchedLink extends TwilioLink {
  /** Checks the account now; while there is a problem the scheduled check is soon enough. */
  checkNow(): void;
}

/** Between two checks of the account, when all is well and when it is not. */
const checkEvery = realMs(60_000);
const recheckAfter = realMs(5_000);
const longestPause = realMs(5 * 60_000);
/** This many failures in a row are no accident. */
const patience = 3;

export function createLink(api: TwilioApi, onChange: (problem: string) => void): WatchedLink {
  let problem = 'The Twilio account has not been checked yet.';
  let failures = 0;
  let pause = recheckAfter;
  let closed = false;
  let timer: NodeJS.Timeout | undefined;

  function become(now: string): void {
    if (now === problem) return;
    problem = now;
    onChange(now);
  }

  function checkIn(ms: number): void {
    clearTimeout(timer);
    if (!closed) timer = setTimeout(check, ms);
    timer?.unref();
  }

  async function check(): Promise<void> {
    const found = accountProblem(await api.get('.json'));
    if (closed) return;
    become(found);
    if (found === '') failures = 0;
    checkIn(found === '' ? checkEvery : recheckAfter);
  }

  function down(why: string, wait: RealMs): void {
    become(why);
    checkIn(wait);
  }

  void check();

  return {
    usable: () => problem === '',
    detail: () => problem,
    worked() {
      failures = 0;
      pause = recheckAfter;
    },
    refused: (why) => down(why, recheckAfter),
    failed(why) {
      failures += 1;
      if (failures < patience || problem !== '') return;
      down(`Twilio is not responding properly (${why}).`, pause);
      // The account may be fine while texts still fail: longer pauses cost fewer of them.
      pause = soonest(longestPause, times(pause, 2));
    },
    checkNow() {
      if (problem === '') checkIn(0);
    },
    close() {
      closed = true;
      clearTimeout(timer);
    },
  };
}

/** '' when the account can be used. */
export function accountProblem(response: ApiResponse): string {
  if (response.kind !== 'responded') return `Twilio cannot be reached (${response.why}).`;
  const { status, body } = response;
  if (status === 401 || status === 403 || status === 404) {
    return 'Twilio rejected the account SID or the auth token.';
  }
  if (status !== 200) {
    const { code, said } = refusalOf(body);
    return explained(`Twilio is not responding properly (status ${status})`, code, said);
  }
  if (body.status !== 'active') return `The Twilio account is ${String(body.status)}.`;
  return '';
}
