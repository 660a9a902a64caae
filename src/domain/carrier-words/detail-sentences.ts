/**
 * The only module that turns what there is to say about a connection to a carrier
 * (contract/carrier-detail.ts) into a sentence.
 */
import {
  type CarrierDetail,
  type CarrierDetailCode,
  type CarrierDetailOf,
  knownCarrierDetail,
  type StoredCarrierDetail,
} from '#contract/carrier-detail.ts';
import { statusText } from './smpp.ts';
import { explained } from './twilio.ts';

type Sentences<Code extends CarrierDetailCode> = {
  [C in Code]: (detail: CarrierDetailOf<C>) => string;
};

const summary = {
  no_engine: () => 'No engine is running.',
  no_such_carrier: () => 'There is no carrier with this name.',
  settings_changed: () => 'The settings were changed; the engine is about to connect with them.',
  partly_connected: ({ connected, engines }) =>
    `Connected on only ${connected} of ${engines} engines.`,
} satisfies Partial<Sentences<CarrierDetailCode>>;

const opening = {
  unknown_kind: ({ kind }) => `Unknown carrier kind: ${kind}. This version does not support it.`,
  settings_invalid: () => 'The settings are not valid. "carillon carrier test" shows why.',
  not_opened: ({ said }) => withDot(said),
} satisfies Partial<Sentences<CarrierDetailCode>>;

const smpp = {
  not_connected_yet: () => 'Not connected yet.',
  connection_failed: ({ said }) => `The connection failed: ${withDot(said)}`,
  certificate_untrusted: ({ said }) =>
    `This machine does not trust the carrier's certificate (${said}). If its authority is private, ` +
    'set NODE_EXTRA_CA_CERTS to a file with that authority; see docs/operating-smpp.md.',
  plaintext_refused: ({ host }) =>
    `${host} is not in a private network, and the connection is not encrypted. Set --tls=on, or ` +
    '--plaintext=anywhere if a VPN protects it.',
  connection_closed: () => 'The carrier closed the connection.',
  bind_rejected: ({ smpp: status }) => `The carrier rejected the bind: ${statusText(status)}.`,
  bind_timeout: () => 'The carrier did not respond in time.',
  response_timeout: () => 'The carrier did not respond to a request.',
  peer_stopped_reading: () => 'The carrier stopped reading from the connection.',
  invalid_pdu: ({ octets }) => `The carrier sent invalid SMPP data (PDU length: ${octets} octets).`,
  unbound_by_carrier: () => 'The carrier ended the session.',
  session_closed: () => 'Carillon closed the session.',
  connections_bound({ bound, connections, because }) {
    const why = because ? ` ${carrierDetailSentence(because)}` : '';
    return `${bound} of ${connections} connections bound.${why}`;
  },
} satisfies Partial<Sentences<CarrierDetailCode>>;

const twilio = {
  account_unchecked: () => 'The Twilio account has not been checked yet.',
  no_public_url: () =>
    'CARILLON_PUBLIC_URL is not set, so Twilio cannot report results or inbound texts such as STOP.',
  api_unreachable: ({ said }) => `Twilio cannot be reached (${said}).`,
  account_rejected: () => 'Twilio rejected the account SID or the auth token.',
  account_not_active: ({ said }) => `The Twilio account is ${said}.`,
  account_check_failed: ({ http, twilio: code, said }) =>
    explained(`Twilio is not responding properly (HTTP ${http})`, code, said),
  account_may_not: ({ what, twilio: code, said }) =>
    explained(`Twilio rejects ${what} from this account`, code, said),
  api_failing: ({ http, said }) =>
    `Twilio is not responding properly (${http === undefined ? (said ?? '') : `HTTP ${http}`}).`,
} satisfies Partial<Sentences<CarrierDetailCode>>;

const sentences: Sentences<CarrierDetailCode> = {
  ...summary,
  ...opening,
  asterisk_nodes: asteriskNodes,
  ...smpp,
  ...twilio,
};

/** One sentence, sometimes two. A detail of a newer version is named by its code. */
export function carrierDetailSentence(stored: StoredCarrierDetail): string {
  const detail = knownCarrierDetail(stored);
  if (!detail) return `Unknown detail "${stored.code}", stored by a newer version of Carillon.`;
  // The code picks the sentence of its own facts, which the compiler cannot follow.
  return (sentences[detail.code] as (detail: CarrierDetail) => string)(detail);
}

/** For a line of the log: the code with its facts, and the sentence beside them. */
export function loggedCarrierDetail(
  detail: StoredCarrierDetail,
): StoredCarrierDetail & { sentence: string } {
  return { ...detail, sentence: carrierDetailSentence(detail) };
}

function asteriskNodes({ connected, nodes, silent }: CarrierDetailOf<'asterisk_nodes'>): string {
  if (nodes === 1) {
    if (connected === 0) return 'Asterisk is not connected.';
    return silent.length > 0 ? 'The trunk is not responding.' : 'Asterisk is connected.';
  }
  const of =
    connected === nodes ? `${nodes} nodes connected` : `${connected} of ${nodes} nodes connected`;
  const trunks = silent.length > 0 ? `; the trunk is not responding at ${silent.join(', ')}` : '';
  return `${of}${trunks}.`;
}

/** What others say may end with a full stop or without. */
const withDot = (said: string) => (/[.!?]$/.test(said) ? said : `${said}.`);
