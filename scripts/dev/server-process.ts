import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';

export interface ServerProgram {
  /** The arguments of Node. */
  args: string[];
  env: NodeJS.ProcessEnv;
  /** Prints a line on the terminal. */
  note(line: string): void;
}

/** When the signal is sent again, so that the server stops waiting for calls in progress. */
const hurryAfter = 2_000;

/** A running server; a restart replaces it with one from the current sources. */
export class ServerProcess {
  readonly #program: ServerProgram;
  #child: ChildProcess | undefined;
  /** Restarts run one after the other; the next one includes all changes made meanwhile. */
  #change: Promise<void> | undefined;
  #ready: Promise<boolean> = Promise.resolve(false);
  #stopped = false;

  constructor(program: ServerProgram) {
    this.#program = program;
  }

  /**
   * @param show whether to show what it prints at its start
   * @returns whether it is running; false if it ended instead
   */
  start(show = true): Promise<boolean> {
    const { args, env, note } = this.#program;
    // By the channel it notices if this process is killed.
    const child = spawn(process.execPath, args, {
      env,
      stdio: ['inherit', 'pipe', 'inherit', 'ipc'],
    });
    this.#child = child;
    const { promise, resolve } = Promise.withResolvers<boolean>();
    // It only prints on standard output once it is running.
    child.stdout?.on('data', (text) => {
      if (show) process.stdout.write(text);
      resolve(true);
    });
    child.once('exit', (code, signal) => {
      resolve(false);
      if (this.#child === child) this.#child = undefined;
      if (this.#change || this.#stopped) return;
      note(`The server ended (${signal ?? `exit code ${code}`}). It restarts at the next change.`);
    });
    this.#ready = promise;
    return promise;
  }

  /** Resolves when the server accepts requests, or when there is none. */
  async ready(): Promise<void> {
    await this.#change;
    await this.#ready;
  }

  /** Stops in order: the server releases its campaigns and stops the embedded PostgreSQL. */
  async restart(): Promise<void> {
    if (this.#stopped || this.#change) return this.#change;
    const began = performance.now();
    this.#change = this.#end();
    await this.#change;
    this.#change = undefined;
    if (this.#stopped || !(await this.start(false))) return;
    const seconds = ((performance.now() - began) / 1000).toFixed(1);
    this.#program.note(`The server restarted with the change in ${seconds} s.`);
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
