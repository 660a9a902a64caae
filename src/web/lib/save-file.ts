/** Saves bytes as a browser download with this name. */
export function saveFile(name: string, bytes: Uint8Array, mediaType: string): void {
  saveBlob(name, new Blob([bytes.slice()], { type: mediaType }));
}

/** As `saveFile`, for a blob that the browser already keeps. */
export function saveBlob(name: string, blob: Blob): void {
  const address = URL.createObjectURL(blob);
  const link = document.createElement('a');
  link.href = address;
  link.download = name;
  link.click();
  // Some browsers start reading only after the click was handled.
  setTimeout(() => URL.revokeObjectURL(address), 10_000);
}
