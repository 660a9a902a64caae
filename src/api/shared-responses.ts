/**
 * Responses that many request at the same moment, computed once for each client. Everybody who asks
 * within its lifetime gets the same one; a change by the client ends it, so that a pressed button
 * never shows the former state. Changes of other processes show after the lifetime.
 */
export interface SharedResponses {
  /**
   * The response under `name`, computed by `work` unless there is one. A failure is not kept.
   *
   * @param lifetimeAfter how long it is kept, by how long its work took (both in milliseconds)
   */
  share<T>(
    clientId: number,
    name: string,
    work: () => Promise<T>,
    lifetimeAfter?: (took: number) => number,
  ): Promise<T>;
  /** Drops every response of the client, also those that are still being computed. */
  forget(clientId: number): void;
}

/** @param lifetime milliseconds after the computation, unless the caller sets `lifetimeAfter` */
export function createSharedResponses(lifetime: number): SharedResponses {
  const kept = new Map<number, Map<string, Promise<unknown>>>();

  function drop(clientId: number, name: string, response: Promise<unknown>): void {
    const own = kept.get(clientId);
    // After a forget, the name may already have another one.
    if (own?.get(name) !== response) return;
    own.delete(name);
    if (own.size === 0) kept.delete(clientId);
  }

  return {
    share<T>(
      clientId: number,
      name: string,
      work: () => Promise<T>,
      lifetimeAfter: (took: number) => number = () => lifetime,
    ): Promise<T> {
      const own = kept.get(clientId) ?? new Map<string, Promise<unknown>>();
      const known = own.get(name);
      if (known) return known as Promise<T>;
      const began = performance.now();
      const response = work();
      kept.set(clientId, own.set(name, response));
      response.then(
        () => {
          const kept = lifetimeAfter(performance.now() - began);
          setTimeout(drop, kept, clientId, name, response).unref();
        },
        () => drop(clientId, name, response),
      );
      return response;
    },
    forget(clientId) {
      kept.delete(clientId);
    },
  };
}
