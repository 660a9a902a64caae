import { createStore } from '../lib/store.ts';

export interface Notice {
  /** A plain sentence: «Export is ready: 48,213 call records.» */
  text: string;
  /** A link to the result. */
  link?: { label: string; href: string };
  tone?: 'plain' | 'danger';
}

interface ShownNotice extends Notice {
  id: number;
}

/** Milliseconds; a notice that asks for something stays until it is closed. */
const stay = 8_000;
const most = 4;

const notices = createStore<readonly ShownNotice[]>([]);
let lastId = 0;

export const useNotices = notices.use;

export function closeNotice(id: number): void {
  notices.set(notices.get().filter((notice) => notice.id !== id));
}

/** Shows a notice at the foot of the page; it stays 8 seconds, one with a link until closed. */
export function notify(notice: Notice): void {
  lastId += 1;
  const id = lastId;
  notices.set([...notices.get(), { ...notice, id }].slice(-most));
  if (!notice.link && notice.tone !== 'danger') setTimeout(() => closeNotice(id), stay);
}
