/** Presets of the law of the United States. */
import type { PolicyTerms, Purpose } from '#contract/policy.ts';
import { everyDay, type Preset, type PresetRule, sourceDate } from './preset.ts';

const inCountry = { country: 'US', state: null };

const recorded = (purpose: Purpose): PresetRule => ({
  ...inCountry,
  purpose,
  channel: 'call',
  terms: { kind: 'limit', most: 3, counts: 'attempts', of: 'number', unit: 'days', length: 30 },
});

const written: PolicyTerms = { kind: 'consent', consent: 'written' };

const bradford =
  'The Federal Communications Commission asks for a signed agreement; the Fifth Circuit (Louisiana, Mississippi, Texas) held on 2026-02-25 in Bradford v. Sovereign Pest Control that the statute is content with oral consent.';

export const federalPresets: readonly Preset[] = [
  {
    code: 'federal_hours',
    name: 'United States: 8:00 AM to 9:00 PM',
    meaning:
      'Nobody in the United States is called or texted before 8:00 AM or from 9:00 PM on, by the clocks where the person may be. These hours hold without this rule, too.',
    source: '47 CFR 64.1200(c)(1); 16 CFR 310.4(c)',
    sourceDate,
    seen: [
      'https://www.nwdebtresolution.com/post/telephone-consumer-protection-act-call-time-restrictions',
      'https://legalclarity.org/what-are-the-legal-do-not-call-hours',
    ],
    differs:
      'The law says so of telephone solicitations alone. This rule is stricter and holds for every purpose.',
    rules: [
      {
        ...inCountry,
        purpose: null,
        channel: 'any',
        terms: {
          kind: 'hours',
          days: everyDay,
          open: '08:00',
          close: '21:00',
          from: null,
          until: null,
        },
      },
    ],
  },
  {
    code: 'regulation_f',
    name: 'Debt collection: 7 calls in 7 days',
    meaning:
      'At most 7 calls within 7 days about one debt, which is one External Id, and none for 7 days after a conversation about it.',
    source: '12 CFR 1006.14(b)(2)(i)',
    sourceDate,
    seen: [
      'https://law.lawstack.com/cfr/12/1006.14/',
      'http://www.insidearm.com/news/00046854-breaking-down-7-7-rule-and-discussion-abo/',
    ],
    differs:
      'The regulation counts calendar days, with the date of the conversation as the first of the seven. Seven times 24 hours never allow a call earlier than that. It is a presumption, which a collector may exceed with reason.',
    rules: [
      {
        ...inCountry,
        purpose: 'collections',
        channel: 'call',
        terms: {
          kind: 'limit',
          most: 7,
          counts: 'attempts',
          of: 'external_id',
          unit: 'days',
          length: 7,
        },
      },
      {
        ...inCountry,
        purpose: 'collections',
        channel: 'call',
        terms: { kind: 'rest', of: 'external_id', unit: 'days', length: 7 },
      },
    ],
  },
  {
    code: 'recorded_calls_to_homes',
    name: 'Recorded calls to homes: 3 in 30 days',
    meaning:
      'At most 3 recorded informational, political or non-profit calls to a number within 30 days.',
    source: '47 CFR 64.1200(a)(3)(ii) to (iv)',
    sourceDate,
    seen: [
      'https://docs.fcc.gov/public/attachments/FCC-22-100A1.txt',
      'http://federal.elaws.us/citation/88-FR-3677',
    ],
    differs:
      'The law limits calls to residential lines without consent; with consent, oral or written, there may be more. Calls about health care have limits of their own (one a day, three a week), which this preset leaves out.',
    recorded: true,
    rules: [recorded('informational'), recorded('political'), recorded('non_profit')],
  },
  {
    code: 'national_registry_age',
    name: 'Do Not Call Registry: at most 31 days old',
    meaning:
      'No sales calls or texts to numbers of the National Do Not Call Registry, and none at all while its list is older than 31 days.',
    source: '16 CFR 310.4(b)(3)(iv); 47 CFR 64.1200(c)(2)(i)(D)',
    sourceDate,
    seen: [
      'https://www.njcar.org/latest-news/fcc-requires-monthly-download-of-do-not-call-registry/',
      'https://cippu.thesmios.com/topics/ch11-national-dnc-registry/',
    ],
    differs: null,
    rules: [
      {
        ...inCountry,
        purpose: 'sales',
        channel: 'any',
        terms: { kind: 'list_age', days: 31 },
      },
    ],
  },
  {
    code: 'sales_text_consent',
    name: 'Sales texts: written consent',
    meaning: 'No sales texts without the written consent of the person.',
    source: '47 CFR 64.1200(a)(2) and (f)(9)',
    sourceDate,
    seen: [
      'https://itlaw.wikia.org/wiki/Telephone_Consumer_Protection_Act_of_1991;_Final_rule',
      'https://woodlaw.com/articles/new-robocall-rules-take-effect-october-16',
    ],
    differs: `${bradford} The federal rule speaks of texts that an automatic dialing system sends.`,
    rules: [{ ...inCountry, purpose: 'sales', channel: 'text', terms: written }],
  },
  {
    code: 'recorded_sales_call_consent',
    name: 'Recorded sales calls: written consent',
    meaning: 'No recorded sales calls without the written consent of the person.',
    source: '47 CFR 64.1200(a)(2) and (a)(3); 16 CFR 310.4(b)(1)(v)',
    sourceDate,
    seen: [
      'http://www.dorsey.com/eu_ra_fcc_telemarketing_regulations/',
      'https://natlawreview.com/article/fifth-circuit-confirms-oral-consent-enough-under-tcpa',
    ],
    differs: bradford,
    recorded: true,
    rules: [{ ...inCountry, purpose: 'sales', channel: 'call', terms: written }],
  },
];
