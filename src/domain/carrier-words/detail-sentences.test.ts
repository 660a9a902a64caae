import { describe, expect, test, vi } from 'vitest';
import type { CarrierDetailCode, CarrierDetailOf } from '#contract/carrier-detail.ts';
import { carrierDetailSentence, loggedCarrierDetail } from './detail-sentences.ts';

// The true ones (test/harness/other-sentences.ts).
vi.unmock('./detail-sentences.ts');

type Example<Code extends CarrierDetailCode> = [Omit<CarrierDetailOf<Code>, 'code'>, string];

/** Every code at least once, with what it says. */
const said: { [Code in CarrierDetailCode]: Example<Code>[] } = {
  no_engine: [[{}, 'No engine is running.']],
  no_such_carrier: [[{}, 'There is no carrier with this name.']],
  settings_changed: [[{}, 'The settings were changed; the engine is about to connect with them.']],
  partly_connected: [[{ connected: 1, engines: 2 }, 'Connected on only 1 of 2 engines.']],
  unknown_kind: [
    [{ kind: 'pigeon' }, 'Unknown carrier kind: pigeon. This version does not support it.'],
  ],
  settings_invalid: [[{}, 'The settings are not valid. "carillon carrier test" shows why.']],
  not_opened: [
    [{ said: 'The file is gone.' }, 'The file is gone.'],
    [{ said: 'EADDRINUSE' }, 'EADDRINUSE.'],
  ],
  asterisk_nodes: [
    [{ connected: 0, nodes: 1, silent: [] }, 'Asterisk is not connected.'],
    [{ connected: 1, nodes: 1, silent: ['http://a'] }, 'The trunk is not responding.'],
    [{ connected: 3, nodes: 3, silent: [] }, '3 nodes connected.'],
    [{ connected: 2, nodes: 3, silent: [] }, '2 of 3 nodes connected.'],
    [
      { connected: 2, nodes: 3, silent: ['http://a', 'http://b'] },
      '2 of 3 nodes connected; the trunk is not responding at http://a, http://b.',
    ],
  ],
  not_connected_yet: [[{}, 'Not connected yet.']],
  connection_failed: [[{ said: 'read ECONNRESET' }, 'The connection failed: read ECONNRESET.']],
  certificate_untrusted: [
    [
      { said: 'self-signed certificate' },
      "This machine does not trust the carrier's certificate (self-signed certificate). If its authority is private, set NODE_EXTRA_CA_CERTS to a file with that authority; see docs/operating-smpp.md.",
    ],
  ],
  plaintext_refused: [
    [
      { host: 'smpp.example.net' },
      'smpp.example.net is not in a private network, and the connection is not encrypted. Set --tls=on, or --plaintext=anywhere if a VPN protects it.',
    ],
  ],
  connection_closed: [[{}, 'The carrier closed the connection.']],
  bind_rejected: [
    [{ smpp: 5 }, 'The carrier rejected the bind: 0x00000005 ESME_RALYBND, already bound.'],
  ],
  bind_timeout: [[{}, 'The carrier did not respond in time.']],
  response_timeout: [[{}, 'The carrier did not respond to a request.']],
  peer_stopped_reading: [[{}, 'The carrier stopped reading from the connection.']],
  invalid_pdu: [[{ octets: 3 }, 'The carrier sent invalid SMPP data (PDU length: 3 octets).']],
  unbound_by_carrier: [[{}, 'The carrier ended the session.']],
  session_closed: [[{}, 'Carillon closed the session.']],
  connections_bound: [
    [{ bound: 2, connections: 3 }, '2 of 3 connections bound.'],
    [
      { bound: 0, connections: 1, because: { code: 'bind_timeout' } },
      '0 of 1 connections bound. The carrier did not respond in time.',
    ],
  ],
  account_unchecked: [[{}, 'The Twilio account has not been checked yet.']],
  no_public_url: [
    [
      {},
      'CARILLON_PUBLIC_URL is not set, so Twilio cannot report results or inbound texts such as STOP.',
    ],
  ],
  api_unreachable: [[{ said: 'ECONNREFUSED' }, 'Twilio cannot be reached (ECONNREFUSED).']],
  account_rejected: [[{}, 'Twilio rejected the account SID or the auth token.']],
  account_not_active: [[{ said: 'suspended' }, 'The Twilio account is suspended.']],
  account_check_failed: [
    [{ http: 503 }, 'Twilio is not responding properly (HTTP 503).'],
    [
      { http: 429, twilio: 20_429 },
      'Twilio is not responding properly (HTTP 429): too many requests at once (Twilio 20429).',
    ],
  ],
  account_may_not: [
    [
      { what: 'texts', twilio: 1, said: 'No.' },
      'Twilio rejects texts from this account: No (Twilio 1).',
    ],
  ],
  api_failing: [
    [{ http: 503 }, 'Twilio is not responding properly (HTTP 503).'],
    [{ said: 'no response in time' }, 'Twilio is not responding properly (no response in time).'],
  ],
};

describe('Each detail of a carrier has its sentence', () => {
  test.each(Object.entries(said))('%s', (code, examples) => {
    for (const [facts, sentence] of examples) {
      expect(carrierDetailSentence({ ...facts, code })).toBe(sentence);
    }
  });
});

test('one of a newer version, or without its facts, is named by its code', () => {
  const sentence = 'Unknown detail "bind_rejected", stored by a newer version of Carillon.';
  expect(carrierDetailSentence({ code: 'bind_rejected' })).toBe(sentence);
  expect(loggedCarrierDetail({ code: 'bind_rejected' })).toEqual({
    code: 'bind_rejected',
    sentence,
  });
});
