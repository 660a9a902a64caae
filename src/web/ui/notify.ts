import { onManagerChange } from '../lib/manager-change.ts';
import { createStore } from '../lib/store.ts';

export interface Notice {
  /** A plain sentence: "Export is ready: 48,213 call records." */
  text: string;
  /** A link to the result. */
  link?: { label: string; href: string; search?: Record<string, string | number> };
  /** Or something to do with the result: "Download". */
  action?: { label: string; onSelect: () => void };
  tone?: 'plain' | 'danger';
}

interface ShownNotice extends Notice {
  id: number;
}

/** Milliseconds. A notice with a link stays longer, so that it can be reached. */
const stay = 8_000;
const stayWithLink = 15_000;
/** Milliseconds before checking again whether a notice may close. */
const recheckAfter = 2_000;
const most = 4;

const notices = createStore<readonly ShownNotice[]>([]);
let lastId = 0;

// The notices of one manager are not for the next one at the same screen.
onManagerChange(() => notices.set([]));

export const useNotices = notices.use;

export function closeNotice(id: number): void {
  notices.set(notices.get().filter((notice) => notice.id !== id));
}

/** Closes the notices that link to `path` and nothing on it: that screen is already open. */
export function closeNoticesTo(path: string): void {
  notices.set(notices.get().filter(({ link }) => link?.href !== path || link.search));
}

/**
 * Shows a notice at the foot of the page. It closes by itself, but not while the tab is hidden or
 * the pointer or focus is on it; one with the danger tone stays until closed.
 */
export function notify(notice: Notice): void {
  lastId += 1;
  const id = lastId;
  notices.set([...notices.get(), { ...notice, id }].slice(-most));
  if (notice.tone !== 'danger') closeLater(id, notice.link || notice.action ? stayWithLink : stay);
}

function closeLater(id: number, wait: number): void {
  setTimeout(() => {
    if (document.hidden || isAttended()) closeLater(id, recheckAfter);
    else closeNotice(id);
  }, wait);
}

function isAttended(): boolean {
  return document.querySelector('[data-notice]:is(:hover, :focus-within)') !== null;
}
