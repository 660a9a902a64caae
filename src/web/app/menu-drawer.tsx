import { useEffect, useRef } from 'react';
import styles from './menu-drawer.module.css';
import { SideMenu } from './side-menu.tsx';

interface MenuDrawerProps {
  opened: boolean;
  path: string;
  onClose: () => void;
}

/** The menu below 700 px: it covers the page and closes after a choice. */
export function MenuDrawer({ opened, path, onClose }: MenuDrawerProps) {
  const box = useRef<HTMLDialogElement>(null);
  useEffect(() => {
    if (opened) box.current?.showModal();
    else box.current?.close();
  }, [opened]);
  const shownPath = useRef(path);
  useEffect(() => {
    if (shownPath.current !== path) onClose();
    shownPath.current = path;
  }, [path, onClose]);
  return (
    <dialog
      ref={box}
      aria-label="Main menu"
      className={styles.drawer}
      onClose={onClose}
      onClickCapture={(event) => {
        const link = (event.target as Element).closest('a');
        if (event.target === box.current || link) onClose();
      }}
    >
      {opened && <SideMenu path={path} collapsed={false} />}
    </dialog>
  );
}
