/** The states, territories and provinces that an area code serves. */
import { areaCodesByStates } from './area-code-states.gen.ts';

const byAreaCode = new Map<string, readonly string[]>();
for (const [states, codes] of Object.entries(areaCodesByStates)) {
  for (const code of codes.split(' ')) byAreaCode.set(code, states.split(' '));
}

/**
 * @param phone at least the 1 and the area code
 * @returns empty for a number that belongs to no place of the United States or Canada
 */
export function statesOfAreaCode(phone: string): readonly string[] {
  return byAreaCode.get(phone.slice(1, 4)) ?? [];
}
