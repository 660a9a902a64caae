import { createStore } from './store.ts';

/** One piece of work that outlives its screen: an upload, an import, an export. */
export interface LongWork {
  id: string;
  /** What is worked on: "harbor_statements.csv". */
  title: string;
  /** What happens now: "Loading 25,548 of 41,208 rows". */
  doing: string;
  /** 0 to 1; undefined while unknown. */
  share?: number | undefined;
  /** Real milliseconds since the epoch, for the time left. */
  startedAt: number;
  /** Path of the screen that it belongs to. */
  href: string;
  /** Of an upload, once the server has made its list. */
  callListId?: number | undefined;
  cancel?: (() => void) | undefined;
}

const works = createStore<readonly LongWork[]>([]);

export const useLongWorks = works.use;

/** The work of that id, for a screen that is opened again while it goes on. */
export function useLongWork(id: string): LongWork | undefined {
  return works.use().find((work) => work.id === id);
}

/** Publishes a piece of work or replaces what is known of it. */
export function publishWork(work: Omit<LongWork, 'startedAt'>): void {
  const before = works.get().find((other) => other.id === work.id);
  const next = { ...work, startedAt: before?.startedAt ?? Date.now() };
  works.set(
    before
      ? works.get().map((other) => (other.id === work.id ? next : other))
      : [...works.get(), next],
  );
}

/** Takes it from the top bar; say its result with `notify`. */
export function endWork(id: string): void {
  works.set(works.get().filter((work) => work.id !== id));
}

/** "2 min left"; undefined while too early to say. */
export function timeLeft(work: LongWork, now: number): string | undefined {
  const duration = durationLeft(work, now);
  return duration && `${duration} left`;
}

/** "2 min", from the share done and the time taken; undefined while too early to say. */
export function durationLeft(work: LongWork, now: number): string | undefined {
  const taken = now - work.startedAt;
  if (work.share === undefined || work.share < 0.02 || taken < 2_000) return undefined;
  const seconds = Math.ceil((taken * (1 - work.share)) / work.share / 1_000);
  if (seconds < 60) return `${seconds} s`;
  return `${Math.ceil(seconds / 60)} min`;
}
