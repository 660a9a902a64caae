/** Real milliseconds; a statement that takes longer may be waiting for a lock. */
const patience = 4;

export function soon(): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, patience));
}

/** An engine lets turns of the event loop pass while a carrier may respond at once. */
const turns = 8;

/** Lets everything run that waits for nothing but its turn. */
export async function immediate(): Promise<void> {
  for (let turn = 0; turn < turns; turn += 1) {
    await new Promise((resolve) => setImmediate(resolve));
  }
}
