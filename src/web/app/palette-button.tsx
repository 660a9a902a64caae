import { lazy, Suspense, useEffect, useState } from 'react';
import { createPortal } from 'react-dom';
import { isTyping } from '../lib/is-typing.ts';
import { IconButton } from '../ui/button.tsx';
import { SearchIcon } from '../ui/icons.tsx';
import styles from './top-bar.module.css';

const loadPalette = () => import('./command-palette.tsx');
const KeysDialog = lazy(async () => ({ default: (await import('./keys-dialog.tsx')).KeysDialog }));
const CommandPalette = lazy(async () => ({ default: (await loadPalette()).CommandPalette }));

/** Opens the command palette, and at "?" the list of keys; its code loads on the way to it. */
export function PaletteButton({ iconOnly }: { iconOnly: boolean }) {
  const [open, setOpen] = useState(false);
  const [keys, setKeys] = useState(false);
  const [wanted, setWanted] = useState(false);
  const show = () => {
    setWanted(true);
    setOpen(true);
  };
  useEffect(() => {
    const listener = (event: KeyboardEvent) => {
      if (event.key === '?' && !isTyping()) {
        event.preventDefault();
        setKeys(true);
      } else if ((event.ctrlKey || event.metaKey) && event.key.toLowerCase() === 'k') {
        event.preventDefault();
        setWanted(true);
        setOpen(true);
      }
    };
    addEventListener('keydown', listener);
    return () => removeEventListener('keydown', listener);
  }, []);
  return (
    <>
      {iconOnly ? (
        <IconButton label="Find a screen, campaign or number" icon={SearchIcon} onClick={show} />
      ) : (
        <button
          type="button"
          className={styles.find}
          onClick={show}
          onPointerEnter={() => void loadPalette()}
        >
          <SearchIcon />
          <span>Find a screen, campaign or number</span>
          <kbd>Ctrl K</kbd>
        </button>
      )}
      {wanted && (
        <Suspense>
          <CommandPalette
            opened={open}
            onClose={() => setOpen(false)}
            showKeys={() => setKeys(true)}
          />
        </Suspense>
      )}
      {keys &&
        createPortal(
          <Suspense>
            <KeysDialog onClose={() => setKeys(false)} />
          </Suspense>,
          document.body,
        )}
    </>
  );
}
