/** What follow-ups a campaign has made, how far the numbers of each list have come, and their end. */
import { z } from 'zod';
import { clientIdInBody, clientQuery, count, idOf, idTextOf } from './fields.ts';
import { lastRuleId } from './follow-up.ts';
import { defineOperation } from './http.ts';

/** Of `called`, those that a person answered. */
const answeredCalls = z.object({ called: count, answered: count });

export const followUpState = z.object({
  campaignId: idOf('campaign'),
  /**
   * Persons of its contact lists: rows of the files. Of a campaign without rules and follow-ups
   * nothing is counted: all figures are 0, and there are no lists.
   */
  persons: count,
  /** Those of them who answered a call, or to whom a text was delivered. */
  reached: count,
  /** Calls or texts to them. */
  attempts: count,
  /** Its rules in order, then removed ones that have made something. */
  rules: z.array(
    z.object({
      ruleId: z.number().int(),
      /** In words; null for one that was removed before they were kept. */
      sentence: z.string().nullable(),
      removed: z.boolean(),
      /** Follow-ups that it made, in this campaign and in others. */
      made: count,
      /** Those that still wait. */
      waiting: count,
      /** Texts of which it waits for a reply; those whose person wrote back do not count. */
      unanswered: count,
      /** Of `unanswered`, those that go to another rule when this one is ended. */
      handedOn: count,
      /**
       * The campaign in which it goes on, its own or another one, where that one neither runs nor starts by itself:
       * those that wait there are not contacted before somebody starts it. Null: they need no start.
       */
      toStart: z.string().nullable(),
    }),
  ),
  /**
   * Calls of follow-ups in another part of the day that have ended, by how the part was chosen: by the share of
   * answered calls, or one in ten by chance; null: there is none.
   */
  choice: z.object({ share: answeredCalls, chance: answeredCalls }).nullable(),
  lists: z.array(
    z.object({
      callListId: idOf('call-list'),
      callListName: z.string(),
      /** From the first attempt (step 0) on. */
      steps: z.array(
        z.object({
          step: count,
          numbers: count,
          attempted: count,
          reached: count,
          waiting: count,
        }),
      ),
    }),
  ),
});
export type FollowUpState = z.infer<typeof followUpState>;

export const readFollowUps = defineOperation({
  name: 'readFollowUps',
  method: 'GET',
  path: '/api/campaign/{id}/followups',
  summary:
    'How far the numbers of a campaign have come: persons apart from attempts, step by step.',
  params: z.object({ id: idTextOf('campaign') }),
  query: clientQuery,
  response: followUpState,
});

export const endFollowUp = defineOperation({
  name: 'endFollowUp',
  method: 'POST',
  idempotent: true,
  path: '/api/campaign/{id}/followups/end',
  summary:
    'End a follow-up rule of a campaign: it is removed, and what it made is not called or texted any more unless that has begun. Texts without a reply go to the next rule for them.',
  params: z.object({ id: idTextOf('campaign') }),
  body: z.object({
    campaignId: idOf('campaign').optional(),
    clientId: clientIdInBody,
    ruleId: z.number().int().min(1).max(lastRuleId),
  }),
  /** `ended`: waiting follow-ups that it ended, with texts without a reply that no other rule takes. */
  response: z.object({ campaignId: idOf('campaign'), ended: count }),
});

/** Numbers of a list that have taken the same way. */
const followUpWay = z.object({
  /** The rules that fired, the first one first; none: the numbers of the file. */
  steps: z.array(
    z.object({
      campaignId: idOf('campaign'),
      campaignName: z.string(),
      ruleId: z.number().int(),
      /** In words; null for one that was removed before they were kept. */
      sentence: z.string().nullable(),
      removed: z.boolean(),
    }),
  ),
  /** The sum of waiting, inProgress, done and ended. */
  numbers: count,
  waiting: count,
  inProgress: count,
  done: count,
  /** Of `done`: a person answered, or the text was delivered. */
  reached: count,
  /** Not contacted any more: opted out, blocked, reached elsewhere, ended, or their list was closed. */
  ended: count,
});
export type FollowUpWay = z.infer<typeof followUpWay>;

export const listWays = z.object({
  callListId: idOf('call-list'),
  callListName: z.string(),
  /** The list's campaign sends texts. */
  texts: z.boolean(),
  /** Each behind the way that it goes on from. */
  ways: z.array(followUpWay),
});
export type ListWays = z.infer<typeof listWays>;

export const readListWays = defineOperation({
  name: 'readListWays',
  method: 'GET',
  path: '/api/calllist/{id}/followups',
  summary:
    'How far each way of the numbers of a contact list has come, in other campaigns too: follow-up by follow-up.',
  params: z.object({ id: idTextOf('call-list') }),
  query: clientQuery,
  response: listWays,
});
