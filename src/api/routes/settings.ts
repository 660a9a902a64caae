import { getSettings } from '#contract/platform.ts';
import { type Bindings, route } from '../binding.ts';

export function registerSettingsRoutes(app: Bindings): void {
  // The console is served by the same origin; one that is hosted elsewhere has a file of its own.
  route(app, getSettings, () => ({ platformApiUrl: '', accountFilterApiUrl: '' }));
}
