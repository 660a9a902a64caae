/** What the HTTP server of an Asterisk says of the time there. Whatever it answers has a Date. */
import type { CarrierSurroundings } from '../kind.ts';
import { type AriAddress, authorization } from './ari-link.ts';

/** Milliseconds. */
const askEvery = 30_000;
const within = 2_000;

type Around = Pick<CarrierSurroundings, 'name' | 'heardDate'>;

/** Never throws: that a node is away is told elsewhere. */
export async function askDate(
  address: Omit<AriAddress, 'app'>,
  { name, heardDate }: Around,
): Promise<void> {
  const asked = performance.now();
  try {
    const answer = await fetch(new URL('/ari/asterisk/ping', address.url), {
      headers: { authorization: authorization(address) },
      signal: AbortSignal.timeout(within),
    });
    const answered = performance.now();
    heardDate?.(`${name} ${address.url}`, { date: answer.headers.get('date'), asked, answered });
    await answer.body?.cancel();
  } catch {
    // Asked again soon.
  }
}

export function watchDate(address: Omit<AriAddress, 'app'>, around: Around): { stop(): void } {
  void askDate(address, around);
  const timer = setInterval(() => void askDate(address, around), askEvery);
  timer.unref();
  return { stop: () => clearInterval(timer) };
}
