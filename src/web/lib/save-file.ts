import { isMadeUp, madeUpName } from '#contract/made-up.ts';

/** Saves a file as a browser download with this name; one of a made-up client says so, as the server did. */
export function saveBlob(name: string, blob: Blob): void {
  const address = URL.createObjectURL(blob);
  const link = document.createElement('a');
  link.href = address;
  link.download = blob instanceof File && isMadeUp(blob.name) ? madeUpName(name) : name;
  link.click();
  // Some browsers start reading only after the click was handled.
  setTimeout(() => URL.revokeObjectURL(address), 10_000);
}
