import type { SessionEnd } from '#web/lib/session.ts';

const minute = 60_000;
/** From here on the person was away, and the session was not ended by somebody. */
const long = 30 * minute;

/** Why the page asks for the password, and that nothing is lost. */
export function endSentence({ how, lastGood }: SessionEnd, unsaved: boolean, now = Date.now()) {
  const kept = unsaved
    ? 'Everything you typed is still here.'
    : 'The page is still as you left it.';
  return `${whatHappened(how, now - lastGood)} ${kept}`;
}

function whatHappened(how: SessionEnd['how'], away: number): string {
  if (how === 'elsewhere') return 'You were logged out in another tab.';
  return away < long ? 'Your session has ended.' : `You were away for ${inWords(away)}.`;
}

/** "45 minutes", "13 hours", "2 days". */
function inWords(time: number): string {
  const minutes = Math.round(time / minute);
  if (minutes < 90) return `${minutes} minutes`;
  const hours = Math.round(minutes / 60);
  return hours < 48 ? `${hours} hours` : `${Math.round(hours / 24)} days`;
}
