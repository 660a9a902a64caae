/** Presets of states, Alabama to Mississippi: sales calls and texts. */
import {
  closed,
  everyDay,
  exceptSunday,
  open,
  type Preset,
  sourceDate,
  tables,
  threeADay,
} from './preset.ts';

export const statePresetsToM: readonly Preset[] = [
  {
    code: 'alabama',
    name: 'Alabama: 8:00 AM to 8:00 PM, no Sundays or holidays',
    meaning:
      'Sales calls and texts to Alabama from 8:00 AM to 8:00 PM on Mondays to Saturdays, and none on Sundays and federal holidays.',
    source: 'Ala. Admin. Code r. 770-X-5-.17(2)',
    sourceDate,
    seen: ['https://www.dropcowboy.com/state-compliance/al', tables.clickPoint],
    differs:
      "The rule is the Public Service Commission's, and one source holds that it binds telephone companies alone. Holidays of the state alone (Mardi Gras, Confederate Memorial Day) have to be entered as closures.",
    rules: [open('AL', exceptSunday, '08:00-20:00'), closed('AL', ['sun', 'holiday'])],
  },
  {
    code: 'connecticut',
    name: 'Connecticut: 9:00 AM to 8:00 PM',
    meaning: 'Sales calls and texts to Connecticut from 9:00 AM to 8:00 PM every day.',
    source: 'Conn. Gen. Stat. 42-288a(c), as amended by Public Act 23-98',
    sourceDate,
    seen: [tables.dropCowboy, tables.clickPoint],
    differs:
      'One table still has 9:00 PM, which was the law until 2023. Most sales calls also need written consent there.',
    rules: [open('CT', everyDay, '09:00-20:00')],
  },
  {
    code: 'florida',
    name: 'Florida: 8:00 AM to 8:00 PM, 3 in 24 hours',
    meaning:
      'Sales calls and texts to Florida from 8:00 AM to 8:00 PM every day, and at most 3 to a person within 24 hours.',
    source: 'Fla. Stat. 501.616(6)',
    sourceDate,
    seen: [
      'http://www.lawserver.com/law/state/florida/statutes/florida_statutes_501-616',
      'https://flsenate.gov/Session/Bill/2021/1120/BillText/er/HTML',
    ],
    differs:
      'The law counts calls about the same subject; here all of the client count, and texts with them.',
    rules: [open('FL', everyDay, '08:00-20:00'), threeADay('FL')],
  },
  {
    code: 'kentucky',
    name: 'Kentucky: 10:00 AM to 9:00 PM',
    meaning: 'Sales calls and texts to Kentucky from 10:00 AM to 9:00 PM every day.',
    source: 'KRS 367.46955(16)',
    sourceDate,
    seen: [tables.dropCowboy, tables.callDesk],
    differs: 'Recorded calls alone have other hours (8:00 AM to 9:00 PM, KRS 367.461).',
    rules: [open('KY', everyDay, '10:00-21:00')],
  },
  {
    code: 'louisiana',
    name: 'Louisiana: 8:00 AM to 8:00 PM, no Sundays or holidays',
    meaning:
      'Sales calls and texts to Louisiana from 8:00 AM to 8:00 PM on Mondays to Saturdays, and none on Sundays and federal holidays.',
    source: 'Louisiana Public Service Commission, General Order R-29617, V(A)(2); La. R.S. 45:811',
    sourceDate,
    seen: [tables.dncDates, tables.dropCowboy],
    differs:
      'The Commission has a list of holidays of its own: some are not federal (Mardi Gras, Good Friday, All Saints, those that the governor proclaims), and one source names federal ones that it does not enforce. Enter the former, and the closures of an emergency, as closures.',
    rules: [open('LA', exceptSunday, '08:00-20:00'), closed('LA', ['sun', 'holiday'])],
  },
  {
    code: 'maryland',
    name: 'Maryland: 8:00 AM to 8:00 PM, 3 in 24 hours',
    meaning:
      'Sales calls and texts to Maryland from 8:00 AM to 8:00 PM every day, and at most 3 to a person within 24 hours.',
    source: 'Md. Code, Com. Law 14-4502(c)',
    sourceDate,
    seen: [
      'https://www.wmar2news.com/local/law-to-prevent-spam-calls-takes-effect-first-of-the-year',
      'https://www.dnc.com/index.php/news/maryland-governor-signs-stop-spam-calls-act-2023-law',
    ],
    differs: 'The law counts contacts about the same subject; here all of the client count.',
    rules: [open('MD', everyDay, '08:00-20:00'), threeADay('MD')],
  },
  {
    code: 'massachusetts',
    name: 'Massachusetts: 8:00 AM to 8:00 PM',
    meaning: 'Sales calls and texts to Massachusetts from 8:00 AM to 8:00 PM every day.',
    source: 'M.G.L. c. 159C, s. 3; 201 CMR 12.02(2)',
    sourceDate,
    seen: [
      'https://regulations.justia.com/states/massachusetts/201-cmr/title-201-cmr-12-00/section-12-02',
      tables.dropCowboy,
    ],
    differs:
      'The same regulation forbids unsolicited sales calls by a recorded message altogether.',
    rules: [open('MA', everyDay, '08:00-20:00')],
  },
  {
    code: 'michigan',
    name: 'Michigan: 9:00 AM to 9:00 PM',
    meaning: 'Sales calls and texts to Michigan from 9:00 AM to 9:00 PM every day.',
    source: 'MCL 750.540e(1)(f)',
    sourceDate,
    seen: [
      tables.dropCowboy,
      'https://cliclaw.com/legal-compliance/telemarketing/resources/michigan-telemarketing-fraud-mich-comp-laws-%C2%A7-445111-%E2%80%93-%C2%A7',
    ],
    differs:
      'It stands in a criminal law on harassment, which asks for malice; tables of state rules take it as a rule of hours.',
    rules: [open('MI', everyDay, '09:00-21:00')],
  },
  {
    code: 'minnesota',
    name: 'Minnesota: 9:00 AM to 9:00 PM',
    meaning: 'Sales calls and texts to Minnesota from 9:00 AM to 9:00 PM every day.',
    source: 'Minn. Stat. 325E.30',
    sourceDate,
    seen: [tables.dropCowboy, tables.robocalls],
    differs:
      'The second has these hours for recorded calls alone, of any purpose; the text of the section was not found. Two public tables in source code agree with the first.',
    rules: [open('MN', everyDay, '09:00-21:00')],
  },
  {
    code: 'mississippi',
    name: 'Mississippi: 8:00 AM to 8:00 PM, no Sundays',
    meaning:
      'Sales calls and texts to Mississippi from 8:00 AM to 8:00 PM on Mondays to Saturdays, and none on Sundays.',
    source: 'Miss. Code 77-3-723(1)',
    sourceDate,
    seen: [
      'https://getpocketlaw.com/law/state_mississippi/section-77-3-723-rules-for-authorized-calls_57b73fa7ff73',
      'https://www.dnc.com/blog/no-more-holidays-mississippi-marketers-magnolia-state-lifts-prohibition-telemarketing-legal',
    ],
    differs:
      'The law says Central Standard Time; here the clocks count that the number may have. Another section (77-3-603) ends at 9:00 PM. Holidays were forbidden until 2023, and older tables still say so.',
    rules: [open('MS', exceptSunday, '08:00-20:00'), closed('MS', ['sun'])],
  },
];
