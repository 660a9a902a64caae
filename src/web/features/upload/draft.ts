/** What the wizard holds until it is uploaded; it survives a visit to another screen. */

import { callListTexts, restrictionType } from '#contract/call-list.ts';
import type { UploadSettings } from '#contract/call-list-upload.ts';
import { maxUploadBytes } from '#contract/call-list-upload.ts';
import { type ConsentDraft, noConsentDraft } from '#web/lib/consent-draft.ts';
import { localDay, localInstant } from '#web/lib/local-time.ts';
import { platformNow } from '#web/lib/simulation.ts';
import { createStore } from '#web/lib/store.ts';
import type { DelimiterKind } from './delimiter.ts';
import { emptyMapping, type Mapping } from './mapping.ts';

export const stepNames = ['Select file', 'Map', 'Preview', 'Upload'] as const;
export type StepIndex = 0 | 1 | 2 | 3;
export const mapStep = 1;
export const lastStep = 3;

export interface Draft {
  /** The owner: another manager who signs in does not see the draft. */
  managerId: number;
  /** The one that was open last; the address says which is. */
  step: StepIndex;
  file: File | undefined;
  delimiterKind: DelimiterKind;
  otherDelimiter: string;
  /** The delimiter was guessed, or chosen by the manager; neither at first. */
  delimiterGuessed: boolean;
  delimiterChosen: boolean;
  /** What the first lines of the file speak for. */
  suggestedDelimiter: string | undefined;
  /** undefined until the step is opened, which uses the remembered mapping or none. */
  mapping: Mapping | undefined;
  name: string;
  /** The name is that of the file. */
  nameGuessed: boolean;
  /** 0 while none is chosen. */
  campaignId: number;
  withoutDuplicates: boolean;
  withoutCalled: boolean;
  /** "2026-11-20", a day of the browser's zone. */
  calledSince: string;
  /** Of the accounts whose rows say nothing about it. */
  consent: ConsentDraft;
}

export function newDraft(managerId: number): Draft {
  return {
    managerId,
    step: 0,
    file: undefined,
    delimiterKind: 'comma',
    otherDelimiter: '',
    delimiterGuessed: false,
    delimiterChosen: false,
    suggestedDelimiter: undefined,
    mapping: undefined,
    name: '',
    nameGuessed: false,
    campaignId: 0,
    withoutDuplicates: true,
    withoutCalled: false,
    calledSince: '',
    consent: noConsentDraft,
  };
}

const drafts = createStore<Draft | undefined>(undefined);

/** The manager's draft and a way to change parts of it. */
export function useDraft(managerId: number) {
  const draft = ownDraft(drafts.use(), managerId);
  // From what is stored now: a file is read for a moment before it is taken.
  const change = (part: Partial<Draft>) =>
    drafts.set({ ...ownDraft(drafts.get(), managerId), ...part });
  return [draft, change] as const;
}

function ownDraft(stored: Draft | undefined, managerId: number): Draft {
  return stored?.managerId === managerId ? stored : newDraft(managerId);
}

export function forgetDraft(): void {
  drafts.set(undefined);
}

/** Whether leaving the wizard would lose something. */
export function isBegun({ file }: Draft): boolean {
  return file !== undefined;
}

/** Why a file is refused before a byte of it is sent. */
export function fileProblem(file: File | undefined): string | undefined {
  if (!file) return 'Choose a file first.';
  if (file.size === 0) return 'The file is empty.';
  return file.size > maxUploadBytes ? callListTexts.tooLarge : undefined;
}

/** What the last step lacks. */
export function settingsProblem(draft: Draft): string | undefined {
  if (draft.name.trim() === '') return callListTexts.nameRequired;
  if (draft.campaignId === 0) return callListTexts.campaignRequired;
  return draft.withoutCalled ? sinceProblem(draft.calledSince) : undefined;
}

/** @param day "2026-11-20", or '' while none is chosen */
export function sinceProblem(day: string): string | undefined {
  if (day === '') return 'Choose a date.';
  return day > localDay(platformNow()) ? callListTexts.dateAhead : undefined;
}

export function mappingProblem({ phones }: Mapping = emptyMapping): string | undefined {
  return phones.length === 0 ? callListTexts.phoneRequired : undefined;
}

/** Both switches as the contract has them: a type, and the first instant of the chosen day. */
export function restrictionOf(draft: Draft): UploadSettings['restriction'] {
  const { withoutDuplicates, withoutCalled, calledSince } = draft;
  const since = localInstant(calledSince, '00:00:00');
  const pastXDays = withoutCalled && since !== undefined ? new Date(since).toISOString() : null;
  if (withoutDuplicates) return { restrictionType: restrictionType.uniqueCallList, pastXDays };
  return withoutCalled
    ? { restrictionType: restrictionType.uniqueTimespan, pastXDays }
    : { restrictionType: restrictionType.none, pastXDays };
}
