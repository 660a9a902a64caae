import { useSyncExternalStore } from 'react';
import { type SessionRecord, sessionRecord } from '../../contract/session.ts';

/** The documents' local storage key of the stored login record. */
const storageKey = 'user';

let current = read();
/** True from a 401 until the next sign-in: the user then returns to where he was. */
let interrupted = false;
const listeners = new Set<() => void>();

function read(): SessionRecord | undefined {
  const stored = localStorage.getItem(storageKey);
  if (stored === null) return undefined;
  try {
    return sessionRecord.parse(JSON.parse(stored));
  } catch {
    return undefined;
  }
}

function change(next: SessionRecord | undefined): void {
  current = next;
  for (const listener of listeners) listener();
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

// Signing out in one tab signs out the others.
addEventListener('storage', (event) => {
  if (event.key === storageKey || event.key === null) change(read());
});

export function currentSession(): SessionRecord | undefined {
  return current;
}

export function useSession(): SessionRecord | undefined {
  return useSyncExternalStore(subscribe, currentSession);
}

/** The signed-in manager; only for parts that are drawn inside the frame. */
export function useManager(): SessionRecord {
  const session = useSession();
  if (!session) throw new Error('This part is shown to signed-in managers only.');
  return session;
}

/** Stores the record. Answers whether a session had been cut off, so that the place is kept. */
export function signIn(record: SessionRecord): { resumes: boolean } {
  localStorage.setItem(storageKey, JSON.stringify(record));
  const resumes = interrupted;
  interrupted = false;
  change(record);
  return { resumes };
}

/** Removes the stored record. `cutOff` says that the server ended the session, not the user. */
export function signOut(options: { cutOff?: boolean } = {}): void {
  localStorage.removeItem(storageKey);
  interrupted = options.cutOff ?? false;
  change(undefined);
}
