/** Engines in processes of their own, started and killed together; they share a data folder. */
import { type ChildProcessWithoutNullStreams, spawn } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import type { ChaosEngineSettings } from './chaos-engine.ts';
import type { Site } from './site.ts';

export interface RewindEngines {
  /** This number is at work when it returns; those that live go on. */
  start(count: number): Promise<void>;
  /** kill -9 of all. */
  kill(): Promise<void>;
}

type Wish = Pick<ChaosEngineSettings, 'speed' | 'start' | 'leaseSeconds'> & {
  dataFolder: string | undefined;
};

const childFile = fileURLToPath(new URL('./chaos-engine.ts', import.meta.url));

export function createRewindEngines(site: Site, { dataFolder, ...wish }: Wish): RewindEngines {
  const children = new Set<ChildProcessWithoutNullStreams>();
  let lives = 0;

  async function startOne(): Promise<void> {
    lives += 1;
    const settings: ChaosEngineSettings = {
      ...{ ...wish, url: site.url, folder: site.folder, life: lives },
      ...(dataFolder !== undefined && { dataFolder }),
      ...{ markAfterCall: false, oneTooMany: false, earlyAcknowledge: false, calm: true },
    };
    const child = spawn(process.execPath, [childFile, JSON.stringify(settings)], {
      stdio: ['pipe', 'pipe', 'pipe'],
    });
    child.stderr.resume();
    child.stdin.on('error', () => {});
    children.add(child);
    const ended = once(child, 'exit').then(() => void children.delete(child));
    const works = new Promise<void>((resolve) => {
      child.stdout.on('data', (text) => {
        if (String(text).includes('works')) resolve();
      });
    });
    child.stdin.write('go\n');
    await Promise.race([works, ended]);
  }

  return {
    async start(count) {
      // One that finds the database away ends, and is followed by the next.
      for (let tries = 0; children.size < count && tries < 20; tries += 1) await startOne();
    },
    async kill() {
      const all = [...children];
      await Promise.all(
        all.map(async (child) => {
          const ended = once(child, 'exit');
          child.kill('SIGKILL');
          await ended;
        }),
      );
    },
  };
}
