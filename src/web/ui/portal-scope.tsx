import { type MantineThemeOverride, MantineThemeProvider } from '@mantine/core';
import { type ReactNode, type RefObject, useEffect, useState } from 'react';

interface PortalScopeProps {
  target: RefObject<HTMLElement | null>;
  children: ReactNode;
}

/**
 * Sends what Mantine floats (date pickers) into the modal dialog: outside of it everything is
 * inert and below.
 */
export function PortalScope({ target, children }: PortalScopeProps) {
  const [theme, setTheme] = useState<MantineThemeOverride>({});
  useEffect(() => {
    if (target.current) {
      setTheme({ components: { Portal: { defaultProps: { target: target.current } } } });
    }
  }, [target]);
  return <MantineThemeProvider theme={theme}>{children}</MantineThemeProvider>;
}
