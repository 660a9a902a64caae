const field = 'input, textarea, select, [contenteditable], [role="menu"]';

/** Whether a key belongs to what has the focus: to a field, a menu or a dialog. */
export function isTyping(): boolean {
  return Boolean(document.activeElement?.closest(field) ?? document.querySelector('dialog[open]'));
}
