/** The geographic area codes of Canada. Its other codes: non-geographic.ts. */
import type { AreaRow } from './row.ts';

const atlantic = 'America/Halifax';
const eastern = 'America/Toronto';
const alberta = 'America/Edmonton';
const manitoba = 'America/Winnipeg';

export const canada: readonly AreaRow[] = [
  { states: 'AB', zones: alberta, codes: '368 403 587 780 825' },
  { states: 'BC', zones: 'America/Vancouver', codes: '604' },
  /**
   * The whole province. The East Kootenay kept the time of Alberta and debates whether to go on
   * with it; Creston and the Peace river never changed their clocks; Atlin keeps those of the
   * Yukon.
   */
  {
    states: 'BC',
    zones: `America/Vancouver ${alberta} America/Creston America/Dawson_Creek America/Fort_Nelson America/Whitehorse`,
    codes: '236 250 257 672 778',
  },
  { states: 'MB', zones: manitoba, codes: '204 431 584' },
  { states: 'NB', zones: `America/Moncton ${atlantic}`, codes: '428 506' },
  // Most of Labrador is Atlantic.
  { states: 'NL', zones: `America/St_Johns America/Goose_Bay ${atlantic}`, codes: '709 879' },
  { states: 'NS PE', zones: `${atlantic} America/Glace_Bay`, codes: '782 902' },
  {
    states: 'ON',
    zones: eastern,
    codes: '226 249 289 343 365 382 416 437 519 548 613 647 683 705 742 753 905 942',
  },
  // West of 90° the clocks of Manitoba, in Atikokan and Pickle Lake Eastern Standard Time all year.
  { states: 'ON', zones: `${eastern} ${manitoba} America/Atikokan`, codes: '807' },
  { states: 'QC', zones: eastern, codes: '263 354 438 450 468 514 579 819 873' },
  /**
   * The Magdalen Islands and Listuguj are Atlantic, the Lower North Shore without daylight saving
   * time. 273: NANPA planning letter 632, from 2027-02-27.
   */
  {
    states: 'QC',
    zones: `${eastern} ${atlantic} America/Blanc-Sablon`,
    codes: '367 418 581',
    announced: '273',
  },
  // Lloydminster keeps the time of Alberta, Creighton and Denare Beach that of Manitoba.
  {
    states: 'SK',
    zones: `America/Regina America/Swift_Current ${alberta} ${manitoba}`,
    codes: '306 474 639',
  },
  {
    states: 'NT NU YT',
    zones: `${theNorth()} ${alberta}`,
    codes: '867',
  },
];

function theNorth(): string {
  const names = 'Whitehorse Dawson Inuvik Cambridge_Bay Rankin_Inlet Resolute Iqaluit Atikokan';
  return names.replaceAll(/\S+/g, (name) => `America/${name}`);
}
