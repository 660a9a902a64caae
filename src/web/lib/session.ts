import { useSyncExternalStore } from 'react';
import { type SessionRecord, sessionRecord } from '#contract/session.ts';

/** The documents' local storage key of the stored login record. */
const storageKey = 'user';

let current = read();
/** The manager whom a 401 signed out, kept across reloads until the next sign-in, which resumes. */
const cutOffKey = 'signedOutByServer';
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

/** Calls the listener at each change of the stored record, before anything is rendered again. */
export function onSessionChange(listener: () => void): () => void {
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
  return useSyncExternalStore(onSessionChange, currentSession);
}

/** Ends a session whose stored record was removed: the user must sign in (document 1). */
export function keepToStoredRecord(): void {
  if (current && read() === undefined) signOut();
}

/** The signed-in manager; only for parts that are drawn inside the frame. */
export function useManager(): SessionRecord {
  const session = useSession();
  if (!session) throw new Error('Log in to see this page.');
  return session;
}

/** The server ended the session, not the user, so a sign-in resumes on the same screen. */
export function wasCutOff(): boolean {
  return sessionStorage.getItem(cutOffKey) !== null;
}

/**
 * Stores the record. Returns whether a session of this manager had been cut off, which keeps the
 * address; that of another manager may show data that this one must not see.
 */
export function signIn(record: SessionRecord): { resumes: boolean } {
  localStorage.setItem(storageKey, JSON.stringify(record));
  const resumes = sessionStorage.getItem(cutOffKey) === whoseOf(record);
  sessionStorage.removeItem(cutOffKey);
  change(record);
  return { resumes };
}

/** Updates the stored record after the signed-in manager changed the name or username. */
export function renameSession(names: Pick<SessionRecord, 'name' | 'userName'>): void {
  if (!current) return;
  const record = { ...current, ...names };
  localStorage.setItem(storageKey, JSON.stringify(record));
  change(record);
}

/** Removes the stored record. `cutOff` says that the server ended the session, not the user. */
export function signOut(options: { cutOff?: boolean } = {}): void {
  localStorage.removeItem(storageKey);
  if (options.cutOff && current) sessionStorage.setItem(cutOffKey, whoseOf(current));
  else sessionStorage.removeItem(cutOffKey);
  change(undefined);
}

function whoseOf({ clientId, id }: SessionRecord): string {
  return `${clientId}-${id}`;
}
