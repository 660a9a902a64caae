import { currentSession, onSessionChange } from './session.ts';

/**
 * Calls the listener when the tab no longer belongs to the manager to whom it belonged: he logged
 * out here or in another tab, his session was ended, or somebody else signed in. A new name of the
 * same manager is no such change.
 */
export function onManagerChange(listener: () => void): void {
  let before = currentSession()?.id;
  onSessionChange(() => {
    const now = currentSession()?.id;
    if (now === before) return;
    before = now;
    listener();
  });
}
