/**
 * Presets of states for sales calls that play a recorded message: Broadcast, and machines. They hold every
 * call of a sales campaign (`Preset.recorded`).
 */
import {
  callsOnly,
  closed,
  everyDay,
  open,
  type Preset,
  sourceDate,
  tables,
  workdays,
} from './preset.ts';

const states: readonly Preset[] = [
  {
    code: 'california_recorded',
    name: 'California, recorded calls: 9:00 AM to 9:00 PM',
    meaning: 'Recorded sales calls to California from 9:00 AM to 9:00 PM every day.',
    source: 'Cal. Pub. Util. Code 2872(c)',
    sourceDate,
    seen: [
      'https://codes.findlaw.com/ca/public-utilities-code/puc-sect-2872.html',
      'http://statutes.laws.com/california/puc/2871-2876',
    ],
    differs: 'The law holds for recorded calls of any purpose, with exceptions.',
    rules: [callsOnly(open('CA', everyDay, '09:00-21:00'))],
  },
  {
    code: 'illinois_recorded',
    name: 'Illinois, recorded calls: 9:00 AM to 9:00 PM',
    meaning: 'Recorded sales calls to Illinois from 9:00 AM to 9:00 PM every day.',
    source: '815 ILCS 305/15(a)',
    sourceDate,
    seen: [
      'https://blog.clickpointsoftware.com/telemarketing-calling-hours-by-state',
      'https://ilga.gov/legislation/publicacts/pubact91/acts/91-0182.html',
    ],
    differs:
      'The stored copy of the Act breaks off before the hours. Another table has the federal hours, which hold for live calls.',
    rules: [callsOnly(open('IL', everyDay, '09:00-21:00'))],
  },
  {
    code: 'indiana_recorded',
    name: 'Indiana, recorded calls: 9:00 AM to 8:00 PM, with consent',
    meaning:
      'Recorded sales calls to Indiana from 9:00 AM to 8:00 PM every day, and none without any consent of the person.',
    source: 'Ind. Code 24-5-14-5 (consent) and 24-5-14-8 (hours)',
    sourceDate,
    seen: ['https://lexace.ai/us/statute/indiana/24-5-14-5', tables.robocalls],
    differs:
      'The first has the consent, the second the hours; the text of the section on hours was not found. The law holds for recorded calls of any purpose, also political ones. A live operator who asks before the message would do, too.',
    rules: [
      callsOnly(open('IN', everyDay, '09:00-20:00')),
      {
        ...{ purpose: 'sales', country: 'US', state: 'IN', channel: 'call' },
        terms: { kind: 'consent', consent: 'any' },
      },
    ],
  },
  {
    code: 'maine_recorded',
    name: 'Maine, recorded calls: weekdays 9:00 AM to 5:00 PM, 1 in 8 hours',
    meaning:
      'Recorded sales calls to Maine from 9:00 AM to 5:00 PM on Mondays to Fridays, none on Saturdays and Sundays, and at most 1 to a number within 8 hours.',
    source: '10 M.R.S. 1498(3)',
    sourceDate,
    seen: [
      'https://legislature.maine.gov/legis/bills/bills_121st/billtexts/LD039201-1.asp',
      'https://glama.ai/mcp/connectors/com.modernmustardseed/call-desk/tools/can_i_call_now',
    ],
    differs:
      'The law limits calls that were completed, also those that ask for gifts or information; here attempts count.',
    rules: [
      callsOnly(open('ME', workdays, '09:00-17:00')),
      callsOnly(closed('ME', ['sat', 'sun'])),
      {
        purpose: 'sales',
        country: 'US',
        state: 'ME',
        channel: 'call',
        terms: {
          kind: 'limit',
          most: 1,
          counts: 'attempts',
          of: 'number',
          unit: 'hours',
          length: 8,
        },
      },
    ],
  },
  {
    code: 'nebraska_recorded',
    name: 'Nebraska, recorded calls: Sundays and holidays from 1:00 PM',
    meaning:
      'Recorded sales calls to Nebraska on Sundays and federal holidays from 1:00 PM to 9:00 PM.',
    source: '291 Neb. Admin. Code ch. 11, s. 3',
    sourceDate,
    seen: [
      'https://leadmanagerhelp.clickpointsoftware.com/en/articles/5753977-state-calling-hours',
      tables.robocalls,
    ],
    differs:
      'The second has 9:00 AM to 9:00 PM on every day, for political calls, and asks for a permit. Neb. Rev. Stat. 86-256 allows recorded calls that sell nothing from 8:00 AM to 9:00 PM (https://self-law.org/code/ne/chapter-86/86-256). The text of the rule itself was not found.',
    rules: [callsOnly(open('NE', ['sun', 'holiday'], '13:00-21:00'))],
  },
  {
    code: 'oklahoma_recorded',
    name: 'Oklahoma, recorded calls: 9:00 AM to 9:00 PM',
    meaning: 'Recorded sales calls to Oklahoma from 9:00 AM to 9:00 PM every day.',
    source: '15 O.S. 755.1(C)(2)',
    sourceDate,
    seen: [
      'https://lexace.ai/us/statute/oklahoma/15-755.1',
      'http://www.contactcentercompliance.com/legal/statutes/OK/15_Okl._St./755.1.adpx',
    ],
    differs:
      'The rule for all sales calls ends at 8:00 PM; together they leave 9:00 AM to 8:00 PM.',
    rules: [callsOnly(open('OK', everyDay, '09:00-21:00'))],
  },
  {
    code: 'south_dakota_recorded',
    name: 'South Dakota, recorded calls: weekdays 9:00 AM to 9:00 PM',
    meaning:
      'Recorded sales calls to South Dakota from 9:00 AM to 9:00 PM on Mondays to Fridays, and none on Saturdays and Sundays.',
    source: 'SDCL 37-30-28',
    sourceDate,
    seen: [
      'https://lexace.ai/us/statute/south-dakota/37-30-28',
      'http://legis.state.sd.us/statutes/DisplayStatute.aspx?Type=Statute&Statute=37-30-28',
    ],
    differs: 'The law speaks of an automated telephone dialing system.',
    rules: [
      callsOnly(open('SD', workdays, '09:00-21:00')),
      callsOnly(closed('SD', ['sat', 'sun'])),
    ],
  },
];

export const recordedPresets = states.map((preset) => ({ ...preset, recorded: true as const }));
