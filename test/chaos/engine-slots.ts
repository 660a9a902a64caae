/** Two engines at once, each killed after a short life and followed by the next. */
import { type ChildProcess, type ChildProcessWithoutNullStreams, spawn } from 'node:child_process';
import { once } from 'node:events';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { asClient } from '../../src/db/database.ts';
import { seededRandom } from '../../src/domain/random.ts';
import type { ChaosEngineSettings } from './chaos-engine.ts';
import type { Site } from './site.ts';

interface Child {
  child: ChildProcessWithoutNullStreams;
  ended: Promise<unknown>;
  loaded: Promise<unknown>;
  /** Dies at a statement, or after a hand-over. */
  byItself: boolean;
}

export interface EngineSlots {
  /** Kills until it is enough; leaves two engines at work. */
  run(isEnough: () => boolean): Promise<void>;
  kills(): number;
  cuts(): number;
  /** The most attempts that were open when an engine was killed. */
  mostInTheAir(): number;
  close(): Promise<void>;
}

type Wish = Omit<ChaosEngineSettings, 'url' | 'folder' | 'life' | 'dieAt'>;

const childFile = fileURLToPath(new URL('./chaos-engine.ts', import.meta.url));
const slots = 2;
/** Real ms for each second of a lease: a life that ends sooner has no time for a call. */
const longestLifePerSecond = 4_000;
/** Statements of a life, more or less; each is a place to die at. */
const deepest = 400;
const mostHandOvers = 4;

export function createEngineSlots(site: Site, wish: Wish): EngineSlots {
  const random = seededRandom('chaos');
  const longestLife = wish.leaseSeconds * longestLifePerSecond;
  const children = new Set<ChildProcess>();
  let kills = 0;
  let cuts = 0;
  let lives = 0;
  let closed = false;
  let inTheAir = 0;

  /** Children load while their predecessor works, so that a kill is followed by work at once. */
  function prepare(mortal = true): Child {
    lives += 1;
    const life = lives;
    // Every other life ends at a statement, each a step further than the last.
    const statement = 1 + (Math.floor(life / 2) % deepest);
    const byItself = mortal && life % 2 === 0;
    // Between a hand-over and whatever comes next is where a wrong order of things shows.
    const handOver = 1 + (Math.floor(life / 4) % mostHandOvers);
    const dieAt = life % 4 === 2 ? { handOver } : { statement, after: life % 8 === 4 };
    const settings: ChaosEngineSettings = {
      ...wish,
      url: site.url,
      folder: site.folder,
      life,
      calm: wish.calm || !mortal,
      dieAt: byItself ? dieAt : undefined,
    };
    const child = spawn(process.execPath, [childFile, JSON.stringify(settings)], {
      stdio: ['pipe', 'pipe', 'pipe'],
    });
    // One that starts while the database is down says so and ends.
    child.stderr.resume();
    children.add(child);
    child.stdin.on('error', () => {});
    const ended = once(child, 'exit').then(() => children.delete(child));
    const loaded = Promise.race([once(child.stdout, 'data'), ended]);
    return { child, ended, loaded, byItself };
  }

  /** Resolves when the engine is at work, or has died on its way there. */
  async function letLive({ child, ended, loaded }: Child): Promise<void> {
    await loaded;
    const works = new Promise<void>((resolve) => {
      child.stdout.on('data', (text) => {
        cuts += String(text).split('cut').length - 1;
        if (String(text).includes('works')) resolve();
      });
    });
    child.stdin.write('go\n');
    await Promise.race([works, ended]);
  }

  async function killOneAfterAnother(isEnough: () => boolean): Promise<void> {
    let next = prepare();
    while (!isEnough()) {
      const one = next;
      await letLive(one);
      next = prepare();
      await Promise.race([
        one.ended,
        sleep(one.byItself ? longestLife : random.between(1, longestLife)),
      ]);
      inTheAir = Math.max(inTheAir, await openAttempts());
      one.child.kill('SIGKILL');
      await one.ended;
      kills += 1;
    }
    next.child.kill('SIGKILL');
    void keepOne();
  }

  /** At the end: one that is not killed, and another one should the database be away at its start. */
  async function keepOne(): Promise<void> {
    while (!closed) {
      const one = prepare(false);
      await letLive(one);
      await one.ended;
    }
  }

  async function openAttempts(): Promise<number> {
    const { db, clientId } = site;
    const row = await asClient(db, clientId, (tx) =>
      tx.row<{ n: number }>('SELECT count(*)::int AS n FROM attempt WHERE finished_at IS NULL'),
    ).catch(() => undefined);
    return row?.n ?? 0;
  }

  return {
    async run(isEnough) {
      await Promise.all(Array.from({ length: slots }, () => killOneAfterAnother(isEnough)));
    },
    kills: () => kills,
    cuts: () => cuts,
    mostInTheAir: () => inTheAir,
    async close() {
      closed = true;
      for (const child of children) child.kill('SIGKILL');
    },
  };
}
