/** What an SMSC writes into its PDUs and reads from ours. */
import { Buffer } from 'node:buffer';
import { cString, encodeMessage, type Message, tag } from '../../src/carriers/smpp/pdu.ts';

/** Milliseconds of a relative time (SMPP 3.4, 7.1.1.2), which Carillon must send; '': forever. */
export function validFor(validity: string): number {
  if (validity === '') return Number.POSITIVE_INFINITY;
  const [, days, hours, minutes, seconds] =
    /^0000(\d\d)(\d\d)(\d\d)(\d\d)000R$/.exec(validity) ?? [];
  if (seconds === undefined) throw new Error(`no relative time: ${validity}`);
  const all = ((Number(days) * 24 + Number(hours)) * 60 + Number(minutes)) * 60 + Number(seconds);
  return all * 1_000;
}

/** As in appendix B of SMPP 3.4. */
export function receiptBody(one: { id: string; from: string; to: string }, stat: string): Buffer {
  const err = stat === 'DELIVRD' ? '000' : '027';
  const text =
    `id:${one.id} sub:001 dlvrd:001 submit date:2611212210 done date:2611212211 ` +
    `stat:${stat} err:${err} text:Hello`;
  return encodeMessage(
    messageOf({ from: one.to, to: one.from, esmClass: 4, words: Buffer.from(text, 'latin1') }),
  );
}

/** A text from a person. */
export function inboundBody(from: string, to: string, text: string): Buffer {
  return encodeMessage(messageOf({ from, to, words: Buffer.from(text, 'latin1') }));
}

export function messageOf(given: {
  from: string;
  to: string;
  words: Buffer;
  esmClass?: number;
  dataCoding?: number;
  tlvs?: [number, Buffer][];
}): Message {
  const { from, to, words, esmClass = 0, dataCoding = 0, tlvs = [] } = given;
  return {
    ...{ serviceType: '', registeredDelivery: 0, esmClass, dataCoding, shortMessage: words },
    source: { ton: 1, npi: 1, digits: from },
    destination: { ton: 1, npi: 1, digits: to },
    tlvs: new Map(tlvs),
  };
}

export const receiptTlv = (id: string): [number, Buffer] => [tag.receiptedMessageId, cString(id)];
