/**
 * Answers that many ask for at the same moment, worked out once for each client. An answer is
 * handed to everybody who asks within its lifetime; a change by the client ends it, so that who
 * pressed a button never sees the state of before. Other processes' changes show after the lifetime.
 */
export interface SharedAnswers {
  /**
   * The answer under `name`, by `work` unless there is one. A failure is not kept.
   *
   * @param lifetimeAfter how long this answer is kept, by how long its work took (milliseconds both)
   */
  share<T>(
    clientId: number,
    name: string,
    work: () => Promise<T>,
    lifetimeAfter?: (took: number) => number,
  ): Promise<T>;
  /** Ends every answer of the client, also those that are still being worked out. */
  forget(clientId: number): void;
}

/** @param lifetime milliseconds from when an answer is there, unless its asker says otherwise */
export function createSharedAnswers(lifetime: number): SharedAnswers {
  const kept = new Map<number, Map<string, Promise<unknown>>>();

  function drop(clientId: number, name: string, answer: Promise<unknown>): void {
    const own = kept.get(clientId);
    // After a forget, another one may stand there under this name.
    if (own?.get(name) !== answer) return;
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
      const answer = work();
      kept.set(clientId, own.set(name, answer));
      answer.then(
        () => {
          const kept = lifetimeAfter(performance.now() - began);
          setTimeout(drop, kept, clientId, name, answer).unref();
        },
        () => drop(clientId, name, answer),
      );
      return answer;
    },
    forget(clientId) {
      kept.delete(clientId);
    },
  };
}
