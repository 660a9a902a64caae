/** Hands bytes to the browser's downloads under a name. */
export function saveFile(name: string, bytes: Uint8Array, mediaType: string): void {
  saveBlob(name, new Blob([bytes.slice()], { type: mediaType }));
}

/** The same for what the browser keeps already. */
export function saveBlob(name: string, blob: Blob): void {
  const address = URL.createObjectURL(blob);
  const link = document.createElement('a');
  link.href = address;
  link.download = name;
  link.click();
  // Some browsers begin to read only after the click has been dealt with.
  setTimeout(() => URL.revokeObjectURL(address), 10_000);
}
