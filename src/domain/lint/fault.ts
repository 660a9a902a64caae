/** What a check found: a rule with its facts and its place; `lint-words.ts` writes the sentence. */
import type { LintRule } from '#contract/lint-rule.ts';

/** Where it was found. */
export interface Place {
  /** Step of a voice message, from 1 on. */
  step?: number;
  /** Seconds from the beginning of a voice message. */
  seconds?: number;
  /** Character of a text, from 1 on. */
  character?: number;
}

interface Facts {
  /** 'unchecked': the name is of another script, so that nobody can say whether it is there. */
  voice_name: { kind: 'missing' | 'late' | 'unchecked'; name: string };
  /** 'other': 9 is offered for something else. */
  voice_stop: { kind: 'missing' | 'late' | 'before' | 'other'; after?: number };
  voice_number: object;
  voice_machine_number: object;
  voice_machine_toll_free: { number: string };
  /** 'any': any key is offered. */
  voice_press_one: { kind: 'one' | 'any' };
  voice_length: { kind: 'long' | 'short'; seconds: number };
  voice_level: { decibels: number };
  voice_silence: { kind: 'start' | 'inside'; seconds: number };
  voice_clipping: object;
  voice_removed: object;
  /**
   * `unread`: numbers whose sealed value was not opened; 'unchecked': no others are blank. 'unspoken': the
   * voices do not know letters of the value; `unread`: numbers whose value was not tried.
   */
  voice_blank: {
    kind: 'blank' | 'unchecked' | 'unspoken';
    field: string;
    blank: number;
    unread: number;
    of: number;
  };
  voice_unheard: { steps: number };
  /** 'broken': a token of texts, which is spoken as it is written; 'likely': other words in brackets. */
  voice_bracket: { kind: 'broken' | 'likely'; written: string };
  text_name: { kind: 'missing' | 'unchecked'; name: string };
  text_stop: object;
  text_link: { link: string };
  /** `numbers`: of the list, whose own values do it; the text is GSM-7 itself. */
  text_ucs2:
    | { kind: 'text'; sign: string; segments: number; without: number }
    | { kind: 'values'; numbers: number; of: number };
  text_segments: { most: number; numbers: number; of: number };
  text_blank: { token: string; blank: number; of: number };
  /** 'broken': a bracket has no partner; 'likely': the token's name in other signs, or in none. */
  text_bracket: { kind: 'broken' | 'likely'; written: string; token: string };
}

/** Every rule has facts of its own. */
export type Fault = { [R in LintRule]: { rule: R; place: Place } & Facts[R] }[LintRule];
export type FaultOf<R extends LintRule> = Extract<Fault, { rule: R }>;

/** What is only supposed, or cannot be checked: a note, whatever the operator set for the rule. */
export function isOnlyNote(fault: Fault): boolean {
  return 'kind' in fault && (fault.kind === 'unchecked' || fault.kind === 'likely');
}
