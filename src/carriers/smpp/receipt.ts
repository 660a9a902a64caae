/** Delivery receipts: the message they belong to, and its outcome (SMPP 3.4, appendix B). */
import type { Note } from '#contract/note.ts';
import { type Message, tag } from './pdu.ts';

export type IdForm = 'text' | 'hex' | 'decimal';

export interface IdForms {
  /** How submit_sm_resp writes a message's id, and how receipts write it. */
  responseIds: IdForm;
  receiptIds: IdForm;
}

export interface ReceiptSaid {
  /** Most credible first; several when the SMSC's two fields may differ in form. */
  ids: string[];
  /** Undefined: still in transit, or unknown. */
  outcome?: 'delivered' | 'failed';
  note: Note;
  /** It failed because it was canceled before it was sent. */
  canceled?: boolean;
}

/** Bits 2 to 5 of esm_class. 0x20 is an intermediate notification. */
const messageType = 0x3c;

export function isReceipt({ esmClass, tlvs }: Message): boolean {
  const type = esmClass & messageType;
  return type === 0x04 || type === 0x20 || (type === 0 && tlvs.has(tag.receiptedMessageId));
}

/** Converts numeric ids to one common spelling. */
export function commonId(id: string, form: IdForm): string {
  const plain = id.trim();
  if (form === 'hex' && /^[0-9a-f]{1,32}$/i.test(plain)) return BigInt(`0x${plain}`).toString();
  if (form === 'decimal' && /^[0-9]{1,39}$/.test(plain)) return BigInt(plain).toString();
  return plain;
}

/** Values of message_state (SMPP 3.4, 5.2.28), as the words of appendix B. */
const states = [
  ...['SCHEDULED', 'ENROUTE', 'DELIVRD', 'EXPIRED', 'DELETED', 'UNDELIV', 'ACCEPTD', 'UNKNOWN'],
  ...['REJECTD', 'SKIPPED'],
];
const failures = new Set(['EXPIRED', 'DELETED', 'UNDELIV', 'REJECTD', 'SKIPPED', 'FAILED']);

/** Undefined when the message has no message id. */
export function readReceipt(
  message: Message,
  text: string,
  forms: IdForms,
): ReceiptSaid | undefined {
  const fields = fieldsOf(text);
  const named = message.tlvs.get(tag.receiptedMessageId)?.toString('latin1').split('\0')[0] ?? '';
  const candidates = [
    named && commonId(named, forms.responseIds),
    named && commonId(named, forms.receiptIds),
    fields.id && commonId(fields.id, forms.receiptIds),
  ];
  const ids = [...new Set(candidates.filter((one) => typeof one === 'string' && one !== ''))];
  if (ids.length === 0) return undefined;
  const state = states[message.tlvs.get(tag.messageState)?.[0] ?? -1];
  const said = state ?? (fields.stat ?? '').toUpperCase();
  const onTheWay = (message.esmClass & messageType) === 0x20;
  const outcome = onTheWay ? undefined : outcomeOf(said);
  const error = fields.err && !/^0*$/.test(fields.err) ? { error: fields.err } : {};
  const canceled = outcome === 'failed' && said.startsWith('DELET');
  return {
    ids: ids as string[],
    ...(outcome && { outcome }),
    note: { code: 'receipt', said, ...error },
    ...(canceled && { canceled }),
  };
}

function outcomeOf(said: string): 'delivered' | 'failed' | undefined {
  if (said.startsWith('DELIV')) return 'delivered';
  return failures.has(said) || said.startsWith('UNDEL') || said.startsWith('REJEC')
    ? 'failed'
    : undefined;
}

/** `id:… stat:… err:…` in any order and case; stops at `text:`, where the person's words begin. */
function fieldsOf(text: string): Partial<Record<'id' | 'stat' | 'err', string>> {
  const fields: Partial<Record<'id' | 'stat' | 'err', string>> = {};
  for (const word of text.slice(0, 400).split(/\s/)) {
    const colon = word.indexOf(':');
    const name = word.slice(0, colon).toLowerCase();
    if (name === 'text') break;
    if (name === 'id' || name === 'stat' || name === 'err') fields[name] ??= word.slice(colon + 1);
  }
  return fields;
}
