/** Asks again and again until there is an answer; throws after `seconds`. */
export async function until<T>(
  ask: () => Promise<T | undefined> | T | undefined,
  seconds = 30,
): Promise<T> {
  const end = performance.now() + seconds * 1000;
  for (;;) {
    const answer = await ask();
    if (answer !== undefined) return answer;
    if (performance.now() > end) throw new Error(`Nothing after ${seconds} seconds.`);
    await new Promise((resolve) => setTimeout(resolve, 25));
  }
}
