import { expect, test } from 'vitest';
import { presets } from './presets.ts';
import { recordedWords } from './recorded-words.ts';

test('a preset for recorded calls says that it holds every call of such campaigns', () => {
  const rules = (...purposes: ('sales' | 'political' | 'informational')[]) =>
    purposes.map((purpose) => ({ purpose }));
  expect(recordedWords({ rules: rules('sales') })).toBeNull();
  expect(recordedWords({ recorded: true, rules: rules('sales', 'sales') })).toMatch(
    /^It holds every call of sales campaigns there, live ones too:/,
  );
  expect(
    recordedWords({ recorded: true, rules: rules('informational', 'political', 'sales') }),
  ).toMatch(/^It holds every call of informational, political and sales campaigns there/);
  const said = presets.filter((preset) => recordedWords(preset) !== null);
  expect(said.map(({ code }) => code)).toContain('california_recorded');
  expect(said.map(({ code }) => code)).not.toContain('texas');
});
