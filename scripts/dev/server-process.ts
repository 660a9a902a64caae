import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';

export interface ServerProgram {
  /** What Node runs. */
  args: string[];
  env: NodeJS.ProcessEnv;
  /** For the person at the terminal. */
  note(line: string): void;
}

/** A stop that takes longer is asked for again: the second time calls in progress are not waited for. */
const hurryAfter = 2_000;

/** One running server, which a restart replaces by one of the sources as they are then. */
export class ServerProcess {
  readonly #program: ServerProgram;
  #child: ChildProcess | undefined;
  /** Restarts one after the other; changes during one are all in the next. */
  #change: Promise<void> | undefined;
  #ready: Promise<boolean> = Promise.resolve(false);
  #stopped = false;

  constructor(program: ServerProgram) {
    this.#program = program;
  }

  /**
   * @param show whether what it prints at its start is shown
   * @returns whether it runs; false when it ended instead
   */
  start(show = true): Promise<boolean> {
    const { args, env, note } = this.#program;
    // By the channel it notices when we were killed.
    const child = spawn(process.execPath, args, {
      env,
      stdio: ['inherit', 'pipe', 'inherit', 'ipc'],
    });
    this.#child = child;
    const { promise, resolve } = Promise.withResolvers<boolean>();
    // All that it prints there is the block that says that it runs.
    child.stdout?.on('data', (text) => {
      if (show) process.stdout.write(text);
      resolve(true);
    });
    child.once('exit', (code, signal) => {
      resolve(false);
      if (this.#child === child) this.#child = undefined;
      if (this.#change || this.#stopped) return;
      note(`The server ended (${signal ?? `exit code ${code}`}). The next change starts it again.`);
    });
    this.#ready = promise;
    return promise;
  }

  /** Resolves when requests are taken, or when there is no server that could. */
  async ready(): Promise<void> {
    await this.#change;
    await this.#ready;
  }

  /** In an orderly way: campaigns are handed back and the embedded PostgreSQL is stopped. */
  async restart(): Promise<void> {
    if (this.#stopped || this.#change) return this.#change;
    const began = performance.now();
    this.#change = this.#end();
    await this.#change;
    this.#change = undefined;
    if (this.#stopped || !(await this.start(false))) return;
    const seconds = ((performance.now() - began) / 1000).toFixed(1);
    this.#program.note(`The server runs with the change after ${seconds} s.`);
  }

  async stop(): Promise<void> {
    this.#stopped = true;
    await this.#change;
    await this.#end();
  }

  async #end(): Promise<void> {
    const child = this.#child;
    if (!child) return;
    const ended = once(child, 'exit');
    child.kill('SIGTERM');
    const again = setTimeout(() => child.kill('SIGTERM'), hurryAfter);
    await ended;
    clearTimeout(again);
  }
}
