/**
 * Whether Twilio can be used: the account is checked now and then, and failures of calls and texts
 * count too. When Twilio responds as if it were broken, or not at all, texts wait instead of ending
 * as unknown one by one.
 */

import type { CarrierDetail } from '#contract/carrier-detail.ts';
import { sameReason } from '#contract/reason.ts';
import { type RealMs, realMs, soonest, times } from '#domain/milliseconds.ts';
import type { ApiResponse, TwilioApi } from './api.ts';
import { refusalFacts } from './api.ts';

/** The status of the response, or why there was none. */
export type Failure = { http: number } | { said: string };

export interface TwilioLink {
  usable(): boolean;
  /** Why it is not usable; undefined when it is. */
  detail(): CarrierDetail | undefined;
  /** Twilio accepted a call or text, or rejected it for what it was. */
  worked(): void;
  /** Twilio rejected the account. */
  refused(why: CarrierDetail): void;
  /** A call or text ended as unknown, or Twilio could not be reached. */
  failed(why: Failure): void;
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

export function createLink(
  api: TwilioApi,
  onChange: (problem: CarrierDetail | undefined) => void,
): WatchedLink {
  let problem: CarrierDetail | undefined = { code: 'account_unchecked' };
  let failures = 0;
  let pause = recheckAfter;
  let closed = false;
  let timer: NodeJS.Timeout | undefined;

  function become(now: CarrierDetail | undefined): void {
    if (sameReason(now ?? null, problem ?? null)) return;
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
    if (!found) failures = 0;
    checkIn(found ? recheckAfter : checkEvery);
  }

  function down(why: CarrierDetail, wait: RealMs): void {
    become(why);
    checkIn(wait);
  }

  void check();

  return {
    usable: () => problem === undefined,
    detail: () => problem,
    worked() {
      failures = 0;
      pause = recheckAfter;
    },
    refused: (why) => down(why, recheckAfter),
    failed(why) {
      failures += 1;
      if (failures < patience || problem) return;
      down({ code: 'api_failing', ...why }, pause);
      // The account may be fine while texts still fail: longer pauses cost fewer of them.
      pause = soonest(longestPause, times(pause, 2));
    },
    checkNow() {
      if (!problem) checkIn(0);
    },
    close() {
      closed = true;
      clearTimeout(timer);
    },
  };
}

/** Undefined when the account can be used. */
export function accountProblem(response: ApiResponse): CarrierDetail | undefined {
  if (response.kind !== 'responded') return { code: 'api_unreachable', said: response.why };
  const { status, body } = response;
  if (status === 401 || status === 403 || status === 404) return { code: 'account_rejected' };
  if (status !== 200) return { code: 'account_check_failed', http: status, ...refusalFacts(body) };
  if (body.status !== 'active') return { code: 'account_not_active', said: String(body.status) };
  return undefined;
}
