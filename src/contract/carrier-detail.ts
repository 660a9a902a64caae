/**
 * What there is to say about a connection to a carrier: our code, its facts and the other side's
 * own words beside them. `domain/carrier-words/detail-sentences.ts` turns it into a sentence, and nothing
 * compares sentences.
 */
import { z } from 'zod';

const count = z.number();
/** The words of the other side or of the system: never translated, never compared. */
const said = z.string();

const of = <Code extends string>(code: Code) => z.object({ code: z.literal(code) });

/** As stored and on the wire: a newer version may have codes that this one lacks. */
export const storedCarrierDetail = z.looseObject({ code: z.string(), said: said.optional() });
export type StoredCarrierDetail = z.infer<typeof storedCarrierDetail>;

/** Of all engines together. */
const summaryDetails = [
  of('no_engine'),
  of('no_such_carrier'),
  of('settings_changed'),
  of('partly_connected').extend({ connected: count, engines: count }),
] as const;

/** Why a carrier could not be opened. */
const openDetails = [
  of('unknown_kind').extend({ kind: z.string() }),
  of('settings_invalid'),
  of('not_opened').extend({ said }),
] as const;

/** `silent`: the addresses of nodes whose trunk does not respond. */
const asteriskDetails = [
  of('asterisk_nodes').extend({ connected: count, nodes: count, silent: z.array(z.string()) }),
] as const;

/** Why an SMPP session is not bound. */
const sessionDetails = [
  of('not_connected_yet'),
  of('connection_failed').extend({ said }),
  of('certificate_untrusted').extend({ said }),
  of('plaintext_refused').extend({ host: z.string() }),
  of('connection_closed'),
  /** `smpp`: the command status. */
  of('bind_rejected').extend({ smpp: count }),
  of('bind_timeout'),
  of('response_timeout'),
  of('peer_stopped_reading'),
  /** `octets`: the length that a PDU claimed to have. */
  of('invalid_pdu').extend({ octets: count }),
  of('unbound_by_carrier'),
  of('session_closed'),
] as const;

const smppDetails = [
  of('connections_bound').extend({
    bound: count,
    connections: count,
    because: storedCarrierDetail.optional(),
  }),
] as const;

/** `http`: the status of a response, `twilio`: Twilio's error code. */
const twilioDetails = [
  of('account_unchecked'),
  of('no_public_url'),
  of('api_unreachable').extend({ said }),
  of('account_rejected'),
  /** `said`: its status. */
  of('account_not_active').extend({ said }),
  of('account_check_failed').extend({
    http: count,
    twilio: count.optional(),
    said: said.optional(),
  }),
  of('account_may_not').extend({
    what: z.enum(['calls', 'texts']),
    twilio: count.optional(),
    said: said.optional(),
  }),
  /** Several calls or texts in a row failed; of the last one. */
  of('api_failing').extend({ http: count.optional(), said: said.optional() }),
] as const;

const carrierDetail = z.discriminatedUnion('code', [
  ...summaryDetails,
  ...openDetails,
  ...asteriskDetails,
  ...sessionDetails,
  ...smppDetails,
  ...twilioDetails,
]);
export type CarrierDetail = z.infer<typeof carrierDetail>;
export type CarrierDetailCode = CarrierDetail['code'];
/** The facts of these codes, with the code. */
export type CarrierDetailOf<Code extends CarrierDetailCode> = Extract<
  CarrierDetail,
  { code: Code }
>;

/** Why an SMPP session ended, or is not bound yet. */
export type SessionDetail = z.infer<(typeof sessionDetails)[number]>;

/** Undefined when this version does not know the code, or not with these facts. */
export function knownCarrierDetail(stored: StoredCarrierDetail): CarrierDetail | undefined {
  return carrierDetail.safeParse(stored).data;
}
