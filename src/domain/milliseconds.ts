/**
 * Real and simulated milliseconds. The simulation's clock may run many times faster than real time,
 * so the compiler keeps the two apart. Instants and durations have the same type, and a plain
 * number is neither. Sums are plain numbers again: `later` and `elapsed` keep the type.
 */

declare const time: unique symbol;

/** Of the machine: timers, the time of day (epoch), a monotonic clock. */
export type RealMs = number & { readonly [time]: 'real' };
/** Of the engine's clock; instants are epoch milliseconds. Behind real carriers it shows real time. */
export type SimMs = number & { readonly [time]: 'simulated' };

type Ms = RealMs | SimMs;
/** Neither of them: what has a type keeps it. */
type Plain = number & { readonly [time]?: never };

export const realMs = (ms: Plain) => ms as number as RealMs;
export const simMs = (ms: Plain) => ms as number as SimMs;

export function later<T extends Ms>(instant: T, ms: NoInfer<T>): T {
  return (instant + ms) as T;
}

export function earlier<T extends Ms>(instant: T, ms: NoInfer<T>): T {
  return (instant - ms) as T;
}

export function elapsed<T extends Ms>(from: T, to: NoInfer<T>): T {
  return (to - from) as T;
}

export function soonest<T extends Ms>(instant: T, ...others: NoInfer<T>[]): T {
  return Math.min(instant, ...others) as T;
}

export function latest<T extends Ms>(instant: T, ...others: NoInfer<T>[]): T {
  return Math.max(instant, ...others) as T;
}

/** `ms` times a number: a wait that doubles, a share of a period. */
export function times<T extends Ms>(ms: T, factor: number): T {
  return (ms * factor) as T;
}

/** @param speed of the engine's clock: how many times faster than real time it runs */
export function toSim(ms: RealMs, speed: number): SimMs {
  return (ms * speed) as SimMs;
}

export function toReal(ms: SimMs, speed: number): RealMs {
  return (ms / speed) as RealMs;
}

/** Behind a real carrier the engine's clock shows real time: the same instant, or duration. */
export function atRealSpeed(ms: RealMs): SimMs {
  return toSim(ms, 1);
}
