/** What a cell of a consent column says, and which consent is enough for a rule of the policy. */
import {
  type AccountConsent,
  type ConsentKind,
  type ConsentPart,
  consentKinds,
  type OwnConsent,
} from '#contract/consent.ts';

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

/** What the cell says; null: nothing. Punctuation and case do not matter; a date says yes. */
export function readConsent(cell: string): OwnConsent | null {
  const trimmed = cell.trim();
  const plain = trimmed
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}]+/gu, ' ')
    .trim();
  const kind = kinds.get(trimmed === '✓' || trimmed === '✔' ? 'yes' : plain);
  if (kind === 'empty') return null;
  return kind ?? (isDate(trimmed) ? 'given' : 'unclear');
}

const ymd = /^(\d{4})[-/.](\d{1,2})[-/.](\d{1,2})(?:[T ].*)?$/;
const mdy = /^(\d{1,2})[-/.](\d{1,2})[-/.](\d{4}|\d{2})(?:,? .*)?$/;

/** A day of the calendar, with a time or without: 2026-01-31, 1/31/2026 10:22 AM, 31.1.2026. */
export const isDate = (cell: string) => consentDay(cell) !== null;

/** That day as `YYYY-MM-DD`; 3/4/2026 is the fourth of March. Null: the cell is no date. */
export function consentDay(cell: string): string | null {
  const trimmed = cell.trim();
  const [, year, month, day] = ymd.exec(trimmed) ?? [];
  if (year !== undefined) return dayOf(Number(year), Number(month), Number(day));
  const [, one, other, short] = mdy.exec(trimmed) ?? [];
  if (short === undefined) return null;
  const given = Number(short) + (short.length === 2 ? 2_000 : 0);
  return dayOf(given, Number(one), Number(other)) ?? dayOf(given, Number(other), Number(one));
}

function dayOf(year: number, month: number, day: number): string | null {
  const at = new Date(Date.UTC(year, month - 1, day));
  const is = at.getUTCMonth() === month - 1 && at.getUTCDate() === day && year >= 1900;
  return is ? at.toISOString().slice(0, 10) : null;
}

/**
 * The consent of one row, from its cells. The consent column decides where there is one; else
 * the date's: who has a date has consented on it. Source and words alone say nothing.
 * Consent whose date is still to come is unclear: nobody has given it yet.
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
  if (kind === null) return null;
  const day = consentDay(date ?? '') ?? consentDay(said ?? '');
  if (kind !== 'refused' && latest !== undefined && day !== null && day > latest) {
    const kept = [said, words].filter(Boolean).join('; ');
    return {
      ...{ kind: 'unclear', ...(source && { source }), ...(date && { date }) },
      ...(kept && { words: kept }),
    };
  }
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
