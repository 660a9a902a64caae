/**
 * Ids that are made by chance, as the engines' are, made by a seed: rows lie in indexes by them. Only for
 * a process of its own.
 */
import crypto from 'node:crypto';
import { syncBuiltinESMExports } from 'node:module';

/** From now on `randomUUID` gives one id after the other of this seed. */
export function takeOverIds(seed: string): void {
  let made = 0;
  const randomUUID: typeof crypto.randomUUID = () => {
    made += 1;
    const hex = crypto.createHash('sha256').update(`${seed}/${made}`).digest('hex');
    const [a, b, c, d, e] = [0, 8, 13, 17, 20].map((at) => hex.slice(at));
    return `${a?.slice(0, 8)}-${b?.slice(0, 4)}-4${c?.slice(0, 3)}-8${d?.slice(0, 3)}-${e?.slice(0, 12)}`;
  };
  Object.assign(crypto, { randomUUID });
  syncBuiltinESMExports();
}
