/** Two engines at once, each killed after a short life and followed by the next. */
import { type ChildProcess, type ChildProcessWithoutNullStreams, spawn } from 'node:child_process';
import { once } from 'node:events';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { seededRandom } from '../../src/domain/random.ts';
import type { ChaosEngineSettings } from './chaos-engine.ts';
import { countInFlight } from './in-flight.ts';
import type { Site } from './site.ts';

interface Child {
  child: ChildProcessWithoutNullStreams;
  ended: Promise<unknown>;
  loaded: Promise<unknown>;
  /** Dies at a statement, or after a submission. */
  byItself: boolean;
}

type Wish = Omit<ChaosEngineSettings, 'url' | 'folder' | 'life' | 'dieAt'>;

const childFile = fileURLToPath(new URL('./chaos-engine.ts', import.meta.url));
const slots = 2;
/** Real ms for each second of a lease: a life that ends sooner has no time for a call. */
const longestLifePerSecond = 4_000;
/** Statements of a life, more or less; it can die at each. */
const deepest = 400;
const mostSubmissions = 4;

export class EngineSlots {
  readonly #site: Site;
  readonly #wish: Wish;
  readonly #killEvery: number | undefined;
  readonly #random = seededRandom('chaos');
  readonly #children = new Set<ChildProcess>();
  #kills = 0;
  #cuts = 0;
  #lives = 0;
  #closed = false;
  #mostInTheAir = 0;
  #inFlightAtKills = 0;

  /** @param killEvery real ms: one engine lives on, and the other is killed so often, and nothing else */
  constructor(site: Site, wish: Wish, killEvery?: number) {
    this.#site = site;
    this.#wish = wish;
    this.#killEvery = killEvery;
  }

  /** Kills until it is enough; leaves two engines at work. */
  async run(isEnough: () => boolean): Promise<void> {
    if (this.#killEvery !== undefined) {
      void this.#keepOne();
      await this.#killOneAfterAnother(isEnough, this.#killEvery);
      return;
    }
    await Promise.all(Array.from({ length: slots }, () => this.#killOneAfterAnother(isEnough)));
  }

  kills(): number {
    return this.#kills;
  }

  cuts(): number {
    return this.#cuts;
  }

  /** The most attempts that were in flight when an engine was killed. */
  mostInTheAir(): number {
    return this.#mostInTheAir;
  }

  /** The attempts that were in flight at the kills, all together. */
  inFlightAtKills(): number {
    return this.#inFlightAtKills;
  }

  async close(): Promise<void> {
    this.#closed = true;
    for (const child of this.#children) child.kill('SIGKILL');
  }

  async #killOneAfterAnother(isEnough: () => boolean, every?: number): Promise<void> {
    const longestLife = this.#wish.leaseSeconds * longestLifePerSecond;
    const prepare = () => this.#prepare(every === undefined);
    let next = prepare();
    while (!isEnough()) {
      const one = next;
      await this.#letLive(one);
      next = prepare();
      const life = every ?? (one.byItself ? longestLife : this.#random.between(1, longestLife));
      await Promise.race([one.ended, sleep(life)]);
      const inFlight = await this.#countInFlight();
      this.#mostInTheAir = Math.max(this.#mostInTheAir, inFlight);
      this.#inFlightAtKills += inFlight;
      one.child.kill('SIGKILL');
      await one.ended;
      this.#kills += 1;
    }
    next.child.kill('SIGKILL');
    void this.#keepOne();
  }

  /** 0 while the database is away. */
  #countInFlight(): Promise<number> {
    return countInFlight(this.#site.db, this.#site.clientId).catch(() => 0);
  }

  /** At the end: one that is not killed, and another one should the database be away at its start. */
  async #keepOne(): Promise<void> {
    while (!this.#closed) {
      const one = this.#prepare(false);
      await this.#letLive(one);
      await one.ended;
    }
  }

  /** Children load while their predecessor works, so that a kill is followed by work at once. */
  #prepare(mortal = true): Child {
    this.#lives += 1;
    const life = this.#lives;
    // Every other life ends at a statement, or after a submission.
    const byItself = mortal && life % 2 === 0;
    const settings: ChaosEngineSettings = {
      ...this.#wish,
      url: this.#site.url,
      folder: this.#site.folder,
      life,
      calm: this.#wish.calm || !mortal,
      dieAt: byItself ? deathOf(life) : undefined,
    };
    const child = spawn(process.execPath, [childFile, JSON.stringify(settings)], {
      stdio: ['pipe', 'pipe', 'pipe'],
    });
    // One that starts while the database is down says so and ends.
    child.stderr.resume();
    this.#children.add(child);
    child.stdin.on('error', () => {});
    const ended = once(child, 'exit').then(() => this.#children.delete(child));
    const loaded = Promise.race([once(child.stdout, 'data'), ended]);
    return { child, ended, loaded, byItself };
  }

  /** Resolves when the engine is at work, or has died on its way there. */
  async #letLive({ child, ended, loaded }: Child): Promise<void> {
    await loaded;
    const works = new Promise<void>((resolve) => {
      child.stdout.on('data', (text) => {
        this.#cuts += String(text).split('cut').length - 1;
        if (String(text).includes('works')) resolve();
      });
    });
    child.stdin.write('go\n');
    await Promise.race([works, ended]);
  }
}

function deathOf(life: number): ChaosEngineSettings['dieAt'] {
  // Each a step further than the last.
  const statement = 1 + (Math.floor(life / 2) % deepest);
  // A wrong order of things shows between a submission and what comes next.
  const submission = 1 + (Math.floor(life / 4) % mostSubmissions);
  return life % 4 === 2 ? { submission } : { statement, after: life % 8 === 4 };
}
