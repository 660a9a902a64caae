import type { DeskText } from '#contract/inbound-desk.ts';
import { useManager } from '#web/lib/session.ts';
import type { DeskKey } from './decide-bar.tsx';
import { decide, type MadeDecision, usePendingDecisions } from './decisions.ts';
import { useRefreshDesk, useUndecided } from './use-desk.ts';

/** What was decided a moment ago is shown as decided, although the server does not know it yet. */
export function withPending(texts: readonly DeskText[], pending: readonly MadeDecision[]) {
  if (pending.length === 0) return texts;
  return texts.map((text): DeskText => {
    const made = pending.find(({ phone }) => phone === text.phoneNumber);
    if (!made || text.standing !== 'unclear') return text;
    return {
      ...text,
      standing: made.decision === 'optOut' ? 'optOut' : 'kept',
      done: true,
      toDo: false,
    };
  });
}

/** The open text's question, and what comes after the decision. */
export function useDecisions(
  textId: number | undefined,
  open: (textId: number | undefined) => void,
) {
  const { clientId } = useManager();
  const { texts } = useUndecided();
  const pending = usePendingDecisions();
  const refresh = useRefreshDesk();
  const left = texts.filter(
    ({ phoneNumber }) => !pending.some(({ phone }) => phone === phoneNumber),
  );
  const index = left.findIndex(({ id }) => id === textId);
  const onKey = (key: DeskKey, phone: string) => {
    if (textId === undefined) return;
    const others = left.filter(({ phoneNumber }) => phoneNumber !== phone);
    const after = left.slice(index + 1).find(({ phoneNumber }) => phoneNumber !== phone);
    const next = after ?? others[0];
    if (key !== 'later') {
      decide(
        { textId, phone, decision: key, clientId },
        { onUndo: () => open(textId), afterwards: () => void refresh() },
      );
    }
    // The last one stays open, and shows what was decided.
    if (next) open(next.id);
  };
  const opened = texts.find(({ id }) => id === textId);
  return {
    pending,
    onKey,
    position: { at: index + 1, total: left.length },
    isPending: (id: number) =>
      pending.some(
        (one) => one.textId === id || (opened?.id === id && opened.phoneNumber === one.phone),
      ),
  };
}
