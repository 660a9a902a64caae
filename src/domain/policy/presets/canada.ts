/** Presets of the law of Canada, for its provinces and territories of the numbering plan. */
import type { PolicyDay } from '#contract/policy.ts';
import { type Preset, type PresetRule, sourceDate, workdays } from './preset.ts';

const hours = (days: PolicyDay[], open: string, close: string): PresetRule => ({
  ...{ purpose: 'sales', country: 'CA', state: null, channel: 'call' },
  terms: { kind: 'hours', days, open, close, from: null, until: null },
});

export const canadaPresets: readonly Preset[] = [
  {
    code: 'canada',
    name: 'Canada: weekdays from 9:00 AM, weekends 10:00 AM to 6:00 PM',
    meaning:
      'Sales calls to Canada from 9:00 AM to 9:30 PM on Mondays to Fridays, and from 10:00 AM to 6:00 PM on Saturdays and Sundays. Carillon calls nobody from 9:00 PM on, so that weekdays end then.',
    source: 'CRTC Unsolicited Telecommunications Rules, Part III, s. 23',
    sourceDate,
    seen: [
      'https://crtc.gc.ca/eng/phone/telemarketing/tobligations/rules-regles.htm',
      'https://www.northerntel.ca/eng/inside_ntl/donotcalllist/donotcalllist.htm',
    ],
    differs:
      'The second says that provinces may be stricter: their holidays (British Columbia has some) have to be entered as closures. Texts are under another law, which names no hours. Calls with a recorded message need express consent (Part IV), which this preset does not ask for.',
    rules: [hours(workdays, '09:00', '21:30'), hours(['sat', 'sun'], '10:00', '18:00')],
  },
];
