import { useSyncExternalStore } from 'react';
import { type SessionRecord, sessionRecord } from '#contract/session.ts';
import { hasUnsaved } from './unsaved.ts';

/** The documents' local storage key of the stored login record. */
const storageKey = 'user';

let current = read();
/** The manager whom a 401 signed out, kept across reloads until the next sign-in, which resumes. */
const cutOffKey = 'signedOutByServer';
const listeners = new Set<() => void>();

/**
 * The session of the manager on this page ended, and the page waits for a sign-in over it.
 * `refused`: the server no longer accepts it; `elsewhere`: another tab logged out or changed hands.
 */
export interface SessionEnd {
  how: 'refused' | 'elsewhere';
  /** When the server last accepted it, real milliseconds since the epoch. */
  lastGood: number;
}
let end: SessionEnd | undefined;
/** The last time that the server accepted the current token on this page; 0 before the first. */
let lastGood = 0;
/** Grows with each sign-out and each change of manager: nothing of before is continued after it. */
let era = 0;

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
  if (!isSame(current, next)) era += 1;
  if (current?.bearerToken !== next?.bearerToken) lastGood = 0;
  current = next;
  end = undefined;
  announce();
}

function announce(): void {
  for (const listener of listeners) listener();
}

/** Calls the listener at each change of the stored record, before anything is rendered again. */
export function onSessionChange(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

// Signing out in one tab signs out the others; one in which something was typed keeps it and asks.
addEventListener('storage', (event) => {
  if (event.key !== storageKey && event.key !== null) return;
  followStored();
});

function followStored(): void {
  const next = read();
  if (current && !isSame(current, next) && hasUnsaved()) endHere('elsewhere');
  else change(next);
}

export function currentSession(): SessionRecord | undefined {
  return current;
}

export function useSession(): SessionRecord | undefined {
  return useSyncExternalStore(onSessionChange, currentSession);
}

export function sessionEnd(): SessionEnd | undefined {
  return end;
}

export function useSessionEnd(): SessionEnd | undefined {
  return useSyncExternalStore(onSessionChange, sessionEnd);
}

/** Two requests belong together while this is the same. */
export function sessionEra(): number {
  return era;
}

/** The server accepted this token just now. */
export function sessionWorks(token: string | undefined): void {
  if (token !== undefined && token === current?.bearerToken) lastGood = Date.now();
}

/**
 * The server refused the current token. A page that has worked with it stays as it is and asks for
 * the password; one that only begins, at a start of the console, leads to the sign-in screen.
 */
export function refuseSession(): void {
  // Another tab logged out or changed hands, and this page hears of that by the refusal first.
  if (current && !isSame(current, read())) followStored();
  else if (lastGood === 0) signOut({ cutOff: true });
  else endHere('refused');
}

function endHere(how: SessionEnd['how']): void {
  if (end?.how === how) return;
  end = { how, lastGood };
  announce();
}

/** Ends a session whose stored record was removed: the user must sign in (document 1). */
export function keepToStoredRecord(): void {
  if (current && !end && read() === undefined) signOut();
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
  sessionWorks(record.bearerToken);
  return { resumes };
}

/** Updates the stored record: after the manager changed the own names, or others the rights. */
export function updateSession(facts: Partial<SessionRecord>): void {
  // A record that was removed meanwhile stays removed.
  if (!current || read() === undefined) return;
  const { mustSetUpFactor, ...others } = { ...current, ...facts };
  // Document 2 has the record without it, and so has who need not set one up.
  const record = mustSetUpFactor ? { ...others, mustSetUpFactor } : others;
  localStorage.setItem(storageKey, JSON.stringify(record));
  change(record);
}

/** After a proof the session goes on under a new token, which works. */
export function renewToken({ bearerToken }: Pick<SessionRecord, 'bearerToken'>): void {
  updateSession({ bearerToken });
  sessionWorks(bearerToken);
}

/** Removes the stored record. `cutOff` says that the server ended the session, not the user. */
export function signOut(options: { cutOff?: boolean } = {}): void {
  localStorage.removeItem(storageKey);
  if (options.cutOff && current) sessionStorage.setItem(cutOffKey, whoseOf(current));
  else sessionStorage.removeItem(cutOffKey);
  change(undefined);
}

/** Gives up what the page holds: another tab's manager takes over, or else the sign-in screen. */
export function leaveEndedSession(): void {
  const stored = read();
  if (stored && !isSame(stored, current)) change(stored);
  else signOut({ cutOff: true });
}

function isSame(a: SessionRecord | undefined, b: SessionRecord | undefined): boolean {
  return a !== undefined && b !== undefined && whoseOf(a) === whoseOf(b);
}

function whoseOf({ clientId, id }: SessionRecord): string {
  return `${clientId}-${id}`;
}
