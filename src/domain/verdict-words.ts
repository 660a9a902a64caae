/** The gate's verdict on a number of a campaign, in a sentence; for the screen Numbers and its file. */
import type { CampaignNumber } from '#contract/campaign-numbers.ts';
import { zoneWords } from './zone-words.ts';

export interface VerdictWords {
  /** "Waits", "Done": the verdict in a word or two. */
  word: string;
  /** Why, as a sentence. */
  because: string;
}

/** @param texts the campaign sends texts */
export function verdictWords(number: CampaignNumber, texts: boolean): VerdictWords {
  const { verdict, leftOut } = number;
  if (leftOut) return { word: 'Not loaded', because: leftOut.reason };
  if (!verdict) return { word: 'Unknown', because: 'It left its list a moment ago.' };
  const { kind, reason } = verdict;
  const done = texts ? 'texted' : 'called';
  switch (kind) {
    case 'call':
      return { word: `Can be ${done}`, because: 'Its calling hours are open.' };
    case 'wait':
      return { word: 'Waits', because: waitWords(reason, verdict.zone, done) };
    case 'bar':
      return { word: 'Barred', because: barred[reason ?? ''] ?? 'It is no longer called.' };
    case 'done':
      if (reason !== 'in_progress') return { word: 'Done', because: ended(reason, texts) };
      return texts
        ? { word: 'Sent', because: 'Its receipt has not come yet.' }
        : { word: 'In a call', because: 'The call is in progress.' };
  }
}

function waitWords(reason: string | null, zone: string | null, done: string): string {
  if (reason === 'calling_hours') {
    return zone === null
      ? 'Its calling hours are closed.'
      : `The calling hours in ${zoneWords(zone)} are closed.`;
  }
  const words: Record<string, string> = {
    attempt_cap: `It was ${done} as often as the attempt cap allows.`,
    contact_policy: 'The contact policy allows no contact for now.',
    no_consent: 'The consent that the contact policy asks for is missing.',
    least_gap: `It was ${done} recently.`,
    undecided_text: 'A text from the person may be an opt-out, and a manager has to decide.',
    in_call: 'It is in another call.',
    account_in_call: 'Another number of the account is in a call.',
    carrier_busy: 'The carrier was at capacity.',
    follow_up: 'It is a follow-up, and its time has not come.',
  };
  return words[reason ?? ''] ?? 'It will be checked again shortly.';
}

const barred: Record<string, string> = {
  do_not_call: 'It is on the do-not-call list.',
  opt_out_key: 'The person pressed 9 to opt out.',
  opt_out_text: 'The person opted out by text.',
  number_not_dialed: 'This client may not call numbers of this kind.',
  account_stop: 'Another number of the account asked to stop.',
  already_reached: 'A person answered at another number of the account.',
  follow_up_ended: 'Its follow-up was ended, by a reply or by somebody here.',
  list_closed: 'The list was closed before it was reached.',
};

function ended(result: string | null, texts: boolean): string {
  const words: Record<string, string> = {
    person: 'Answered by a person.',
    machine: 'Answered by a machine.',
    no_answer: 'Not answered.',
    busy: 'Busy.',
    failed: texts ? 'The text failed.' : 'The call failed.',
    unknown: 'Its outcome is not known.',
    delivered: 'The text was delivered.',
  };
  return words[result ?? ''] ?? 'It has ended.';
}
