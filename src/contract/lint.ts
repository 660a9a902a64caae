/**
 * Checks of messages before a start: what a rule finds, where, and how it is mended. The operator
 * sets what each rule does (`carillon lint`); none of this is legal advice.
 */
import { z } from 'zod';
import { clientIdInBody, clientQuery, count, idOf, idTextOf, instant } from './fields.ts';
import { defineOperation } from './http.ts';
import { lintLevels, lintRules, messageRoles } from './lint-rule.ts';
import { maxTextLength, textMessageTexts } from './text-message.ts';

/** Characters of a client's spoken name. */
export const maxSpokenName = 100;

export const lintTexts = {
  changed: 'The message was changed or is not ready. Listen to it again.',
} as const;

export const lintFinding = z.object({
  rule: z.enum(lintRules),
  level: z.enum(lintLevels),
  /** The message in which it was found; 0 for a text that is not saved. */
  messageId: z.number().int(),
  messageName: z.string(),
  /** In words: "Step 2, at 0:04". */
  place: z.string(),
  /** Of a voice message: the step, from 1 on. */
  step: z.number().int().optional(),
  /** Of a voice message: seconds from its beginning. */
  seconds: z.number().optional(),
  /** Of a text: the character, from 1 on. */
  character: z.number().int().optional(),
  sentence: z.string(),
  /** What mends it. */
  cure: z.string(),
  /** Where the rule is written. */
  source: z.string(),
});
export type LintFinding = z.infer<typeof lintFinding>;

const rule = z.object({
  rule: z.enum(lintRules),
  name: z.string(),
  level: z.enum(lintLevels),
  /** What it does unless the operator sets something else. */
  standard: z.enum(lintLevels),
  source: z.string(),
});

const settings = z.object({
  /** How the client names itself in calls and texts; null: who calls is not checked. */
  spokenName: z.string().nullable(),
  rules: z.array(rule),
});
export type LintSettings = z.infer<typeof settings>;

export const readLintSettings = defineOperation({
  name: 'readLintSettings',
  method: 'GET',
  path: '/api/lint',
  summary: "The checks of messages, what each does, and the client's spoken name.",
  query: clientQuery,
  response: settings,
});

export const setSpokenName = defineOperation({
  name: 'setSpokenName',
  method: 'POST',
  idempotent: true,
  path: '/api/lint/spoken-name',
  summary: 'Set how the client names itself in its messages; empty removes the name.',
  body: z.object({
    clientId: clientIdInBody,
    spokenName: z
      .string()
      .trim()
      .max(maxSpokenName, `A spoken name can have at most ${maxSpokenName} characters.`),
  }),
  response: settings,
});

/** The accounts of a list in which a message is most likely to go wrong. */
export const worstKinds = ['blank', 'longest', 'digits'] as const;
export type WorstKind = (typeof worstKinds)[number];

const worstAccount = z.object({
  kind: z.enum(worstKinds),
  callListId: idOf('call-list'),
  entryId: z.number().int(),
  /** What the message speaks of it, field by field; '' is silence, null cannot be spoken. */
  values: z.array(
    z.object({ field: z.string(), value: z.string(), spoken: z.string().nullable() }),
  ),
});
export type WorstAccount = z.infer<typeof worstAccount>;

const voiceLint = z.object({
  /** False before its newest version is Ready: then its times are estimates. */
  ready: z.boolean(),
  /** It is being rendered: ask again, values of lists are counted then. False for one in Error. */
  rendering: z.boolean(),
  version: z.number().int(),
  findings: z.array(lintFinding),
  /** Its voice was away when it was rendered: the built-in one speaks it, until it is saved again. */
  builtInVoice: z.boolean(),
  /** It has steps that are not spoken from text, so that somebody can confirm what they say. */
  recorded: z.boolean(),
  /** Who confirmed it for this version; null: nobody. */
  listened: z.object({ by: z.string(), at: instant }).nullable(),
  /** Of the newest list; null without one, or when the message speaks no field. */
  callListName: z.string().nullable(),
  worst: z.array(worstAccount),
});
export type VoiceLint = z.infer<typeof voiceLint>;

const byMessage = z.object({ id: idTextOf('voice-message') });

export const lintVoiceMessage = defineOperation({
  name: 'lintVoiceMessage',
  method: 'GET',
  path: '/api/message/{id}/lint',
  summary:
    'What the checks find in a voice message: as the campaigns use it that play it, or as the query says.',
  params: byMessage,
  query: clientQuery.extend({
    role: z.enum(messageRoles).optional(),
    /** Of the campaign, with a role; absent: whether 1 may be promised is not checked. */
    campaignType: z.coerce.number().int().min(1).max(3).optional(),
    /** Whose lists the values are from. */
    campaignId: idTextOf('campaign').optional(),
  }),
  response: voiceLint,
});

/** "I listened: it says who calls, a number and 9." It holds for this version of the message. */
export const confirmListened = defineOperation({
  name: 'confirmListened',
  method: 'POST',
  idempotent: true,
  path: '/api/message/{id}/listened',
  summary: 'Confirm that the recordings of a message say who calls, a number to call back, and 9.',
  params: byMessage,
  body: z.object({
    clientId: clientIdInBody,
    version: z
      .number()
      .int()
      .min(1)
      .max(2 ** 31 - 1),
    /** False takes it back. */
    listened: z.boolean(),
  }),
  response: voiceLint.shape.listened,
});

const textLint = z.object({
  findings: z.array(lintFinding),
  /** The list that was counted; null without one. */
  callListName: z.string().nullable(),
  /** How many of its numbers take how many segments. */
  spread: z.array(z.object({ segments: count, numbers: count })),
  /** The list has more numbers than were counted. */
  more: z.boolean(),
});
export type TextLint = z.infer<typeof textLint>;

/** Nothing is saved: the editor asks while a text is written. */
export const lintText = defineOperation({
  name: 'lintText',
  method: 'POST',
  idempotent: false,
  path: '/api/messagetext/lint',
  summary: 'What the checks find in a text, and its segments over the numbers of a real list.',
  body: z.object({
    clientId: clientIdInBody,
    message: z
      .string()
      .min(1, textMessageTexts.messageRequired)
      .max(maxTextLength, textMessageTexts.tooLong),
    /** Whose lists are counted; absent: those of all campaigns that use the text. */
    campaignId: idOf('text-campaign').optional(),
    /** The text, if it is saved; absent, or without a list of its campaigns: the newest list. */
    textMessageId: idOf('text-message').optional(),
  }),
  response: textLint,
});

export const lintCampaign = defineOperation({
  name: 'lintCampaign',
  method: 'GET',
  path: '/api/campaign/{id}/lint',
  summary: 'What the checks find in the messages of a campaign, what blocks its start first.',
  params: z.object({ id: idTextOf('campaign') }),
  query: clientQuery,
  response: z.object({ findings: z.array(lintFinding) }),
});
