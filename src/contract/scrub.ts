/**
 * What is asked about numbers before they are called or texted (a scrub), and how many of a campaign
 * have an answer. The protocol is in docs/scrub-protocol.md.
 */
import { z } from 'zod';
import { clientQuery, count, idOf, idTextOf, instant } from './fields.ts';
import { defineOperation } from './http.ts';

/** Reassigned to another person since consent; known as a litigator; the kind of its line. */
export const scrubQuestions = ['reassigned', 'litigator', 'line'] as const;
export type ScrubQuestion = (typeof scrubQuestions)[number];

/** What may be answered to each question. `unknown` is an answer, too: the service has nothing on the number. */
export const scrubAnswers = {
  reassigned: ['yes', 'no', 'unknown'],
  litigator: ['yes', 'no'],
  line: ['mobile', 'landline', 'voip', 'unknown'],
} as const satisfies Record<ScrubQuestion, readonly string[]>;
export type ScrubAnswer = (typeof scrubAnswers)[ScrubQuestion][number];

/** Numbers that a rule of the contact policy may refuse. */
export const refusedNumbers = ['reassigned', 'litigator', 'mobile', 'landline', 'voip'] as const;
export type RefusedNumber = (typeof refusedNumbers)[number];

/** Why a service's response was no answer. */
export const scrubTroubleCodes = [
  /** No connection, or it broke off. */
  'unreachable',
  'timeout',
  /** An HTTP status that is none of the protocol's: `status`. */
  'status',
  /** It does not take our key. */
  'refused',
  /** It asks us to come later. */
  'busy',
  /** Not JSON, or not as the protocol has it. */
  'malformed',
  'too_large',
  /** About a number that it was not asked about, or about one twice. */
  'other_numbers',
  /** Its address leads into a private network, and the operator did not say so. */
  'private_address',
  'public_address',
  /** Its key does not open with this installation's data key. */
  'unsealed',
] as const;

/** As stored; a newer version may have more codes. */
export const scrubTrouble = z.object({ code: z.string(), status: z.number().optional() });
export type ScrubTrouble = z.infer<typeof scrubTrouble>;

export const campaignScrub = z.object({
  campaignId: idOf('campaign'),
  at: instant,
  /** Null: no rule of the contact policy about the campaign asks. */
  scrub: z
    .object({
      /** What its rules ask. */
      questions: z.array(z.enum(scrubQuestions)),
      /** Of those, what no service of the operator answers: nobody is held by it. */
      unserved: z.array(z.enum(scrubQuestions)),
      /** Waiting numbers that a rule asks about. */
      numbers: count,
      /** Of those: every question about them has an answer that is not too old. */
      checked: count,
      /** Of those: a rule holds them now. */
      held: count,
      /** Services that do not answer now: since when, and why, as a sentence. */
      silent: z.array(z.object({ since: instant, sentence: z.string() })),
    })
    .nullable(),
});
export type CampaignScrub = z.infer<typeof campaignScrub>;

export const readCampaignScrub = defineOperation({
  name: 'readCampaignScrub',
  method: 'GET',
  path: '/api/campaign/{id}/scrub',
  summary:
    'How many waiting numbers of a campaign were checked by the services that scrub rules ask.',
  params: z.object({ id: idTextOf('campaign') }),
  query: clientQuery,
  response: campaignScrub,
});
