/** The consent of a list as a form holds it. */
import { type ConsentKind, consentKinds, type ListConsent } from '#contract/consent.ts';

/** '' as its kind: there is none. */
export interface ConsentDraft {
  kind: ConsentKind | '';
  source: string;
  /** `YYYY-MM-DD`, '' for none. */
  date: string;
  /** `HH:MM` Eastern, '' for none. */
  time: string;
  words: string;
}

export const noConsentDraft: ConsentDraft = { kind: '', source: '', date: '', time: '', words: '' };

export const consentDraftOf = (consent: ListConsent | null): ConsentDraft =>
  consent ? { time: '', ...consent } : noConsentDraft;

/** What is typed beside a kind that is taken back is dropped with it. */
export function consentOfDraft(draft: ConsentDraft): ListConsent | null {
  const { kind, source, date, time, words } = draft;
  if (kind === '') return null;
  return { kind, source: source.trim(), date, ...(time && { time }), words: words.trim() };
}

export const consentLabels: Readonly<Record<ConsentKind, string>> = {
  given: 'Given, kind not known',
  express: 'Express',
  written: 'Written',
};

export const consentChoices = consentKinds.map((value) => ({ value, label: consentLabels[value] }));
