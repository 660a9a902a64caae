/** Milliseconds: document 1 section 9, "Script chunk load timeout 120 seconds". */
export const chunkTimeout = 120_000;

/** The code of a screen could not be loaded. A browser retries only after a reload. */
export class CodeError extends Error {
  /** The server responds, so a reload helps. */
  readonly reloadHelps: boolean;

  constructor(reloadHelps: boolean, cause: unknown) {
    const sentence = reloadHelps
      ? 'The code of this screen could not be loaded. Reload the page.'
      : 'The server did not respond. Check that it is running, then try again.';
    super(sentence, { cause });
    this.name = 'CodeError';
    this.reloadHelps = reloadHelps;
  }
}

/** First part of the query keys of code, which outlives a session. */
export const codeKey = 'code of a page';

/** The query that loads the code of a screen, or of a part of one, once. */
export function codeQuery<Code>(name: string, load: () => Promise<Code>) {
  return {
    queryKey: [codeKey, name],
    queryFn: () => loadCode(load, serverIsUp),
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: Number.POSITIVE_INFINITY,
    // Without its code there is no screen that could show the error.
    throwOnError: true,
  };
}

/** The code of a screen; throws a `CodeError` after a failure or 120 seconds. */
export async function loadCode<Code>(
  load: () => Promise<Code>,
  serverIsUp: () => Promise<boolean>,
): Promise<Code> {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new Error('Loading timed out.')), chunkTimeout);
  });
  try {
    return await Promise.race([load(), late]);
  } catch (cause) {
    throw new CodeError(await serverIsUp(), cause);
  } finally {
    clearTimeout(timer);
  }
}

/** Whether the server that the console came from responds. */
export function serverIsUp(): Promise<boolean> {
  return fetch('/health/live').then(
    ({ ok }) => ok,
    () => false,
  );
}
