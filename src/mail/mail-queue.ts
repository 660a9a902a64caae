/** Mails wait here, so that no request waits for a mail server. */
import { setTimeout as sleep } from 'node:timers/promises';
import type { Mail, MailServer } from './smtp.ts';

export interface MailQueue {
  /** `after` is called once: the mail was handed to the server, or was given up. */
  add(mail: Mail, after?: (sent: boolean) => Promise<unknown>): void;
  /** Gives up what waits. */
  stop(): void;
}

interface Log {
  warn(facts: object, words: string): void;
}

/** Milliseconds before each further try. */
const usualWaits = [2_000, 10_000];
/** Beyond these a mail is given up at once: somebody floods it. */
const mostWaiting = 1_000;
const atOnce = 4;

/**
 * In memory only: a link in a table would be a link that others can read. What a restart forgets is
 * asked for again.
 */
export function startMailQueue(
  server: Pick<MailServer, 'send'>,
  log: Log,
  waits: readonly number[] = usualWaits,
): MailQueue {
  const waiting: { mail: Mail; after: ((sent: boolean) => Promise<unknown>) | undefined }[] = [];
  const ending = new AbortController();
  let working = 0;

  const work = async () => {
    for (let next = waiting.shift(); next; next = waiting.shift()) {
      const sent = await send(next.mail);
      await next.after?.(sent).catch((error) => log.warn({ error }, 'mail state not stored'));
    }
  };
  const send = async (mail: Mail): Promise<boolean> => {
    for (const wait of [0, ...waits]) {
      try {
        await sleep(wait, undefined, { signal: ending.signal });
        await server.send(mail);
        return true;
      } catch (error) {
        if (ending.signal.aborted) return false;
        // Without the address and the text: they are personal, and the link is secret.
        log.warn({ reason: reasonOf(error) }, 'mail failed');
      }
    }
    return false;
  };
  return {
    add(mail, after) {
      if (waiting.length >= mostWaiting) {
        log.warn({ waiting: waiting.length }, 'mail given up');
        void after?.(false).catch(() => undefined);
        return;
      }
      waiting.push({ mail, after });
      if (working >= atOnce) return;
      working += 1;
      void work().finally(() => {
        working -= 1;
      });
    },
    stop() {
      waiting.length = 0;
      ending.abort();
    },
  };
}

/** A server's own words may repeat the mail; its code does not. */
function reasonOf(error: unknown): string {
  const { code, responseCode } = error as { code?: string; responseCode?: number };
  return [code, responseCode].filter(Boolean).join(' ') || 'unknown';
}
