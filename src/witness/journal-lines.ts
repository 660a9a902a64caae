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
    case 'erasure':
      // It has a file of its own (erasures.ts).
      return '';
  }
}

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
const shapes: Record<string, string> = { H: 'nnnnpn', G: 'nnnn', O: 'npwn', I: 'npwn', R: 'nnpn' };
