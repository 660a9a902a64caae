/** Several requests at once, judged as one attack. */
import type { Run } from '../score.ts';
import type { Attack, Reply } from '../verdict.ts';

/**
 * Of several responses the one that counts: a failure, else one that was accepted. Its text is that
 * of all.
 */
function atOnce(replies: readonly Reply[]): Reply {
  const one =
    replies.find(({ status }) => status >= 500 || status === 0) ??
    replies.find(({ status }) => status < 400) ??
    replies[0];
  if (!one) throw new Error('Nothing was sent.');
  const all = replies.map(({ head, text }) => `${head}\n${text}`).join('\n');
  return { ...one, text: one.status < 400 ? all : one.text };
}

export const acceptedOf = (replies: readonly Reply[]) =>
  replies.filter(({ status }) => status > 0 && status < 400);

/** Runs a race; `wrong` says what is wrong with all of its responses. */
export function race(
  run: Run,
  attack: Pick<Attack, 'name' | 'view'> & Partial<Attack>,
  send: () => Promise<Reply[]>,
  wrong: (replies: readonly Reply[]) => string | undefined | Promise<string | undefined> = () =>
    undefined,
) {
  let fault: string | undefined;
  return run({
    expects: 'either',
    ...attack,
    send: async () => {
      const replies = await send();
      fault = await wrong(replies);
      return atOnce(replies);
    },
    check: () => fault,
  });
}
