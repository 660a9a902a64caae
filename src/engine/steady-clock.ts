/**
 * Real milliseconds that only go on: nobody puts this clock back, and it does not stand still while
 * the machine sleeps, as the machine's own steady clock does. Leases run out in the database meanwhile.
 */
export function steadyClock(
  steady = () => performance.now(),
  timeOfDay = () => Date.now(),
): () => number {
  let ahead = timeOfDay() - steady();
  let slept = 0;
  return () => {
    const before = ahead;
    ahead = timeOfDay() - steady();
    if (ahead - before > shortestSleep) slept += ahead - before;
    return steady() + slept;
  };
}

/** Less than that is the time of day being trimmed. */
const shortestSleep = 100;
