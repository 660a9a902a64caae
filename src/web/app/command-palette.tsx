import { useNavigate } from '@tanstack/react-router';
import { type KeyboardEvent, useEffect, useId, useRef, useState } from 'react';
import { createPortal } from 'react-dom';
import { linkSearch } from '../lib/link-search.ts';
import { type CampaignActions, useCampaignActions } from '../ui/campaign-actions.tsx';
import { SearchIcon } from '../ui/icons.tsx';
import styles from './command-palette.module.css';
import type { PaletteEntry } from './palette-sources.ts';
import { paletteName, usePaletteEntries } from './use-palette-entries.ts';

interface CommandPaletteProps {
  opened: boolean;
  onClose: () => void;
  showKeys: () => void;
}

/** Goes anywhere and acts by typing. Arrow keys move, Enter goes, Escape closes. */
export function CommandPalette({ opened, onClose, showKeys }: CommandPaletteProps) {
  const box = useRef<HTMLDialogElement>(null);
  // Its questions stay when the palette closes.
  const actions = useCampaignActions();
  useEffect(() => {
    if (opened) box.current?.showModal();
    else box.current?.close();
  }, [opened]);
  return (
    <>
      <dialog
        ref={box}
        aria-label="Command palette"
        className={styles.palette}
        onClose={onClose}
        onPointerDown={(event) => {
          if (event.target === box.current) onClose();
        }}
      >
        {opened && <Finder onClose={onClose} actions={actions} showKeys={showKeys} />}
      </dialog>
      {createPortal(actions.dialogs, document.body)}
    </>
  );
}

interface FinderProps {
  onClose: () => void;
  actions: CampaignActions;
  showKeys: () => void;
}

function Finder({ onClose, actions, showKeys }: FinderProps) {
  const navigate = useNavigate();
  const [asked, setAsked] = useState('');
  const [active, setActive] = useState(0);
  const id = useId();
  const found = usePaletteEntries(asked, actions, showKeys);
  const go = (entry: PaletteEntry | undefined) => {
    if (!entry) return;
    onClose();
    // A question that it asks opens above the page, not above the palette.
    if (entry.run) setTimeout(entry.run);
    else if (entry.href !== undefined) {
      void navigate({ to: entry.href, search: linkSearch(entry.search ?? {}) });
    }
  };
  const onKeyDown = (event: KeyboardEvent) => {
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    if (step !== undefined && found.length > 0) {
      event.preventDefault();
      setActive((active + step + found.length) % found.length);
    } else if (event.key === 'Enter') {
      event.preventDefault();
      go(found[active]);
    }
  };
  return (
    <>
      <div className={styles.ask}>
        <SearchIcon size={18} />
        <input
          type="text"
          role="combobox"
          aria-label={paletteName}
          aria-expanded="true"
          aria-controls={id}
          aria-activedescendant={found.length > 0 ? `${id}-${active}` : undefined}
          aria-autocomplete="list"
          autoComplete="off"
          spellCheck={false}
          placeholder={paletteName}
          value={asked}
          onKeyDown={onKeyDown}
          onChange={(event) => {
            setAsked(event.target.value);
            setActive(0);
          }}
        />
      </div>
      <div id={id} role="listbox" aria-label="Results" className={styles.found}>
        {found.map((entry, index) => (
          <Found
            key={entry.id}
            id={`${id}-${index}`}
            entry={entry}
            active={index === active}
            onPoint={() => setActive(index)}
            onGo={() => go(entry)}
          />
        ))}
      </div>
      {found.length === 0 && <p className={styles.nothing}>No matches.</p>}
    </>
  );
}

interface FoundProps {
  id: string;
  entry: PaletteEntry;
  active: boolean;
  onPoint: () => void;
  onGo: () => void;
}

function Found({ id, entry, active, onPoint, onGo }: FoundProps) {
  const line = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (active) line.current?.scrollIntoView({ block: 'nearest' });
  }, [active]);
  return (
    // The input keeps the focus and has the keys; a press is for the pointer.
    <div
      ref={line}
      id={id}
      role="option"
      aria-selected={active}
      tabIndex={-1}
      className={styles.entry}
      onPointerMove={onPoint}
      onPointerDown={(event) => {
        event.preventDefault();
        onGo();
      }}
    >
      <span>{entry.label}</span>
      <span className={styles.kind}>{entry.kind}</span>
    </div>
  );
}
