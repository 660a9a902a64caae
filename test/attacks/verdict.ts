/** What became of an attack, judged by the response alone. */
import type { Secrets } from './secrets.ts';

/** A response, however it came: over HTTP, a raw socket or a WebSocket. */
export interface Reply {
  /** 0: the connection was closed without a response. */
  status: number;
  /** Every header, as text. */
  head: string;
  type: string;
  text: string;
}

/** Waited for long enough that nothing would have come. */
export const nothing = 'no response' as const;

export type Expected = 'refused' | 'accepted' | 'either';
export const classes = ['refused', 'accepted', '5xx', 'hang', 'leak'] as const;
export type Class = (typeof classes)[number];

/** What may be in the response to the one who asks. */
export interface View {
  /** Strings of the own client's records. */
  marks: readonly string[];
  /** Strings that were sent, which a response may repeat. */
  sent?: readonly string[];
  /** Full SSNs and dates of birth: in a file that was asked for with the right to them. */
  fullSsn?: boolean;
}

export interface Attack {
  name: string;
  expects: Expected;
  view: View;
  /** The only status of a refusal that is right, where there is one. */
  status?: number;
  /** A connection that is closed without a response is a refusal here. */
  mayCut?: boolean;
  /** What else is wrong with the response, as a sentence. */
  check?(reply: Reply): string | undefined;
  send(): Promise<Reply | typeof nothing>;
}

export interface Verdict {
  class: Class;
  /** Why it is a fault: one of the last three classes, or not what was expected. */
  fault?: string;
}

/** Marks of every client of the world; each has letters and a number of its own (tenancy-fixtures.ts). */
const anyMark = /quagga[a-j]+x/gi;
const anyPhone = /302\D{0,3}777\D?(\d{4})/g;
/** No number of a test begins so but the planted ones: see world.ts. */
const anySsn = /(?<![0-9a-z])867-?53-?\d{4}(?![0-9a-z])/i;
const anyBirth = /1961-0?7-13|0?7\/13\/1961/;

const secretPatterns: [string, RegExp][] = [
  ['a password hash', /\$argon2/],
  ['a stack trace', /\bat (?:async )?[\w.<>[\] ]+ \((?:file:|node:|\/)|node:internal/],
  [
    'a statement of SQL',
    /\b(?:SELECT|INSERT INTO|UPDATE|DELETE FROM)\b[\s\S]{1,200}\b(?:FROM|VALUES|SET|WHERE)\b/,
  ],
  [
    "the database's words",
    /invalid input syntax|syntax error at or near|violates [\w-]+ (?:\w+ )?constraint|relation "|duplicate key value|permission denied for/,
  ],
  ['a path of the server', /\/node_modules\/|\/src\/(?:api|db|domain)\/|carillon-spool-/],
];

/** Judges a response; `secrets` are the strings that nobody may read. */
export function judge(
  reply: Reply | typeof nothing,
  attack: Omit<Attack, 'send'>,
  secrets?: Secrets,
): Verdict {
  if (reply === nothing) return { class: 'hang', fault: nothing };
  const leak = leakIn(reply, attack.view, secrets);
  if (leak !== undefined) return { class: 'leak', fault: `the response holds ${leak}` };
  if (reply.status >= 500) return { class: '5xx', fault: `${reply.status} ${reply.text}` };
  if (reply.status === 0 && !attack.mayCut) {
    return { class: '5xx', fault: 'the connection ended without a response' };
  }
  const refused = reply.status === 0 || reply.status >= 400;
  const kind = refused ? 'refused' : 'accepted';
  const fault = unlike(kind, reply, attack);
  return { class: kind, ...(fault === undefined ? {} : { fault }) };
}

/** Undefined when the response is what was expected. */
function unlike(
  kind: 'refused' | 'accepted',
  reply: Reply,
  { expects, status, check }: Omit<Attack, 'send'>,
): string | undefined {
  const said = `${reply.status} ${reply.text.slice(0, 300)}`;
  if (expects !== 'either' && expects !== kind) return `expected to be ${expects}: ${said}`;
  if (kind === 'refused' && status !== undefined && reply.status !== status) {
    return `expected ${status}: ${said}`;
  }
  // Whatever came before a connection was closed is no refusal's text.
  const isSaid = reply.status > 0 && reply.text !== '';
  if (kind === 'refused' && isSaid && !reply.type.includes('problem+json')) {
    return `a refusal as ${reply.type}: ${said}`;
  }
  return check?.(reply);
}

/** A new id is random digits and letters, which now and then read like a planted number. */
function withoutItsId(whole: string): string {
  const [, id = ''] = /^x-request-id: ([0-9a-f-]{36})$/im.exec(whole) ?? [];
  return id === '' ? whole : whole.replaceAll(id, '');
}

/** What the response holds that the one who asks may not read. */
function leakIn(
  { head, type, text }: Reply,
  view: View,
  secrets: Secrets | undefined,
): string | undefined {
  const whole = withoutItsId(`${head}\n${text}`);
  const known = [...view.marks, ...(view.sent ?? [])].map((mark) => mark.toLowerCase());
  for (const [mark] of whole.matchAll(anyMark)) {
    if (!known.includes(mark.toLowerCase())) return `another client's record: ${mark}`;
  }
  for (const [phone, last] of whole.matchAll(anyPhone)) {
    if (!known.some((mark) => mark.endsWith(`302777${last}`))) {
      return `another client's number: ${phone}`;
    }
  }
  if (!view.fullSsn && anySsn.test(whole)) return 'a full SSN';
  if (!view.fullSsn && anyBirth.test(whole)) return 'a full date of birth';
  if (type.includes('html') && /<script>alert|onerror=/.test(text)) return 'a script that was sent';
  for (const [what, pattern] of secretPatterns) if (pattern.test(whole)) return what;
  return secrets?.foundIn(whole) === undefined ? undefined : 'a secret';
}
