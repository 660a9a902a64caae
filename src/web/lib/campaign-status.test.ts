import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { campaignStatusColor } from './campaign-status.ts';

test.each([
  ['Completed', 'green'],
  ['Stopping', 'red'],
  ['Stopped', 'red'],
  ['Starting', 'purple'],
  ['Running', 'purple'],
  ['Anything else', 'grey'],
] as const)('%s is %s', (name, color) => expect(campaignStatusColor(name)).toBe(color));

test('the four status colours are those of the documents', () => {
  const theme = readFileSync(new URL('../ui/theme.css', import.meta.url), 'utf8').toUpperCase();
  const documented = { green: '#65DE99', red: '#FF7474', purple: '#7E59F2', grey: '#A1A0AE' };
  for (const [name, value] of Object.entries(documented)) {
    const found = [
      ...theme.matchAll(new RegExp(`--STATUS-${name.toUpperCase()}:\\s*(#\\w+)`, 'g')),
    ];
    expect(found.length).toBeGreaterThan(0);
    expect(new Set(found.map((match) => match[1]))).toEqual(new Set([value]));
  }
});
