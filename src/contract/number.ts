/**
 * One telephone number of a client: where it may be, what the gate says about each entry at this
 * instant and why, and everything that happened with it.
 */
import { z } from 'zod';
import { allowedBy } from './allowed-by.ts';
import { doNotCallSources } from './do-not-call.ts';
import { clientQuery, count, idOf, instant, phoneInput } from './fields.ts';
import { defineOperation } from './http.ts';
import { policyRule } from './policy.ts';
import { storedReason } from './reason.ts';
import { ruleReading } from './rule-reading.ts';

/**
 * The gate's verdict at an instant, whether the campaign runs or not. `call`: until when it may be
 * called. `wait`: when it may be called, null if nobody knows. `bar`: never; `list_closed` of what
 * waited in a list that was closed. `done`: called or texted; the reason is the result, or
 * `in_progress`.
 */
export const entryVerdict = z.object({
  kind: z.enum(['call', 'wait', 'bar', 'done']),
  reason: z.string().nullable(),
  until: instant.nullable(),
  /** Of `calling_hours`: the zone that has to open. */
  zone: z.string().nullable(),
});
export type EntryVerdict = z.infer<typeof entryVerdict>;

/**
 * When the campaign will try it: `at` to `until`, by the gate and by the campaign's schedule.
 * `because` says why there is no such time, or what ends it.
 */
export const nextChance = z.object({
  at: instant.nullable(),
  until: instant.nullable(),
  /**
   * `hours`, `schedule`: what ends it. `not_started`: the campaign is stopped, and nothing starts it
   * by itself. `outside_schedule`: never inside its schedule within 14 days. `undecided`: a manager
   * has to decide. `no_consent`: until somebody notes consent. `in_call`: after the call. `never`: not
   * within 14 days.
   */
  because: z.enum([
    'hours',
    'schedule',
    'not_started',
    'outside_schedule',
    'undecided',
    'no_consent',
    'in_call',
    'never',
  ]),
});
export type NextChance = z.infer<typeof nextChance>;

export const numberEntry = z.object({
  callListId: idOf('call-list'),
  callListName: z.string(),
  entryId: z.number().int(),
  campaignId: idOf('campaign'),
  campaignName: z.string(),
  campaignType: z.literal([1, 2, 3]),
  /** The campaign is Running. */
  running: z.boolean(),
  /** When the list was loaded. */
  loaded: instant,
  firstName: z.string(),
  lastName: z.string(),
  externalId: z.string(),
  line: z.number().int(),
  /** '' where the name of the column was not kept. */
  column: z.string(),
  verdict: entryVerdict,
  /** In the gate's order; empty when the gate is not asked any more. */
  rules: z.array(ruleReading),
  /** Of `wait`: the rule that holds it up to the verdict's `until`. Absent: the verdict's own does. */
  heldBy: ruleReading.optional(),
  /** Null unless the verdict is `call` or `wait`. */
  chance: nextChance.nullable(),
  /** When it was called, texted or barred, as far as it is known. */
  endedAt: instant.nullable(),
  /**
   * Of a delivered text that a rule of its campaign follows without a reply; null: it is not awaited, or nothing
   * would follow.
   */
  awaitedReply: z
    .object({
      /** Until then somebody may reply. */
      until: instant,
      /** What comes then, in words: `continue with "Reminders"`. */
      action: z.string(),
    })
    .nullable(),
});
export type NumberEntry = z.infer<typeof numberEntry>;

export const zoneCauses = ['area_code', 'zip_code', 'state', 'anywhere'] as const;

export const numberZone = z.object({
  /** IANA name. */
  zone: z.string(),
  /** What says that the number may be there; `value` is the area code, the zip code or the state. */
  because: z.array(z.object({ code: z.enum(zoneCauses), value: z.string() })),
  /** `HH:mm`. */
  localTime: z.string(),
  open: z.boolean(),
  /** The hours that are open now, or open next. */
  opens: instant,
  closes: instant,
  /**
   * The rule of the contact policy that keeps it closed now, for waiting entries of some campaigns or (`all`) of
   * all. Absent: none does.
   */
  closedBy: z.object({ rule: policyRule, all: z.boolean() }).optional(),
  /** No hours open in the 14 days that are looked ahead; `opens` is then their end. */
  closedBeyond: z.literal(true).optional(),
});
export type NumberZone = z.infer<typeof numberZone>;

export const rejectedNumber = z.object({
  callListId: idOf('call-list'),
  callListName: z.string(),
  campaignId: idOf('campaign'),
  loaded: instant,
  /** The file that was uploaded; '' where its name was not kept or not given. */
  fileName: z.string(),
  line: z.number().int(),
  column: z.string(),
  /** As the file had it. */
  value: z.string(),
  reason: z.string(),
  reasonCode: storedReason,
});
export type RejectedNumber = z.infer<typeof rejectedNumber>;

const event = { at: instant, id: z.string() };
const inList = { callListId: idOf('call-list'), callListName: z.string() };

/** One thing that happened, newest first. */
export const numberEvent = z.discriminatedUnion('kind', [
  z.object({
    ...event,
    kind: z.enum(['call', 'text']),
    ...inList,
    entryId: z.number().int(),
    campaignId: idOf('campaign'),
    campaignName: z.string(),
    /** Null while it is in progress. */
    result: z.string().nullable(),
    seconds: count.nullable(),
    /** What the carrier said, as a sentence. */
    note: z.string().nullable(),
    /** Null: not kept at that time. */
    allowedBy: allowedBy.nullable(),
  }),
  z.object({
    ...event,
    kind: z.literal('reply'),
    inboundTextId: idOf('inbound-text'),
    message: z.string(),
    messageIntent: z.literal([1, 2, 3, 4, 5]),
    /** A manager's decision on an unclear one. */
    decision: z.string().nullable(),
  }),
  z.object({ ...event, kind: z.literal('auto_reply'), message: z.string() }),
  z.object({ ...event, kind: z.literal('blocked'), source: z.enum(doNotCallSources) }),
  z.object({
    ...event,
    kind: z.literal('lifted'),
    managerName: z.string(),
    reason: z.string(),
  }),
  z.object({
    ...event,
    kind: z.literal('loaded'),
    ...inList,
    line: z.number().int(),
    column: z.string(),
  }),
  z.object({
    ...event,
    kind: z.literal('closed'),
    ...inList,
    /** It was not called there yet, and is not any more. */
    waited: z.boolean(),
  }),
  z.object({
    ...event,
    kind: z.literal('left_out'),
    ...inList,
    line: z.number().int(),
    column: z.string(),
    reason: z.string(),
    reasonCode: storedReason,
  }),
]);
export type NumberEvent = z.infer<typeof numberEvent>;

/** Entries of a number in one response, and events of one page. */
export const mostNumberEntries = 50;
export const historyPage = 50;

const history = {
  /** Newest first. */
  history: z.array(numberEvent),
  /** `before` of the next page; null when this is the last. */
  earlier: z.string().nullable(),
};

export const numberStory = z.object({
  /** 11 digits. */
  phone: z.string(),
  /** The instant of all verdicts, on the platform's clock. */
  at: instant,
  zones: z.array(numberZone),
  doNotCall: z
    .object({ source: z.enum(doNotCallSources), since: instant, wholeAccount: z.boolean() })
    .nullable(),
  /** The client's caps, one for calls and one for texts where it has them. */
  caps: z.array(
    z.object({
      kind: z.enum(['call', 'text']),
      most: count,
      days: count,
      counted: count,
      until: instant.nullable(),
    }),
  ),
  /** Why nothing goes out at all: a hold or the operator's stop, as sentence and code. */
  stopped: z.array(z.object({ reason: z.string(), reasonCode: storedReason })),
  /** The newest 50. */
  entries: z.array(numberEntry),
  /** How many there are. */
  entryCount: count,
  rejected: z.array(rejectedNumber),
  ...history,
});
export type NumberStory = z.infer<typeof numberStory>;

export const numberTexts = {
  invalid: 'Enter a US or Canadian phone number with 10 digits.',
} as const;

const params = z.object({ phone: phoneInput });

export const readNumber = defineOperation({
  name: 'readNumber',
  method: 'GET',
  path: '/api/number/{phone}',
  summary:
    'Why a number is or is not called: 11 digits, or formatted; 404 without any trace of it.',
  params,
  query: clientQuery,
  response: numberStory,
});

export const readNumberHistory = defineOperation({
  name: 'readNumberHistory',
  method: 'GET',
  path: '/api/number/{phone}/history',
  summary: 'What happened with a number before an event, 50 at a time, newest first.',
  params,
  query: clientQuery.extend({ before: z.string().max(80) }),
  response: z.object(history),
});
