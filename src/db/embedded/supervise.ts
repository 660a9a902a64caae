import { setTimeout as sleep } from 'node:timers/promises';
import { isAlive } from './process-identity.ts';
import { type EmbeddedServer, startEmbedded } from './server.ts';

/** A server that is restarted when it dies. */
export interface SupervisedServer extends EmbeddedServer {
  /** Ends the watch and stops the server. */
  stop(): Promise<void>;
}

/**
 * Watches the embedded server while Carillon runs: when its process is gone (killed, out of
 * memory), it is started again on the same socket, and the pools find it there.
 *
 * @param notify called with each event, one sentence each
 * @param clock as of `startEmbedded`
 * @param connections as of `startEmbedded`
 */
export async function superviseEmbedded(
  dataFolder: string,
  notify: (sentence: string) => void,
  clock: Record<string, string> = {},
  connections = 0,
): Promise<SupervisedServer> {
  const options = { dataFolder, clock, connections };
  let server = await startEmbedded(options);
  const ended = new AbortController();
  const watch = (async () => {
    while (await pause(500, ended.signal)) {
      if (isAlive(server.pid)) continue;
      notify('PostgreSQL exited unexpectedly. Restarting it.');
      try {
        server = await startEmbedded(options);
        notify('PostgreSQL is running again.');
      } catch (error) {
        notify(`PostgreSQL could not be restarted: ${(error as Error).message}`);
        await pause(5000, ended.signal);
      }
    }
  })();
  return {
    ...server,
    async stop() {
      ended.abort();
      await watch;
      await server.stop();
    },
  };
}

/** False when the watch has ended. */
function pause(milliseconds: number, signal: AbortSignal): Promise<boolean> {
  return sleep(milliseconds, true, { signal }).catch(() => false);
}
