/** Blind indexes: keyed hashes by which sealed personal values are found. */
import { createHmac } from 'node:crypto';
import { derivedKey } from './key-ring.ts';

export type IndexName = 'ssnIndex' | 'ssnLast4Index' | 'dobIndex' | 'dobYearIndex';
/** 16 bytes; null when the value has none. */
export type BlindIndex = (clientId: number, value: string) => Buffer | null;
export type BlindIndexes = Record<IndexName, BlindIndex>;

const indexBytes = 16;

/** What the value of each index is computed from; undefined: the value has none. */
const indexed: Record<IndexName, { use: string; of: (value: string) => string | undefined }> = {
  /** Of all its digits. */
  ssnIndex: { use: 'ssn', of: (value) => digitsOf(value) || undefined },
  /** Of its last four digits. */
  ssnLast4Index: { use: 'ssn last four', of: (value) => digitsOf(value).match(/\d{4}$/)?.[0] },
  /** Of the whole value; M/D/YYYY and YYYY-MM-DD of one day are one value. */
  dobIndex: { use: 'date of birth', of: (value) => plainDate(value) || undefined },
  /** Of its year, from 1800 to 2099; a bare year is one too. */
  dobYearIndex: { use: 'year of birth', of: yearOf },
};

/** @param bytes the data key */
export function blindIndexes(bytes: Uint8Array): BlindIndexes {
  return Object.fromEntries(
    Object.entries(indexed).map(([name, { use, of }]) => {
      const key = derivedKey(bytes, use);
      const indexOf: BlindIndex = (clientId, value) => {
        const found = of(value);
        if (found === undefined) return null;
        const hash = createHmac('sha256', key).update(`${clientId}:${found}`).digest();
        return hash.subarray(0, indexBytes);
      };
      return [name, indexOf];
    }),
  ) as BlindIndexes;
}

function digitsOf(value: string): string {
  return value.replace(/\D/g, '');
}

/** YYYY-MM-DD where the text is such a day or M/D/YYYY; else the text, trimmed and in lower case. */
function plainDate(value: string): string {
  const text = value.trim().toLowerCase();
  const american = /^(\d{1,2})[/-](\d{1,2})[/-](\d{4})$/.exec(text);
  if (american) return isoDate(american[3], american[1], american[2]);
  const iso = /^(\d{4})[/-](\d{1,2})[/-](\d{1,2})(?:[t ].*)?$/.exec(text);
  if (iso) return isoDate(iso[1], iso[2], iso[3]);
  return text;
}

function isoDate(year = '', month = '', day = ''): string {
  return `${year}-${month.padStart(2, '0')}-${day.padStart(2, '0')}`;
}

function yearOf(value: string): string | undefined {
  return /(?<!\d)(?:18|19|20)\d{2}(?!\d)/.exec(value)?.[0];
}
