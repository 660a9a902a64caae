/** Presets of states, Nevada to Wyoming: sales calls and texts. */
import {
  closed,
  everyDay,
  exceptSunday,
  open,
  type Preset,
  sourceDate,
  tables,
  threeADay,
  workdays,
} from './preset.ts';

const wyomingSources = [
  tables.callDesk,
  'https://stateregstoday.com/living/consumer-protection/telemarketing-and-do-not-call-lists-in-wyoming',
];

export const statePresetsFromN: readonly Preset[] = [
  {
    code: 'nevada',
    name: 'Nevada: 9:00 AM to 8:00 PM',
    meaning: 'Sales calls and texts to Nevada from 9:00 AM to 8:00 PM every day.',
    source: 'NRS 598.0918(3)',
    sourceDate,
    seen: [
      tables.dropCowboy,
      'https://archive.leg.state.nv.us/Session/71st2001/bills/AB/AB337_EN.html',
    ],
    differs:
      "The section was made in 2001 with the federal hours; two public tables in source code agree with the first page on today's, another has the federal ones. The text of today was not found. Recorded calls to strangers end at 9:00 PM by NRS 597.814.",
    rules: [open('NV', everyDay, '09:00-20:00')],
  },
  {
    code: 'new_mexico',
    name: 'New Mexico: 9:00 AM to 9:00 PM',
    meaning: 'Sales calls and texts to New Mexico from 9:00 AM to 9:00 PM every day.',
    source: 'NMSA 57-12-22(B)(5)',
    sourceDate,
    seen: [
      'https://law.justia.com/codes/new-mexico/2006/nmrc/jd_57-12-22-13117.html',
      tables.dropCowboy,
    ],
    differs: 'Some tables have the federal hours.',
    rules: [open('NM', everyDay, '09:00-21:00')],
  },
  {
    code: 'oklahoma',
    name: 'Oklahoma: 8:00 AM to 8:00 PM, 3 in 24 hours',
    meaning:
      'Sales calls and texts to Oklahoma from 8:00 AM to 8:00 PM every day, and at most 3 to a person within 24 hours.',
    source: '15 O.S. 775C.4(A)',
    sourceDate,
    seen: ['https://dnc.dreamhosters.com/?p=1309', tables.callDesk],
    differs:
      'One source counts the 3 for a telephone number, another for a person; the person is stricter. Older pages have 9:00 PM.',
    rules: [open('OK', everyDay, '08:00-20:00'), threeADay('OK')],
  },
  {
    code: 'oregon',
    name: 'Oregon: 8:00 AM to 8:00 PM, 3 in 24 hours',
    meaning:
      'Sales calls and texts to Oregon from 8:00 AM to 8:00 PM every day, and at most 3 to a person within 24 hours.',
    source: 'ORS 646.563(1)(b), as amended by House Bill 3865 (2025)',
    sourceDate,
    seen: [
      'https://production.jdsupra.com/legalnews/oregon-passes-new-telephone-8210765',
      'https://citizenportal.ai/articles/6229846/Oregon/Senate-Judiciary-approves-texting-time-limits-for-telephone-solicitation-sends-bill-to-floor',
    ],
    differs:
      'It holds since 2026-01-01; older tables have the federal hours. People with whom the client has done business within 18 months are exempt.',
    rules: [open('OR', everyDay, '08:00-20:00'), threeADay('OR')],
  },
  {
    code: 'pennsylvania',
    name: 'Pennsylvania: 9:00 AM to 7:00 PM, no Sundays or holidays',
    meaning:
      'Sales calls and texts to Pennsylvania from 9:00 AM to 7:00 PM on Mondays to Saturdays, and none on Sundays and federal holidays.',
    source: '73 P.S. 2245(a)(1) and (a)(10), as amended by Act 47 of 2026 (Senate Bill 992)',
    sourceDate,
    seen: [
      'https://www.pasenategop.com/news/brooks-bill-to-strengthen-protections-against-telemarketers-passes-senate',
      tables.callDesk,
    ],
    differs:
      'It holds since 2026-10-18, and tables from before have 8:00 AM to 9:00 PM, some with Sundays from noon. The text of the Act itself was not found; the Senate names the hours, another source the date. Holidays of the state alone (Good Friday, Flag Day, Election Day) have to be entered as closures.',
    rules: [open('PA', exceptSunday, '09:00-19:00'), closed('PA', ['sun', 'holiday'])],
  },
  {
    code: 'rhode_island',
    name: 'Rhode Island: 9:00 AM to 6:00 PM, Saturdays 10:00 AM to 5:00 PM',
    meaning:
      'Sales calls and texts to Rhode Island from 9:00 AM to 6:00 PM on Mondays to Fridays and from 10:00 AM to 5:00 PM on Saturdays, and none on Sundays and federal holidays.',
    source: 'R.I. Gen. Laws 5-61-2(2) and 5-61-3.6',
    sourceDate,
    seen: [
      'https://instalawyer.io/laws/rhode-island-general-laws/section-5-61-2-definitions',
      'http://webserver.rilin.state.ri.us/Statutes/TITLE5/5-61/5-61-3.6.HTM',
    ],
    differs:
      'The law excepts holidays from Mondays to Fridays; here a holiday on a Saturday is closed as well. Holidays of the state alone (Rhode Island Independence Day, Victory Day) have to be entered as closures.',
    rules: [
      open('RI', workdays, '09:00-18:00'),
      open('RI', ['sat'], '10:00-17:00'),
      closed('RI', ['sun', 'holiday']),
    ],
  },
  {
    code: 'south_dakota',
    name: 'South Dakota: 9:00 AM to 9:00 PM, no Sundays',
    meaning:
      'Sales calls and texts to South Dakota from 9:00 AM to 9:00 PM on Mondays to Saturdays, and none on Sundays.',
    source: 'SDCL 37-30A-3(2)',
    sourceDate,
    seen: ['https://puc.sd.gov/statutes-administrativelaw/telecommunicationsrules.aspx'],
    differs:
      'The page names the section without its text, and no page with the hours was found, also not at donotcall.sd.gov. Two public tables in source code agree on them, two others have the federal hours. SDCL 37-30-28, for automated dialing, is stricter: weekdays alone, which the preset for recorded calls has.',
    rules: [open('SD', exceptSunday, '09:00-21:00'), closed('SD', ['sun'])],
  },
  {
    code: 'texas',
    name: 'Texas: 9:00 AM to 9:00 PM, Sundays from noon',
    meaning:
      'Sales calls and texts to Texas from 9:00 AM to 9:00 PM on Mondays to Saturdays and from 12:00 PM to 9:00 PM on Sundays.',
    source: 'Tex. Bus. & Com. Code 301.051(b)(2)',
    sourceDate,
    seen: [
      'https://www.attentive.com/blog/sms-compliance-texas-amendments',
      'https://tcpaguide.org/states/texas/cold-calling',
    ],
    differs:
      'The section speaks of calls to residential numbers; whether texts are under it since 2025 is read both ways. One page has no Sunday hours.',
    rules: [open('TX', exceptSunday, '09:00-21:00'), open('TX', ['sun'], '12:00-21:00')],
  },
  {
    code: 'utah',
    name: 'Utah: no Sundays or holidays',
    meaning:
      'Sales calls and texts to Utah from 8:00 AM to 9:00 PM on Mondays to Saturdays, and none on Sundays and federal holidays.',
    source: 'Utah Code 13-25a-103(3)',
    sourceDate,
    seen: [
      'https://codes.findlaw.com/ut/title-13-commerce-and-trade/ut-code-sect-13-25a-103/',
      'https://www.dnc.com/news/2019-january-restricted-call-dates',
    ],
    differs:
      'With consent there is no such limit. Pioneer Day, a holiday of the state alone, has to be entered as a closure.',
    rules: [open('UT', exceptSunday, '08:00-21:00'), closed('UT', ['sun', 'holiday'])],
  },
  {
    code: 'washington',
    name: 'Washington: 8:00 AM to 8:00 PM',
    meaning: 'Sales calls and texts to Washington from 8:00 AM to 8:00 PM every day.',
    source: 'RCW 19.158.040(2) and 80.36.390',
    sourceDate,
    seen: ['https://app.leg.wa.gov/RCW/default.aspx?cite=19.158.040', tables.callDesk],
    differs: 'Sources cite three sections for the same hours; their exceptions are not the same.',
    rules: [open('WA', everyDay, '08:00-20:00')],
  },
  {
    code: 'wyoming',
    name: 'Wyoming: 8:00 AM to 8:00 PM',
    meaning: 'Sales calls and texts to Wyoming from 8:00 AM to 8:00 PM every day.',
    source: 'Wyo. Stat. 40-12-302(d)',
    sourceDate,
    seen: wyomingSources,
    differs:
      'The second page has the federal 9:00 PM. Sources that quote the section name no days, and we found none for weekdays alone.',
    rules: [open('WY', everyDay, '08:00-20:00')],
  },
  {
    code: 'wyoming_weekdays',
    name: 'Wyoming, the stricter reading: weekdays 8:00 AM to 8:00 PM',
    meaning:
      'Sales calls and texts to Wyoming from 8:00 AM to 8:00 PM on Mondays to Fridays, and none on Saturdays and Sundays.',
    source: 'Wyo. Stat. 40-12-302(d)',
    sourceDate,
    seen: wyomingSources,
    differs:
      'Neither page limits the days: this is for companies whose own rule leaves weekends alone. The second page has the federal 9:00 PM.',
    rules: [open('WY', workdays, '08:00-20:00'), closed('WY', ['sat', 'sun'])],
  },
];
