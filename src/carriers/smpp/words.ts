/** Decodes an inbound message, without its header, by its data_coding (SMPP 3.4, 5.2.19). */
import type { Buffer } from 'node:buffer';
import { gsm7Text, unpackSeptets } from './gsm7.ts';
import { type Message, tag } from './pdu.ts';

/** Which part of a long text a message is. */
export interface PartPosition {
  reference: number;
  total: number;
  number: number;
}

export interface Words {
  text: string;
  position?: PartPosition;
}

const hasHeader = 0x40;

export function wordsOf(message: Message, gsm7: 'unpacked' | 'packed'): Words {
  const { esmClass, dataCoding, shortMessage } = message;
  const headerLength = (esmClass & hasHeader) === 0 ? 0 : 1 + (shortMessage[0] ?? -1);
  const header = shortMessage.subarray(1, headerLength);
  const position = positionIn(header) ?? sarPosition(message);
  const rest = shortMessage.subarray(headerLength);
  const fill = (7 - ((headerLength * 8) % 7)) % 7;
  const text = textOf(rest, alphabetOf(dataCoding), gsm7, fill);
  return position ? { text, position } : { text };
}

type Alphabet = 'default' | 'latin1' | 'ucs2';

function alphabetOf(dataCoding: number): Alphabet {
  // Message classes (3GPP TS 23.038, 4): bits 2 and 3, or bit 2 alone, select the alphabet.
  if (dataCoding >= 0xf0) return (dataCoding & 4) === 0 ? 'default' : 'latin1';
  if (dataCoding >= 0x10 && dataCoding < 0x80) {
    return (['default', 'latin1', 'ucs2', 'default'] as const)[(dataCoding >> 2) & 3] ?? 'default';
  }
  if (dataCoding === 8) return 'ucs2';
  return dataCoding === 0 ? 'default' : 'latin1';
}

function textOf(
  bytes: Buffer,
  alphabet: Alphabet,
  gsm7: 'unpacked' | 'packed',
  fill: number,
): string {
  if (alphabet === 'latin1') return bytes.toString('latin1');
  if (alphabet === 'default') {
    return gsm7Text(gsm7 === 'packed' ? unpackSeptets(bytes, fill) : bytes);
  }
  const even = bytes.subarray(0, bytes.length - (bytes.length % 2));
  return new TextDecoder('utf-16be').decode(even);
}

/** Information elements 0 and 8 of a user data header. */
function positionIn(header: Buffer): PartPosition | undefined {
  for (let at = 0; at + 2 <= header.length; ) {
    const [id, length = 0] = [header[at], header[at + 1]];
    const value = header.subarray(at + 2, at + 2 + length);
    if (id === 0 && value.length === 3) return checked(value[0], value[1], value[2]);
    if (id === 8 && value.length === 4) return checked(value.readUInt16BE(0), value[2], value[3]);
    at += 2 + length;
  }
  return undefined;
}

function sarPosition({ tlvs }: Message): PartPosition | undefined {
  const reference = tlvs.get(tag.sarReference);
  if (reference?.length !== 2) return undefined;
  return checked(
    reference.readUInt16BE(0),
    tlvs.get(tag.sarTotal)?.[0],
    tlvs.get(tag.sarPart)?.[0],
  );
}

/** An impossible position is ignored, so that the text is reported all the same. */
function checked(reference = 0, total = 0, number = 0): PartPosition | undefined {
  const isValid = total > 1 && number >= 1 && number <= total;
  return isValid ? { reference, total, number } : undefined;
}
