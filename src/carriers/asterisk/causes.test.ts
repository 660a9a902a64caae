/** How a call ended, from the network's reason and what the call showed before. */
import { describe, expect, test } from 'vitest';
import { endOf, type SeenBefore } from './causes.ts';

const nothing: SeenBefore = {
  ...{ answered: false, rang: false, byPeer: true, forwarded: false, lasted: 300 },
};
const rang = { ...nothing, rang: true };

describe('how a call ended', () => {
  test.each([
    [17, 486, 'busy'],
    [17, 600, 'busy'],
    [17, undefined, 'busy'],
    [19, 480, 'no_answer'],
    [18, 408, 'no_answer'],
    [21, 603, 'no_answer'],
    [19, undefined, 'no_answer'],
    [1, 404, 'failed'],
    [34, 503, 'failed'],
    [21, 403, 'failed'],
    [38, undefined, 'failed'],
  ])('cause %i with SIP %s before an answer is %s', (cause, techCause, expected) => {
    expect(endOf({ cause, techCause }, nothing).cause).toBe(expected);
    expect(endOf({ cause, techCause }, rang).cause).toBe(expected);
  });

  test('after an answer it is a hang-up, whatever cause the network reports', () => {
    const answered = { ...rang, answered: true };
    expect(endOf({ cause: 0 }, answered)).toEqual({ cause: 'hangup' });
    expect(endOf({ cause: 34, techCause: 503 }, answered)).toEqual({ cause: 'hangup' });
  });

  test('a failure has a note with its reason', () => {
    const note = { code: 'no_such_number', sip: 404 };
    expect(endOf({ cause: 1, techCause: 404 }, nothing).note).toEqual(note);
    expect(endOf({ cause: 38 }, nothing).note).toEqual({ code: 'network_ended', q850: 38 });
  });

  test('a forwarded number has its own note, even if Asterisk has not stored the status', () => {
    const forwarded = { ...nothing, forwarded: true };
    const note = { code: 'forwarded', sip: 302 };
    for (const end of [{ cause: 23, techCause: 302 }, { cause: 0 }]) {
      expect(endOf(end, forwarded)).toEqual({ cause: 'failed', note });
    }
  });
});

describe('a trunk that does not respond', () => {
  const note = { code: 'trunk_silent' };
  const silent = { cause: 'failed', note, trunk: 'silent' };

  test('our own ring time is over without a response', () => {
    const ours = { ...nothing, byPeer: false, lasted: 15_020 };
    expect(endOf({ cause: 19, techCause: 480 }, ours)).toEqual(silent);
    expect(endOf({ cause: 19, techCause: 480 }, { ...ours, rang: true })).toEqual({
      cause: 'no_answer',
    });
  });

  test('Asterisk gave up after timer_b; the same status sent at once is from the network', () => {
    const end = { cause: 18, techCause: 408 };
    expect(endOf(end, { ...nothing, lasted: 6_410 })).toEqual(silent);
    expect(endOf(end, { ...nothing, lasted: 40 })).toEqual({ cause: 'no_answer' });
    expect(endOf(end, { ...rang, lasted: 20_000 })).toEqual({ cause: 'no_answer' });
  });
});

/** Every status of a SIP response that ends a call, RFC 3261 section 21 and its successors. */
const ofTheNumber = [404, 408, 410, 433, 480, 484, 485, 486, 487, 600, 603, 604, 607, 608];
const ofTheTrunk = [
  ...[400, 401, 402, 403, 405, 406, 407, 412, 413, 414, 415, 416, 417, 420, 421, 422, 423, 424],
  ...[425, 428, 429, 430, 436, 437, 438, 439, 440, 469, 470, 481, 482, 483, 488, 489, 491, 493],
  ...[494, 500, 501, 502, 503, 504, 505, 513, 555, 580, 606],
];
const redirections = [300, 301, 302, 305, 380];

describe('whose failure it was, over the whole table', () => {
  test.each(ofTheTrunk)('SIP %i before any ringing is about the trunk', (techCause) => {
    expect(endOf({ cause: 21, techCause }, nothing)).toMatchObject({ trunk: 'refused' });
    expect(endOf({ cause: 21, techCause }, rang)).not.toHaveProperty('trunk');
  });

  test.each([...ofTheNumber, ...redirections])('SIP %i is about the number', (techCause) => {
    expect(endOf({ cause: 21, techCause }, nothing)).not.toHaveProperty('trunk');
  });

  test.each([34, 38, 41, 42, 58, 88, 111, 127])('cause %i alone is about the network', (cause) => {
    expect(endOf({ cause }, nothing)).toMatchObject({ trunk: 'refused' });
  });

  test.each([0, 1, 3, 16, 17, 18, 19, 20, 21, 22, 27, 28])('cause %i alone is not', (cause) => {
    expect(endOf({ cause }, nothing)).not.toHaveProperty('trunk');
  });
});
