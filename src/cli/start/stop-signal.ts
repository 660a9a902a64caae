/**
 * Waits until somebody asks this process to end: Ctrl-C, a signal, or the script that started us
 * being gone (then its channel closes). Later signals are taken and change nothing: npm passes
 * Ctrl-C on although the terminal has sent it already, and the shutdown must not be cut short.
 */
export function untilAskedToStop(): Promise<void> {
  return new Promise((resolve) => {
    for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const)
      process.on(signal, () => resolve());
    process.on('disconnect', resolve);
  });
}

/** Lets the process end: an open channel to the script would keep it. */
export function closeChannel(): void {
  if (process.connected) process.disconnect();
}
