import { MantineProvider } from '@mantine/core';
import { QueryClientProvider } from '@tanstack/react-query';
import { RouterProvider } from '@tanstack/react-router';
import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import '../ui/mantine.css';
import '../ui/theme.css';
import '../ui/base.css';
import { mantineTheme, mantineVariables } from '../ui/mantine-theme.ts';
import { queryClient } from './query-client.ts';
import { router } from './router.tsx';

const place = document.getElementById('root');
if (!place) throw new Error('index.html has no element with the id root.');

createRoot(place).render(
  <StrictMode>
    <MantineProvider
      theme={mantineTheme}
      cssVariablesResolver={mantineVariables}
      defaultColorScheme="auto"
    >
      <QueryClientProvider client={queryClient}>
        <RouterProvider router={router} />
      </QueryClientProvider>
    </MantineProvider>
  </StrictMode>,
);
