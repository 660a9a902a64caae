/** The area codes of the other countries of the plan: the Caribbean and Bermuda. */
import type { AreaRow } from './row.ts';

export const caribbean: readonly AreaRow[] = [
  { country: 'AG', zones: 'America/Antigua', codes: '268' },
  { country: 'AI', zones: 'America/Anguilla', codes: '264' },
  { country: 'BB', zones: 'America/Barbados', codes: '246' },
  { country: 'BM', zones: 'Atlantic/Bermuda', codes: '441' },
  { country: 'BS', zones: 'America/Nassau', codes: '242' },
  { country: 'DM', zones: 'America/Dominica', codes: '767' },
  { country: 'DO', zones: 'America/Santo_Domingo', codes: '809 829 849' },
  { country: 'GD', zones: 'America/Grenada', codes: '473' },
  { country: 'JM', zones: 'America/Jamaica', codes: '658 876' },
  { country: 'KN', zones: 'America/St_Kitts', codes: '869' },
  { country: 'KY', zones: 'America/Cayman', codes: '345' },
  { country: 'LC', zones: 'America/St_Lucia', codes: '758' },
  { country: 'MS', zones: 'America/Montserrat', codes: '664' },
  { country: 'SX', zones: 'America/Lower_Princes', codes: '721' },
  { country: 'TC', zones: 'America/Grand_Turk', codes: '649' },
  { country: 'TT', zones: 'America/Port_of_Spain', codes: '868' },
  { country: 'VC', zones: 'America/St_Vincent', codes: '784' },
  { country: 'VG', zones: 'America/Tortola', codes: '284' },
];
