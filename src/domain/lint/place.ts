/** Of what is at an index: characters as people count them, from 1 on; an emoji is one. */
export function characterAt(message: string, index: number): number {
  return [...message.slice(0, Math.max(0, index))].length + 1;
}
