/** The time of an Asterisk's machine: every response of its HTTP server has a Date. */
import { realMs } from '#domain/milliseconds.ts';
import type { CarrierSurroundings } from '../kind.ts';
import { ariFetch } from './ari-fetch.ts';
import type { AriAddress } from './ari-link.ts';

const askEvery = realMs(30_000);
const within = realMs(2_000);

type Around = Pick<CarrierSurroundings, 'name' | 'reportDate'>;

/** Never throws: the link reports disconnected nodes. */
export async function askDate(
  address: Omit<AriAddress, 'app'>,
  { name, reportDate }: Around,
): Promise<void> {
  const asked = realMs(performance.now());
  try {
    const response = await ariFetch(address, 'asterisk/ping', within);
    const responded = realMs(performance.now());
    reportDate?.(`${name} ${address.url}`, {
      date: response.headers.get('date'),
      asked,
      responded,
    });
    await response.body?.cancel();
  } catch {
    // The next attempt follows soon.
  }
}

export function watchDate(address: Omit<AriAddress, 'app'>, around: Around): { stop(): void } {
  void askDate(address, around);
  const timer = setInterval(() => void askDate(address, around), askEvery);
  timer.unref();
  return { stop: () => clearInterval(timer) };
}
