/**
 * Decisions on unclear texts. One is sent five seconds after it was made, and can be undone until
 * then: an opt-out bars entries for good, and until it is sent the number is not contacted anyway.
 * It is sent earlier when the page is left.
 */
import { decideInboundText } from '#contract/inbound-text.ts';
import { api } from '#web/lib/api.ts';
import { formatPhone } from '#web/lib/format.ts';
import { onManagerChange } from '#web/lib/manager-change.ts';
import { createStore } from '#web/lib/store.ts';
import { messageOf } from '#web/ui/error-message.ts';
import { closeNotice, notify } from '#web/ui/notify.ts';
import { covers, type MadeDecision } from './made-decision.ts';

/** Milliseconds. */
export const undoTime = 5_000;

interface Pending extends MadeDecision {
  timer: ReturnType<typeof setTimeout>;
  noticeId: number;
  afterwards: () => void;
  sent: boolean;
}

const pending = createStore<readonly Pending[]>([]);

/** Made and not yet known to the server. */
export const usePendingDecisions = pending.use;

/** @param onUndo opens the text again */
export function decide(
  made: MadeDecision,
  { onUndo, afterwards }: { onUndo: () => void; afterwards: () => void },
): void {
  const text = { id: made.textId, phoneNumber: made.phone };
  if (pending.get().some((one) => covers(one, text))) return;
  const words =
    made.decision === 'optOut'
      ? 'is opted out.'
      : 'was not opted out. Calls and texts resume within a minute.';
  const noticeId = notify({
    text: `${formatPhone(made.phone)} ${words}`,
    closesAfter: undoTime,
    action: {
      label: 'Undo',
      onSelect: () => {
        const one = find(made.textId);
        if (!one || one.sent) return;
        clearTimeout(one.timer);
        remove(made.textId);
        onUndo();
      },
    },
  });
  const timer = setTimeout(() => void send(made.textId), undoTime);
  pending.set([...pending.get(), { ...made, timer, noticeId, afterwards, sent: false }]);
}

const find = (textId: number) => pending.get().find((one) => one.textId === textId);

function remove(textId: number): void {
  pending.set(pending.get().filter((one) => one.textId !== textId));
}

async function send(textId: number, keepalive = false): Promise<void> {
  const one = find(textId);
  if (!one || one.sent) return;
  one.sent = true;
  clearTimeout(one.timer);
  closeNotice(one.noticeId);
  const { clientId, decision, upTo } = one;
  try {
    await api(decideInboundText, {
      params: { id: textId },
      body: { clientId, decision, upTo },
      ...(keepalive ? { keepalive } : {}),
    });
  } catch (error) {
    notify({ text: messageOf(error), tone: 'danger' });
  } finally {
    remove(textId);
    one.afterwards();
  }
}

// What was decided is not lost with the tab.
addEventListener('pagehide', () => {
  for (const { textId } of pending.get()) void send(textId, true);
});

// Another manager at the same screen did not decide this; the texts are unclear as before.
onManagerChange(() => {
  for (const { timer } of pending.get()) clearTimeout(timer);
  pending.set([]);
});
