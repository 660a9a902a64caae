/** The contact file of bench/import.ts: always the same, about 1.1 million rows. */
import { closeSync, openSync, writeSync } from 'node:fs';
import { allowedAreaCodes, usualCountries } from '../src/domain/dialing.ts';

const areas = allowedAreaCodes(usualCountries);

export const headers = [
  ...['Account', 'First', 'Middle', 'Last', 'DOB', 'SSN', 'Street', 'City', 'State', 'Zip'],
  ...['Phone', 'Email', 'Balance'],
];

const firsts = [
  'Noëlle',
  'Wei',
  'Grace',
  'Tom',
  'Fatima',
  "D'Angelo",
  'Anne-Marie',
  'Luis',
  'Ömer',
];
const lasts = ['Johnson', 'Nguyen', 'Müller', 'Lee', 'de la Cruz', 'García', 'Patel', 'Kowalski'];
const towns = [
  ['Austin', 'TX', '73301'],
  ['Miami', 'FL', '33101'],
  ['Honolulu', 'HI', '96801'],
  ['New York', 'NY', '10001'],
] as const;

/** xorshift32: the file must be the same everywhere. */
function source(seed: number) {
  let state = seed;
  return (below: number) => {
    state ^= state << 13;
    state ^= state >>> 17;
    state ^= state << 5;
    return (state >>> 0) % below;
  };
}

export interface WrittenFile {
  rows: number;
  bytes: number;
  /** Some valid numbers of the file, eleven digits. */
  matching: string[];
}

/** UTF-8 with BOM, CRLF, 15 % of the rows quoted with line ends inside, 2 % bad and 3 % doubled phones. */
export function writeContacts(path: string, targetBytes: number): WrittenFile {
  const random = source(20261120);
  const pick = <T>(from: readonly T[]) => from[random(from.length)] as T;
  const file = openSync(path, 'w');
  const matching: string[] = [];
  const recent: string[] = [];
  let bytes = 0;
  let rows = 0;
  let text = `\ufeff${headers.join(',')}\r\n`;
  const flush = () => {
    bytes += writeSync(file, text);
    text = '';
  };
  while (bytes + text.length < targetBytes - 200) {
    rows += 1;
    const [city, state, zip] = pick(towns);
    const phone = phoneOf(random, recent);
    if (rows % 107 === 0 && phone.length === 10) matching.push(`1${phone}`);
    const quoted = random(100) < 15;
    const street = quoted
      ? `"${random(9999)} Oak Ave, ${random(2) === 0 ? 'Apt 4' : '\r\nUnit ""B""'}"`
      : `${random(9999)} Main St`;
    const day = `${1 + random(12)}/${1 + random(28)}/${1940 + random(65)}`;
    const ssn = `${100 + random(800)}-${10 + random(89)}-${1000 + random(8999)}`;
    text += `AC-${rows},${pick(firsts)},${random(2) === 0 ? 'J' : ''},${pick(lasts)},${day},${ssn},`;
    text += `${street},${city},${state},${zip},${written(phone, random(4))},`;
    text += `p${random(99_999)}@example.com,${random(900)}.${10 + random(89)}\r\n`;
    if (text.length > 1 << 20) flush();
  }
  flush();
  closeSync(file);
  return { rows, bytes, matching };
}

/** Ten digits; sometimes one of the last hundred again, or not a number. */
function phoneOf(random: (below: number) => number, recent: string[]): string {
  const chance = random(100);
  if (chance < 2) return String(random(9_999_999));
  if (chance < 5 && recent.length > 0) return recent[random(recent.length)] as string;
  const area = areas[random(areas.length)] as string;
  const exchange = 212 + random(788);
  const valid = exchange % 100 === 11 ? exchange + 1 : exchange;
  const phone = `${area}${valid}${String(random(10_000)).padStart(4, '0')}`;
  recent.push(phone);
  if (recent.length > 100) recent.shift();
  return phone;
}

function written(phone: string, way: number): string {
  if (phone.length !== 10 || way === 0) return phone;
  const [area, exchange, line] = [phone.slice(0, 3), phone.slice(3, 6), phone.slice(6)];
  if (way === 1) return `(${area}) ${exchange}-${line}`;
  if (way === 2) return `${area}-${exchange}-${line}`;
  return `1${phone}`;
}
