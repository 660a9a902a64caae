/** One line of the numbering plan's tables. Lists are words separated by single spaces. */

export type CodeKind =
  | 'geographic'
  | 'toll-free'
  | 'premium'
  | 'personal'
  /** Canada's 600, 622 and 633, the government's 710, the carriers' 700. */
  | 'non-geographic';

export interface AreaRow {
  /** Codes in service. */
  codes: string;
  /** Codes that are assigned to the same area, but not in service yet. */
  announced?: string;
  states?: string;
  /** Every zone that the area reaches. */
  zones?: string;
  kind?: CodeKind;
  /** Where the whole table is not of one country. */
  country?: string;
}
