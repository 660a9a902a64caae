/** Inbound texts as a manager may see them: a reporter without social security and card numbers. */
import type { Role } from '#contract/role.ts';
import { maskText } from '#domain/masking-text.ts';

/** Whether the right to full SSNs is there does not matter: that is for exports, and asked for again. */
export const seesMasked = (role: Role): boolean => role === 'reporter';

/** The same with each `message` as the role may see it. */
export function shownTexts<T extends { message: string }>(role: Role, texts: readonly T[]): T[] {
  return texts.map((text) => shownText(role, text));
}

export function shownText<T extends { message: string }>(role: Role, text: T): T {
  return seesMasked(role) ? { ...text, message: maskText(text.message) } : text;
}
