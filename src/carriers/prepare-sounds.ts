/**
 * Requests sounds so that they are made while the carrier finds out who answered. A failure does
 * not matter: the carrier fetches them itself when they are played.
 */
export function prepareSounds(addresses: readonly string[] = []): void {
  for (const address of addresses) {
    const options = { method: 'HEAD', signal: AbortSignal.timeout(10_000) };
    void fetch(address, options).catch(() => {});
  }
}
