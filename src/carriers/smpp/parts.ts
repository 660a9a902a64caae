/**
 * Splits a text into messages, as many as the console shows (3GPP TS 23.040: 160 and 153 septets,
 * 70 and 67 units of UCS-2). A character of two units is not split.
 */
import { Buffer } from 'node:buffer';
import { gsm7Septets, packSeptets } from './gsm7.ts';
import { tag } from './pdu.ts';

export interface PartSettings {
  longMessages: 'udh8' | 'udh16' | 'sar' | 'payload';
  gsm7: 'unpacked' | 'packed';
}

export interface Part {
  /** 0x40 when the content begins with a user data header. */
  esmClass: number;
  /** 0: the SMSC default alphabet; 8: UCS-2. */
  dataCoding: number;
  shortMessage: Buffer;
  tlvs: [number, Buffer][];
}

interface Unit {
  /** One or two septets, or one or two units of UCS-2. */
  codes: readonly number[];
}

const defaultAlphabet = 0;
const ucs2 = 8;
const withHeader = 0x40;

const longestPayload = 30_000;

/** Codes in a single message, and in each of several; a longer reference takes one more. */
const room = {
  [defaultAlphabet]: { single: 160, each: 153, eachOfLonger: 152 },
  [ucs2]: { single: 70, each: 67, eachOfLonger: 66 },
};

/** @param reference identifies the text among the latest to the same number */
export function partsOf(body: string, reference: number, settings: PartSettings): Part[] {
  const { dataCoding, units } = unitsOf(body);
  const { single, each, eachOfLonger } = room[dataCoding];
  const codes = units.flatMap((unit) => unit.codes);
  const encode = (some: readonly number[], fill = 0) =>
    octetsOf(some, dataCoding, settings.gsm7, fill);
  if (codes.length <= single) {
    return [{ esmClass: 0, dataCoding, shortMessage: encode(codes), tlvs: [] }];
  }
  // A TLV's length has 16 bits. A longer text is split, or rejected for having too many parts.
  if (settings.longMessages === 'payload' && codes.length < longestPayload) {
    const tlvs: Part['tlvs'] = [[tag.messagePayload, encode(codes)]];
    return [{ esmClass: 0, dataCoding, shortMessage: Buffer.alloc(0), tlvs }];
  }
  const size = settings.longMessages === 'udh16' ? eachOfLonger : each;
  const cut = cutUnits(units, size);
  return cut.map((some, index) => {
    const position = { reference, total: cut.length, number: index + 1 };
    if (settings.longMessages === 'sar') {
      return { esmClass: 0, dataCoding, shortMessage: encode(some), tlvs: sarOf(position) };
    }
    const header = headerOf(position, settings.longMessages === 'udh16');
    const fill = (7 - ((header.length * 8) % 7)) % 7;
    const shortMessage = Buffer.concat([header, encode(some, fill)]);
    return { esmClass: withHeader, dataCoding, shortMessage, tlvs: [] };
  });
}

function unitsOf(body: string): { dataCoding: 0 | 8; units: Unit[] } {
  const units: Unit[] = [];
  for (const character of body) {
    const codes = gsm7Septets(character);
    if (!codes) return { dataCoding: ucs2, units: ucs2Units(body) };
    units.push({ codes });
  }
  return { dataCoding: defaultAlphabet, units };
}

function ucs2Units(body: string): Unit[] {
  return [...body].map((character) => ({
    codes: Array.from({ length: character.length }, (_, at) => character.charCodeAt(at)),
  }));
}

function cutUnits(units: readonly Unit[], size: number): number[][] {
  const cut: number[][] = [[]];
  for (const { codes } of units) {
    if ((cut.at(-1)?.length ?? 0) + codes.length > size) cut.push([]);
    cut.at(-1)?.push(...codes);
  }
  return cut;
}

function octetsOf(
  codes: readonly number[],
  dataCoding: 0 | 8,
  gsm7: PartSettings['gsm7'],
  fill: number,
): Buffer {
  if (dataCoding === defaultAlphabet) {
    return gsm7 === 'packed' ? packSeptets(codes, fill) : Buffer.from(codes);
  }
  const octets = Buffer.allocUnsafe(codes.length * 2);
  for (const [index, code] of codes.entries()) octets.writeUInt16BE(code, index * 2);
  return octets;
}

interface Position {
  reference: number;
  total: number;
  number: number;
}

/** The user data header for concatenation (3GPP TS 23.040, 9.2.3.24.1 and 9.2.3.24.8). */
function headerOf({ reference, total, number }: Position, long: boolean): Buffer {
  if (!long) return Buffer.from([5, 0, 3, reference & 0xff, total, number]);
  return Buffer.from([6, 8, 4, (reference >> 8) & 0xff, reference & 0xff, total, number]);
}

function sarOf({ reference, total, number }: Position): Part['tlvs'] {
  return [
    [tag.sarReference, Buffer.from([(reference >> 8) & 0xff, reference & 0xff])],
    [tag.sarTotal, Buffer.from([total])],
    [tag.sarPart, Buffer.from([number])],
  ];
}
