/** A decision on an unclear text, and the texts that it decides on. */
import type { DeskText } from '#contract/inbound-desk.ts';
import type { InboundText, TextDecision } from '#contract/inbound-text.ts';

export interface MadeDecision {
  textId: number;
  phone: string;
  decision: TextDecision;
  clientId: number;
  /** The newest text of the number that was on the screen. */
  upTo: number;
}

/** As the server has it: an opt-out decides on all texts of the number, "keep" on those that were seen. */
export function covers(
  { phone, decision, upTo }: MadeDecision,
  text: Pick<InboundText, 'id' | 'phoneNumber'>,
): boolean {
  return text.phoneNumber === phone && (decision === 'optOut' || text.id <= upTo);
}

/** What was decided a moment ago is shown as decided, although the server does not know it yet. */
export function withPending(texts: readonly DeskText[], pending: readonly MadeDecision[]) {
  if (pending.length === 0) return texts;
  return texts.map((text): DeskText => {
    const made = pending.find((one) => covers(one, text));
    if (!made || text.standing !== 'unclear') return text;
    return {
      ...text,
      standing: made.decision === 'optOut' ? 'optOut' : 'kept',
      done: true,
      toDo: false,
    };
  });
}
