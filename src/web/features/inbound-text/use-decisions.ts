import { useManager } from '#web/lib/session.ts';
import type { DeskKey } from './decide-bar.tsx';
import { decide, usePendingDecisions } from './decisions.ts';
import { covers } from './made-decision.ts';
import { useRefreshDesk, useUndecided } from './use-desk.ts';

/** The open text's question, and what comes after the decision. */
export function useDecisions(
  textId: number | undefined,
  open: (textId: number | undefined) => void,
) {
  const { clientId } = useManager();
  const { texts } = useUndecided();
  const pending = usePendingDecisions();
  const refresh = useRefreshDesk();
  const left = texts.filter((text) => !pending.some((one) => covers(one, text)));
  const index = left.findIndex(({ id }) => id === textId);
  const onKey = (key: DeskKey, phone: string, upTo: number) => {
    if (textId === undefined) return;
    const others = left.filter(({ phoneNumber }) => phoneNumber !== phone);
    const after = left.slice(index + 1).find(({ phoneNumber }) => phoneNumber !== phone);
    const next = after ?? others[0];
    if (key !== 'later') {
      decide(
        { textId, phone, decision: key, clientId, upTo },
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
      pending.some((one) => one.textId === id || (opened?.id === id && covers(one, opened))),
  };
}
