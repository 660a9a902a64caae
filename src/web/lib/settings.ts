import { z } from 'zod';

const settings = z.object({ platformApiUrl: z.string(), accountFilterApiUrl: z.string() });

let loading: Promise<z.infer<typeof settings>> | undefined;

async function load() {
  const response = await fetch('/settings.json');
  if (!response.ok) throw new Error('Could not read the console settings.');
  return settings.parse(await response.json());
}

/** The base address of the platform API without a trailing slash; empty means the same origin. */
export async function platformApiUrl(): Promise<string> {
  loading ??= load();
  try {
    return (await loading).platformApiUrl.replace(/\/+$/, '');
  } catch (error) {
    loading = undefined;
    throw error;
  }
}
