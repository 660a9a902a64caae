import { currentSession, onSessionChange } from './session.ts';

/**
 * Calls the listener when the tab no longer belongs to the same manager: a log-out here or in
 * another tab, an ended session, or another manager's sign-in. Renaming the manager does not count.
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
