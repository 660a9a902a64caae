/**
 * One line of the journal: a letter for its kind, then its values, separated by single spaces.
 *
 * A letter never changes, whatever its kind is called in code. Earlier versions wrote these, and an
 * earlier version that is installed again must be able to read them: a submission that cannot be
 * read is repeated after a restore. `H` stands for the former name of a submission, "hand-over".
 */
import type { JournalEntry } from '#db/journal.ts';
import { realMs, simMs } from '#domain/milliseconds.ts';

export function lineOf(entry: JournalEntry): string {
  const { clientId, at } = entry;
  switch (entry.kind) {
    case 'submission':
      return `H ${clientId} ${entry.campaignId} ${entry.callListId} ${entry.entryId} ${entry.phone} ${Math.round(at)}\n`;
    case 'givenBack':
      return `G ${clientId} ${entry.callListId} ${entry.entryId} ${Math.round(at)}\n`;
    case 'optOut':
      return `O ${clientId} ${entry.phone} ${entry.source} ${Math.round(at)}\n`;
    case 'optIn':
      return `I ${clientId} ${entry.phone} ${entry.source} ${Math.round(at)}\n`;
    case 'reply':
      return `R ${clientId} ${entry.textReplyId} ${entry.phone} ${Math.round(at)}\n`;
    case 'stop':
      return `S ${clientId} ${stopWords(entry)} ${packed(entry.stoppedBy)} ${packed(entry.reason)} ${entry.since} ${Math.round(at)}\n`;
    case 'stopLifted':
      return `T ${clientId} ${stopWords(entry)} ${entry.since} ${Math.round(at)}\n`;
    case 'erasure':
      // It has a file of its own (erasures.ts).
      return '';
  }
}

type OfStop = Extract<JournalEntry, { kind: 'stop' | 'stopLifted' }>;

const stopWords = ({ by, scope, carrier }: Pick<OfStop, 'by' | 'scope' | 'carrier'>) =>
  `${by} ${scope} ${packed(carrier ?? '')}`;

/** A text of a person without spaces and line ends; "-" for an empty one. */
const packed = (text: string) => Buffer.from(text).toString('base64url') || '-';
const unpacked = (word = '-') => (word === '-' ? '' : Buffer.from(word, 'base64url').toString());

const stoppers = ['operator', 'administrator'] as const;
const stopScopes = ['all', 'client', 'carrier'] as const;
const optOutSources = ['manager', 'key', 'text', 'operator'] as const;
const optInSources = ['text', 'all'] as const;
const whole = /^\d{1,16}$/;
const phoneNumber = /^\d{1,15}$/;

/** @returns undefined for an invalid line: damaged, or cut off by a power failure */
export function entryOf(line: string): JournalEntry | undefined {
  const [letter, ...words] = line.split(' ');
  const number = (n: number) => (whole.test(words[n] ?? '') ? Number(words[n]) : Number.NaN);
  const phone = (n: number) => (phoneNumber.test(words[n] ?? '') ? String(words[n]) : '');
  const shape = shapes[letter ?? ''];
  if (shape === undefined || words.length !== shape.length) return undefined;
  const fits = [...shape].every((kind, n) => {
    if (kind === 'n') return Number.isSafeInteger(number(n));
    return kind === 'p' ? phone(n) !== '' : true;
  });
  if (!fits) return undefined;
  const clientId = number(0);
  const ms = number(words.length - 1);
  const at = realMs(ms);
  if (letter === 'H') {
    const [campaignId, callListId, entryId] = [number(1), number(2), number(3)];
    const ids = { clientId, campaignId, callListId, entryId };
    return { kind: 'submission', ...ids, phone: phone(4), at: simMs(ms) };
  }
  if (letter === 'G') {
    return { kind: 'givenBack', clientId, callListId: number(1), entryId: number(2), at };
  }
  if (letter === 'R') {
    return { kind: 'reply', clientId, textReplyId: number(1), phone: phone(2), at: simMs(ms) };
  }
  if (letter === 'S' || letter === 'T') {
    const by = stoppers.find((one) => one === words[1]);
    const scope = stopScopes.find((one) => one === words[2]);
    if (by === undefined || scope === undefined) return undefined;
    const since = number(words.length - 2);
    const stop = { by, scope, clientId, carrier: unpacked(words[3]) || null, since, at };
    if (letter === 'T') return { kind: 'stopLifted', ...stop };
    return { kind: 'stop', ...stop, stoppedBy: unpacked(words[4]), reason: unpacked(words[5]) };
  }
  if (letter === 'O') {
    const source = optOutSources.find((one) => one === words[2]);
    return source && { kind: 'optOut', clientId, phone: phone(1), source, at };
  }
  const source = optInSources.find((one) => one === words[2]);
  return source && { kind: 'optIn', clientId, phone: phone(1), source, at };
}

/** A number in it was erased since (redact-files.ts). */
export const isErasedLine = (line: string) => / x{10,11} /.test(line);

/** The words after the letter. n: whole number, p: phone number, w: word. */
const shapes: Record<string, string> = {
  ...{ H: 'nnnnpn', G: 'nnnn', O: 'npwn', I: 'npwn', R: 'nnpn' },
  ...{ S: 'nwwwwwnn', T: 'nwwwnn' },
};
