/**
 * Has sounds made while the carrier finds out who answered. Whether that works shows when they are
 * played: then the carrier fetches them itself.
 */
export function prepareSounds(addresses: readonly string[] = []): void {
  for (const address of addresses) {
    const options = { method: 'HEAD', signal: AbortSignal.timeout(10_000) };
    void fetch(address, options).catch(() => {});
  }
}
