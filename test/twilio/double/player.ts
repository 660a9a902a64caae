/** Plays TwiML in real time: sounds, keys, and rooms of two calls. */
import { setTimeout as sleep } from 'node:timers/promises';
import { decodeWav } from '../../../src/domain/sound/wav.ts';
import { about, isOver, type Line } from './call.ts';
import { readTwiml, type Verb } from './twiml.ts';
import type { Webhooks } from './webhooks.ts';

/** For all the calls of a double, as they meet in its rooms. */
export class TwimlPlayer {
  readonly #hooks: Webhooks;
  readonly #end: (line: Line, status: string) => void;
  readonly #rooms = new Map<string, Set<Line>>();

  /** @param end ends a call */
  constructor(hooks: Webhooks, end: (line: Line, status: string) => void) {
    this.#hooks = hooks;
    this.#end = end;
  }

  /** Ends early when the line ends or gets a new instruction. */
  async wait(line: Line, ms: number, also?: AbortSignal): Promise<void> {
    const signals = [line.now.signal, line.over.signal, ...(also ? [also] : [])];
    const signal = AbortSignal.any(signals);
    await sleep(ms, undefined, { signal }).catch(() => {});
  }

  async ask(line: Line, url: string, more: Record<string, string> = {}): Promise<Verb[]> {
    const { signal } = line.now;
    const response = await this.#hooks.post(url, { ...about(line.call), ...more });
    if (signal.aborted || line.over.signal.aborted) return [];
    if (response.status !== 200 || !response.type.startsWith('text/xml')) {
      throw new Error(`11200: ${url} returned ${response.status} ${response.type}`);
    }
    return readTwiml(response.body);
  }

  async #play(line: Line, verb: Verb, also?: AbortSignal): Promise<void> {
    const { call } = line;
    const begun = line.now.signal;
    const response = await fetch(verb.text).catch(() => undefined);
    // A sound that cannot be fetched is skipped.
    if (response?.status !== 200) return;
    const { samples } = decodeWav(new Uint8Array(await response.arrayBuffer()));
    const loop = Number(verb.attributes.loop ?? 1);
    for (let times = 0; times < loop; times += 1) {
      if (begun.aborted || line.over.signal.aborted || also?.aborted) return;
      const at = performance.now();
      const heard = { what: verb.text, at, ms: 0 };
      call.heard.push(heard);
      this.#pressDuring(line, verb.text);
      await this.wait(line, (samples.length * 1_000) / 8_000, also);
      heard.ms = performance.now() - at;
    }
  }

  #pressDuring(line: Line, sound: string): void {
    const { keyDuring } = line.callee;
    if (!keyDuring || !sound.includes(keyDuring.sound)) return;
    line.callee = { ...line.callee, keyDuring: undefined };
    setTimeout(() => this.press(line, keyDuring.key), keyDuring.after);
  }

  #pressFirst(line: Line): void {
    const { keys = [] } = line.callee;
    line.callee = { ...line.callee, keys: undefined };
    for (const { after, key } of keys) setTimeout(() => this.press(line, key), after);
  }

  press(line: Line, key: string): void {
    if (isOver(line.call) || line.call.status !== 'in-progress') return;
    line.call.pressed.push({ key, at: performance.now() });
    line.press?.(key);
  }

  async #gather(line: Line, verb: Verb): Promise<Verb[] | undefined> {
    const keyed = new AbortController();
    let key: string | undefined;
    const press = (pressed: string) => {
      key ??= pressed;
      keyed.abort();
    };
    line.press = press;
    this.#pressFirst(line);
    for (const one of verb.inside) {
      if (one.name === 'Play') await this.#play(line, one, keyed.signal);
      else await this.wait(line, Number(one.attributes.length ?? 1) * 1_000, keyed.signal);
    }
    if (key === undefined) {
      await this.wait(line, Number(verb.attributes.timeout ?? 5) * 1_000, keyed.signal);
    }
    // Another one may listen by now.
    if (line.press === press) line.press = undefined;
    if (key === undefined || isOver(line.call) || line.now.signal.aborted) return undefined;
    return this.ask(line, verb.attributes.action ?? '', { Digits: key });
  }

  async #confer(line: Line, [conference]: Verb[]): Promise<void> {
    const room = conference?.text ?? '';
    const inside = this.#rooms.get(room) ?? new Set<Line>();
    this.#rooms.set(room, inside);
    inside.add(line);
    const at = performance.now();
    const heard = { what: `room ${room} with ${inside.size}`, at, ms: 0 };
    line.call.heard.push(heard);
    for (const other of inside) {
      if (other !== line) other.call.heard.push({ ...heard });
    }
    await this.wait(line, 24 * 3_600_000);
    inside.delete(line);
    // When one leaves, the room ends for the other: the next verb comes.
    for (const other of inside) other.now.abort('left');
  }

  async #run(line: Line, verbs: Verb[]): Promise<void> {
    const { signal } = line.now;
    for (const verb of verbs) {
      if (line.over.signal.aborted || signal.aborted) return;
      let next: Verb[] | undefined;
      if (verb.name === 'Play') await this.#play(line, verb);
      else if (verb.name === 'Pause')
        await this.wait(line, Number(verb.attributes.length ?? 1) * 1_000);
      else if (verb.name === 'Gather') next = await this.#gather(line, verb);
      else if (verb.name === 'Redirect') next = await this.ask(line, verb.text);
      else if (verb.name === 'Hangup') return this.#end(line, 'completed');
      else if (verb.name === 'Dial') {
        await this.#confer(line, verb.inside);
        if (line.now.signal.reason === 'left') return this.#end(line, 'completed');
      }
      if (next) return this.#run(line, next);
    }
    if (!line.over.signal.aborted && !signal.aborted) this.#end(line, 'completed');
  }

  execute(line: Line, verbs: () => Promise<Verb[]>): void {
    line.now.abort();
    line.now = new AbortController();
    const mine = line.now.signal;
    verbs()
      .then((found) => (mine.aborted ? undefined : this.#run(line, found)))
      // An application error ends the call.
      .catch(() => this.#end(line, 'completed'));
  }
}
