import { createStore } from './store.ts';

/** `auto` follows the system. */
export type ThemeChoice = 'auto' | 'light' | 'dark';

const storageKey = 'theme';
const choice = createStore<ThemeChoice>(read());

export const useThemeChoice = choice.use;

function read(): ThemeChoice {
  const stored = localStorage.getItem(storageKey);
  return stored === 'light' || stored === 'dark' ? stored : 'auto';
}

/** Puts the choice on the page, where theme.css reads it. Called once before the first drawing. */
export function applyTheme(): void {
  document.documentElement.dataset.theme = choice.get();
}

/** Remembers the choice in this browser and draws it. */
export function chooseTheme(next: ThemeChoice): void {
  localStorage.setItem(storageKey, next);
  choice.set(next);
  applyTheme();
}
