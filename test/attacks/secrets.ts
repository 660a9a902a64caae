/** Finds any of thousands of secrets in a text without looking for each of them. */

/** Characters by which a secret is looked up; shorter ones are none. */
const lookup = 16;
/** What secrets are written with. */
const runs = /[\w+/=-]{16,}/g;

export class Secrets {
  readonly #byBeginning = new Map<string, string[]>();

  /** @param secret of at least 16 characters, all of base64, base64url or hexadecimal */
  add(secret: string): void {
    if (secret.length < lookup || !/^[\w+/=-]+$/.test(secret)) {
      throw new Error(`"${secret}" cannot be looked up.`);
    }
    const beginning = secret.slice(0, lookup);
    const known = this.#byBeginning.get(beginning) ?? [];
    this.#byBeginning.set(beginning, [...known, secret]);
  }

  /** The first secret that stands somewhere in the text. */
  foundIn(text: string): string | undefined {
    for (const [run] of text.matchAll(runs)) {
      for (let at = 0; at + lookup <= run.length; at += 1) {
        const known = this.#byBeginning.get(run.slice(at, at + lookup));
        const found = known?.find((secret) => run.startsWith(secret, at));
        if (found !== undefined) return found;
      }
    }
    return undefined;
  }
}
