/** What each rule of the gate read about an entry of a number. */
import { z } from 'zod';
import { consentKinds, ownConsents } from './consent.ts';
import { doNotCallSources } from './do-not-call.ts';
import { count, instant } from './fields.ts';
import { policyRule } from './policy.ts';

/** The rules of the gate, in the order in which it asks them (domain/gate.ts). */
export const gateRuleNames = [
  'do_not_call',
  'number_not_dialed',
  'account_stop',
  'already_reached',
  'replied',
  'settled',
  'undecided_text',
  'consent',
  'attempt_cap',
  'least_gap',
  'contact_policy',
  'part_of_day',
  'calling_hours',
  'in_call',
  'account_in_call',
] as const;
export type GateRuleName = (typeof gateRuleNames)[number];

/** A talk with an agent; an outcome that is unknown. */
export const settledBys = ['talk', 'unknown'] as const;
export type SettledBy = (typeof settledBys)[number];

const ofRule = <Rule extends GateRuleName>(rule: Rule) => ({
  rule: z.literal(rule),
  /** Null: not asked, because an earlier rule had decided. */
  passed: z.boolean().nullable(),
});

/** What each rule read; null when it was not asked. */
export const ruleReading = z.discriminatedUnion('rule', [
  z.object({
    ...ofRule('do_not_call'),
    read: z.object({ source: z.enum(doNotCallSources).nullable() }).nullable(),
  }),
  z.object({
    ...ofRule('number_not_dialed'),
    /** `fault`: premium, toll-free, personal, service, unassigned, foreign. */
    read: z.object({ fault: z.string().nullable(), country: z.string() }).nullable(),
  }),
  z.object({
    ...ofRule('account_stop'),
    /** `applies`: the client's stops hold for whole accounts. */
    read: z.object({ applies: z.boolean(), stopped: z.boolean() }).nullable(),
  }),
  z.object({
    ...ofRule('already_reached'),
    /** `applies`: the campaign calls each account once. */
    read: z.object({ applies: z.boolean(), reached: z.boolean() }).nullable(),
  }),
  z.object({
    ...ofRule('replied'),
    /** `applies`: it is a follow-up. `replied`: its person wrote back since the attempt that it follows. */
    read: z.object({ applies: z.boolean(), replied: z.boolean() }).nullable(),
  }),
  z.object({
    ...ofRule('settled'),
    /** `applies`: it is a follow-up. `by`: what ended its person's follow-ups, at whichever number; null: nothing. */
    read: z.object({ applies: z.boolean(), by: z.enum(settledBys).nullable() }).nullable(),
  }),
  z.object({
    ...ofRule('undecided_text'),
    read: z.object({ undecided: z.boolean() }).nullable(),
  }),
  z.object({
    ...ofRule('consent'),
    /**
     * `rules`: how many rules about the campaign and the number's places ask for consent. `own`: what the account's file says;
     * `list`: the consent of its list, which holds where the file says nothing. `rule`: the one whose
     * consent is missing. All null without such rules.
     */
    read: z
      .object({
        rules: count,
        own: z.enum(ownConsents).nullable(),
        list: z.enum(consentKinds).nullable(),
        rule: policyRule.nullable(),
      })
      .nullable(),
  }),
  z.object({
    ...ofRule('attempt_cap'),
    /** `most` null: the client has no cap of this kind. `until`: when the cap ends. */
    read: z
      .object({
        kind: z.enum(['call', 'text']),
        most: count.nullable(),
        days: count,
        counted: count,
        until: instant.nullable(),
      })
      .nullable(),
  }),
  z.object({
    ...ofRule('least_gap'),
    /** 0 hours: no gap. `until`: when it ends. */
    read: z.object({ hours: count, until: instant.nullable() }).nullable(),
  }),
  z.object({
    ...ofRule('contact_policy'),
    /**
     * `rules`: how many limits, gaps, rests, registries and scrubs are about the campaign and the number's places.
     * `rule`: the strictest one that holds the number, until when; null while none does.
     */
    read: z
      .object({ rules: count, rule: policyRule.nullable(), until: instant.nullable() })
      .nullable(),
  }),
  z.object({
    ...ofRule('part_of_day'),
    /**
     * `applies`: it is a follow-up in another part of the day. `tried`: the parts of the attempts before it, 0 the
     * morning to 2 the evening where the person lives. `until`: of an open part its end, else when the next one begins.
     */
    read: z
      .object({
        applies: z.boolean(),
        tried: z.array(z.number().int().min(0).max(2)),
        open: z.boolean(),
        until: instant.nullable(),
      })
      .nullable(),
  }),
  z.object({
    ...ofRule('calling_hours'),
    /** `zone`: the last one to open, null while all are open. `until`: when that changes. */
    read: z
      .object({
        opens: z.string(),
        closes: z.string(),
        open: z.boolean(),
        zone: z.string().nullable(),
        until: instant,
        /** Of the contact policy, when it is what closes them; null: the client's hours or the law's. */
        rule: policyRule.nullable(),
      })
      .nullable(),
  }),
  z.object({ ...ofRule('in_call'), read: z.object({ inCall: z.boolean() }).nullable() }),
  z.object({
    ...ofRule('account_in_call'),
    read: z.object({ applies: z.boolean(), inCall: z.boolean() }).nullable(),
  }),
]);
export type RuleReading = z.infer<typeof ruleReading>;
