import { onManagerChange } from '../lib/manager-change.ts';
import { createStore } from '../lib/store.ts';

export interface Notice {
  /** A plain sentence: "Export is ready: 48,213 call records." */
  text: string;
  /** A link to the result. */
  link?: { label: string; href: string };
  /** Or something to do with the result: "Download". */
  action?: { label: string; onSelect: () => void };
  tone?: 'plain' | 'danger';
}

interface ShownNotice extends Notice {
  id: number;
}

/** Milliseconds. One with a link has to be read and reached. */
const stay = 8_000;
const stayWithLink = 15_000;
/** How soon to look again whether a notice may go. */
const again = 2_000;
const most = 4;

const notices = createStore<readonly ShownNotice[]>([]);
let lastId = 0;

// What was said to one manager is not for the next at the same screen.
onManagerChange(() => notices.set([]));

export const useNotices = notices.use;

export function closeNotice(id: number): void {
  notices.set(notices.get().filter((notice) => notice.id !== id));
}

/** Takes away what offers the screen at `path`: whoever is there needs no way to it. */
export function closeNoticesTo(path: string): void {
  notices.set(notices.get().filter(({ link }) => link?.href !== path));
}

/**
 * Shows a notice at the foot of the page. It goes by itself, but not while nobody can have seen it
 * (the tab is hidden) nor from under a pointer or the focus; one of danger stays until closed.
 */
export function notify(notice: Notice): void {
  lastId += 1;
  const id = lastId;
  notices.set([...notices.get(), { ...notice, id }].slice(-most));
  if (notice.tone !== 'danger') closeLater(id, notice.link || notice.action ? stayWithLink : stay);
}

function closeLater(id: number, wait: number): void {
  setTimeout(() => {
    if (document.hidden || isAttended()) closeLater(id, again);
    else closeNotice(id);
  }, wait);
}

function isAttended(): boolean {
  return document.querySelector('[data-notice]:is(:hover, :focus-within)') !== null;
}
