import { lazy, Suspense } from 'react';

const FactorSetup = lazy(async () => ({
  default: (await import('../ui/factor/setup-page.tsx')).FactorSetupPage,
}));

/** In the place of every page, while the client requires a second factor that the manager lacks. */
export function LazyFactorSetup() {
  return (
    <Suspense>
      <FactorSetup />
    </Suspense>
  );
}
