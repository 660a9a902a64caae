/** Several requests at once, judged as one attack. */
import { asked } from '../asking.ts';
import type { Group, Run } from '../score.ts';
import type { Attack, Reply } from '../verdict.ts';
import type { Target, World } from '../world.ts';

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

export type Wrong = (replies: readonly Reply[]) => string | undefined;

export const atMost =
  (most: number): Wrong =>
  (replies) =>
    acceptedOf(replies).length > most ? `${acceptedOf(replies).length} were accepted` : undefined;
export const exactly =
  (count: number): Wrong =>
  (replies) =>
    acceptedOf(replies).length === count
      ? undefined
      : `${acceptedOf(replies).length} were accepted`;

export interface Racer {
  world: World;
  run: Run;
  own: Target;
  /** Each of another manager. */
  tokens: string[];
  post(path: string, body: unknown, by?: number): Promise<Reply>;
}

export const racing =
  (world: World, races: (racer: Racer) => Promise<void>): Group =>
  async (run) => {
    const own = await world.make();
    const tokens = [await world.renew(own), await world.signIn(own), await world.signIn(own)];
    const post = (path: string, body: unknown, by = 0) =>
      asked(world.api.url, {
        ...{ path, method: 'POST', token: tokens[by % 3], headers: own.from },
        body: JSON.stringify(body),
      });
    await races({ world, run, own, tokens, post });
  };

export const three = [0, 1, 2];
