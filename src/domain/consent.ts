/** What a cell of a consent column says, and which consent is enough for a rule of the policy. */
import {
  type AccountConsent,
  type ConsentKind,
  type ConsentPart,
  consentKinds,
  type OwnConsent,
} from '#contract/consent.ts';
import { consentDay, isDate } from './consent-day.ts';

export type WantedConsent = 'any' | 'express' | 'written';

const spelled: Readonly<Record<Exclude<OwnConsent, 'unclear'> | 'empty', readonly string[]>> = {
  empty: ['', '-', '--', 'na', 'n a', 'null', 'blank'],
  refused: [
    ...['no', 'n', 'false', 'f', '0', 'none', 'off', 'refused', 'declined', 'denied', 'rejected'],
    ...['revoked', 'withdrawn', 'opt out', 'opted out', 'optout', 'unsubscribed', 'no consent'],
    ...['not given', 'not consented', 'do not call', 'do not contact', 'dnc', 'never'],
  ],
  given: [
    ...['yes', 'y', 'true', 't', '1', 'x', 'on', 'ok', 'given', 'granted', 'agreed', 'accepted'],
    ...['consent', 'consented', 'opt in', 'opted in', 'optin', 'subscribed', 'checked'],
  ],
  express: [
    ...['express', 'expressed', 'express consent', 'prior express', 'prior express consent'],
    ...['pec', 'verbal', 'verbal consent', 'oral', 'oral consent'],
  ],
  written: [
    ...['written', 'written consent', 'express written', 'express written consent', 'signed'],
    ...['prior express written', 'prior express written consent', 'pewc', 'in writing'],
  ],
};

const kinds = new Map(
  Object.entries(spelled).flatMap(([kind, all]) => all.map((word) => [word, kind] as const)),
) as ReadonlyMap<string, keyof typeof spelled>;

/** Ticks are a yes, crosses a no: signs without a word. */
const ticks = /^[✓✔☑✅]$/u;
const crosses = /^[✗✘❌❎×☒]$/u;
/** A cell of nothing but lines and dots says nothing, nor does a database's day zero. */
const blank = /^(?:<null>|[\s\p{Pd}_.]*|0+[-/.]0+[-/.]0+(?:[t ][0:.]*z?)?)$/iu;
/** Who doubts or negates with a sign has not said yes: "yes?", "!yes", "✗ yes". */
const doubtful = /[?¿\p{S}]|^!/u;

/** "☑ Yes", "Yes ✓": the tick says the same. */
const withoutTick = (cell: string) =>
  cell.replace(/^[✓✔☑✅]\s+(?=\S)/u, '').replace(/(?<=\S)\s+[✓✔☑✅]$/u, '');

/** What the cell says; null: nothing. Punctuation and case do not matter; a date says yes. */
export function readConsent(cell: string): OwnConsent | null {
  const trimmed = withoutTick(cell.replaceAll('\uFE0F', '').trim());
  if (blank.test(trimmed)) return null;
  if (ticks.test(trimmed)) return 'given';
  if (crosses.test(trimmed)) return 'refused';
  if (isDate(trimmed)) return 'given';
  if (doubtful.test(trimmed)) return 'unclear';
  const plain = trimmed
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}]+/gu, ' ')
    .trim();
  const kind = kinds.get(plain) ?? 'unclear';
  return kind === 'empty' ? null : kind;
}

/** How free text of a source or of words begins that takes consent back: "Revoked by phone". */
const takesBack =
  /^\W*(?:consent (?:was )?)?(?:revoked?|withdrawn|withdrew|refused|declined|denied|rejected|opted[ -]?out|unsubscribed|cancell?ed|no longer|do not (?:call|contact|text)|dnc|no consent|not given|not consented)\b/i;
/** What begins like it and takes nothing back: how a form is named, and terms of the consent. */
const takesNothingBack =
  /^\W*(?:cancell?ed (?:checks?|cheques?|orders?|visits?|appointments?|flights?) |no longer than |do not (?:call|contact|text) (?:me )?(?:after|before|between|earlier|later|on (?:sun|sat|week)))/i;
const isTakenBack = (words: string) => takesBack.test(words) && !takesNothingBack.test(words);

/** Whether cells beside the one that decides speak against a yes: a date that is none, or words that take it back. */
function isDoubted({ source, date, words }: Partial<Record<ConsentPart, string>>): boolean {
  const dated = readConsent(date ?? '');
  if (dated !== null && !isDate(date ?? '')) return true;
  return isTakenBack(source ?? '') || isTakenBack(words ?? '');
}

/**
 * The consent of one row, from its cells. The consent column decides where there is one; else
 * the date's: who has a date has consented on it. Source and words alone give no consent.
 * Consent whose date is still to come is unclear: nobody has given it yet. So is all but a refusal where another cell
 * speaks against it.
 *
 * @param cells of the mapped columns
 * @param latest the last day (`YYYY-MM-DD`) on which it can have been given; absent: any
 */
export function consentOfRow(
  cells: Partial<Record<ConsentPart, string>>,
  latest?: string,
): AccountConsent | null {
  const { kind: said, source, date, words } = cells;
  const kind = said === undefined ? ofDate(date ?? '') : readConsent(said);
  const day = consentDay(date ?? '') ?? consentDay(said ?? '');
  const isToCome = kind !== null && latest !== undefined && day !== null && day > latest;
  if (kind !== 'refused' && (isToCome || isDoubted(cells))) {
    const kept = [said, words].filter(Boolean).join('; ');
    return {
      ...{ kind: 'unclear', ...(source && { source }), ...(date && { date }) },
      ...(kept && { words: kept }),
    };
  }
  if (kind === null) return null;
  return {
    kind,
    ...(source && { source }),
    ...(date && { date }),
    // What was not understood is kept: somebody may.
    ...(words ? { words } : kind === 'unclear' && said && { words: said }),
  };
}

function ofDate(cell: string): OwnConsent | null {
  if (readConsent(cell) === null) return null;
  return isDate(cell.trim()) ? 'given' : 'unclear';
}

/** Written consent is express consent, and express consent is consent. */
export function isEnough(found: OwnConsent | null, wanted: WantedConsent): boolean {
  const rank = (consentKinds as readonly (OwnConsent | null)[]).indexOf(found);
  return rank >= (wanted === 'any' ? 0 : consentKinds.indexOf(wanted));
}

/** A list's consent holds for those who have no word of their own. */
export function consentOf(own: OwnConsent | null, ofList: ConsentKind | null): OwnConsent | null {
  return own ?? ofList;
}

/** "written consent", "no consent": after "has" or "with". */
export const consentNames: Readonly<Record<OwnConsent | 'none', string>> = {
  given: 'consent of an unnamed kind',
  express: 'express consent',
  written: 'written consent',
  refused: 'a refusal',
  unclear: 'an unclear answer',
  none: 'no consent',
};
