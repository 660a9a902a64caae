/** Hands bytes to the browser's downloads under a name. */
export function saveFile(name: string, bytes: Uint8Array, mediaType: string): void {
  const address = URL.createObjectURL(new Blob([bytes.slice()], { type: mediaType }));
  const link = document.createElement('a');
  link.href = address;
  link.download = name;
  link.click();
  // Some browsers begin to read only after the click has been dealt with.
  setTimeout(() => URL.revokeObjectURL(address), 10_000);
}
