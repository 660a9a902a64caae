/** `nobody` of every Linux; macOS has it as -2. */
const nobody = 65_534;

/** For the program itself, before it looks at its file. A container may not have that user. */
export function dropRights(): void {
  if (process.getuid?.() !== 0) return;
  try {
    process.setgroups?.([]);
    process.setgid?.(nobody);
    process.setuid?.(nobody);
  } catch {
    // Nothing was gained by the failed try.
  }
}
