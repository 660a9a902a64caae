/** Asks again and again until there is a value; throws after `seconds`. */
export async function until<T>(
  ask: () => Promise<T | undefined> | T | undefined,
  seconds = 30,
): Promise<T> {
  const end = performance.now() + seconds * 1000;
  for (;;) {
    const value = await ask();
    if (value !== undefined) return value;
    if (performance.now() > end) throw new Error(`Nothing after ${seconds} seconds.`);
    await new Promise((resolve) => setTimeout(resolve, 25));
  }
}
